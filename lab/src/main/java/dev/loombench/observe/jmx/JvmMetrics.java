package dev.loombench.observe.jmx;

import dev.loombench.observe.ObservationBuffer;
import dev.loombench.result.MetricId;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import javax.management.ObjectName;

/// Which management bean tells which figure of a JVM.
///
/// - Direct memory is what `ByteBuffer.allocateDirect` holds; a library that allocates past it, as
///   Netty can, is seen in the memory of the process alone.
/// - Java threads are platform threads, carriers among them. Being looked at adds some, of the
///   JVM's attach listener and management agent.
/// - Collections: ZGC and Shenandoah have one bean for whole cycles, which run beside the
///   application, and one for the pauses within. The count is of cycles, the time is of pauses.
///   G1's concurrent cycle counts its two pauses, remark and cleanup, as collections.
/// - What threads allocated counts virtual ones by their carriers; JDK 21 and later tell.
/// - Carriers and queued virtual threads are told from JDK 24 on.
///
/// Used by one thread only.
final class JvmMetrics {
    private static final ObjectName MEMORY = JmxConnection.bean("java.lang:type=Memory");
    private static final ObjectName DIRECT =
            JmxConnection.bean("java.nio:type=BufferPool,name=direct");
    private static final ObjectName COLLECTORS =
            JmxConnection.bean("java.lang:type=GarbageCollector,name=*");
    private static final ObjectName CLASSES = JmxConnection.bean("java.lang:type=ClassLoading");
    private static final ObjectName COMPILERS = JmxConnection.bean("java.lang:type=Compilation");
    private static final ObjectName THREADS = JmxConnection.bean("java.lang:type=Threading");
    private static final ObjectName SCHEDULER =
            JmxConnection.bean("jdk.management:type=VirtualThreadScheduler");

    private static final ObjectName METASPACE =
            JmxConnection.bean("java.lang:type=MemoryPool,name=Metaspace");
    private static final ObjectName CODE =
            JmxConnection.bean("java.lang:type=MemoryPool,name=Code*");

    private final ObservationBuffer notebook;
    private List<ObjectName> code = List.of();
    private List<ObjectName> collectors = List.of();
    private boolean tellsCarriers = true;

    JvmMetrics(ObservationBuffer notebook) {
        this.notebook = notebook;
    }

    /// Writes down every figure: a round trip a bean, a dozen or so.
    void lookAtAll(JmxConnection link) throws IOException {
        lookAtWhatMovesFast(link);
        lookAtCollections(link);
        add(MetricId.DIRECT_USED, link.number(DIRECT, "MemoryUsed"));
        lookAtPools(link);
        link.number(COMPILERS, "TotalCompilationTime")
                .ifPresent(millis -> notebook.add(MetricId.JIT_TIME, millis * 1_000_000));
        add(MetricId.CLASSES_LOADED, link.number(CLASSES, "LoadedClassCount"));
        var threads = link.attributes(THREADS, "ThreadCount", "TotalThreadAllocatedBytes");
        add(MetricId.JAVA_THREADS, threads.number("ThreadCount"));
        add(MetricId.ALLOCATED, threads.number("TotalThreadAllocatedBytes"));
    }

    /// Heap and carriers: two round trips.
    void lookAtWhatMovesFast(JmxConnection link) throws IOException {
        lookAtMemory(link);
        if (tellsCarriers) {
            lookAtCarriers(link);
        }
    }

    private void lookAtMemory(JmxConnection link) throws IOException {
        var memory = link.attributes(MEMORY, "HeapMemoryUsage", "NonHeapMemoryUsage");
        memory.usage("HeapMemoryUsage")
                .ifPresent(heap -> {
                    notebook.add(MetricId.HEAP_USED, heap.getUsed());
                    notebook.add(MetricId.HEAP_COMMITTED, heap.getCommitted());
                });
        memory.usage("NonHeapMemoryUsage")
                .ifPresent(usage -> notebook.add(MetricId.NON_HEAP_USED, usage.getUsed()));
    }

    /// One cache of code, or its segments.
    private void lookAtPools(JmxConnection link) throws IOException {
        link.attributes(METASPACE, "Usage")
                .usage("Usage")
                .ifPresent(
                        usage -> notebook.add(MetricId.METASPACE_COMMITTED, usage.getCommitted()));
        if (code.isEmpty()) {
            code = link.names(CODE);
        }
        long committed = 0;
        for (var segment : code) {
            var usage = link.attributes(segment, "Usage").usage("Usage");
            committed += usage.isPresent() ? usage.get().getCommitted() : 0;
        }
        if (committed > 0) {
            notebook.add(MetricId.CODE_COMMITTED, committed);
        }
    }

    private void lookAtCollections(JmxConnection link) throws IOException {
        if (collectors.isEmpty()) {
            collectors = link.names(COLLECTORS);
        }
        boolean tellsPauses = collectors.stream().anyMatch(JvmMetrics::isOfPauses);
        var count = OptionalLong.of(0);
        var millis = OptionalLong.of(0);
        for (var collector : collectors) {
            var told = link.attributes(collector, "CollectionCount", "CollectionTime");
            if (!isOfPauses(collector)) {
                count = sum(count, told.number("CollectionCount"));
            }
            if (isOfPauses(collector) || !tellsPauses) {
                millis = sum(millis, told.number("CollectionTime"));
            }
        }
        add(MetricId.GC_COUNT, count);
        millis.ifPresent(time -> notebook.add(MetricId.GC_TIME, time * 1_000_000));
    }

    private void lookAtCarriers(JmxConnection link) throws IOException {
        var told =
                link.attributes(
                        SCHEDULER,
                        "Parallelism",
                        "PoolSize",
                        "MountedVirtualThreadCount",
                        "QueuedVirtualThreadCount");
        if (told.isEmpty()) {
            tellsCarriers = false;
            notebook.missing(
                    "jvm.carriers",
                    "this JVM has no VirtualThreadScheduler bean; JDK 24 and later have it");
            return;
        }
        add(MetricId.CARRIERS_PARALLELISM, told.number("Parallelism"));
        add(MetricId.CARRIERS_POOL, told.number("PoolSize"));
        add(MetricId.CARRIERS_MOUNTED, told.number("MountedVirtualThreadCount"));
        add(MetricId.VIRTUAL_QUEUED, told.number("QueuedVirtualThreadCount"));
    }

    private void add(MetricId figure, OptionalLong value) {
        value.ifPresent(known -> notebook.add(figure, known));
    }

    /// `ZGC Minor Pauses`, `Shenandoah Pauses` …, beside a bean of the same collector's cycles.
    private static boolean isOfPauses(ObjectName collector) {
        return collector.getKeyProperty("name").endsWith("Pauses");
    }

    /// Unknown when either is.
    private static OptionalLong sum(OptionalLong a, OptionalLong b) {
        return a.isPresent() && b.isPresent()
                ? OptionalLong.of(a.getAsLong() + b.getAsLong())
                : OptionalLong.empty();
    }
}
