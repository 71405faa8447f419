package dev.loombench.observe.jmx;

import dev.loombench.observe.ObservationBuffer;
import dev.loombench.observe.proc.VirtualThreadUse;
import dev.loombench.result.MetricId;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import javax.management.ObjectName;

/// The metrics of a JVM and the management beans that report them.
///
/// - Direct memory is what `ByteBuffer.allocateDirect` holds; a library that allocates around it,
///   as Netty can, only shows in the memory of the process.
/// - Java threads are platform threads, including carriers. Observation adds some, of the JVM's
///   attach listener and management agent.
/// - Collections: ZGC and Shenandoah have one bean for whole cycles, which run concurrently, and
///   one for the pauses within. The count is of cycles, the time is of pauses. G1's concurrent
///   cycle counts its two pauses, remark and cleanup, as collections.
/// - Allocated bytes count virtual threads by their carriers; available in JDK 21 and later.
/// - Carriers and queued virtual threads are available in JDK 24 and later. The scheduler's bean is
///   read only once the JVM has run a virtual thread: reading it would start the scheduler.
///
/// Not thread-safe.
final class JvmMetrics {
    private static final ObjectName MEMORY = JmxConnection.bean("java.lang:type=Memory");
    private static final ObjectName DIRECT =
            JmxConnection.bean("java.nio:type=BufferPool,name=direct");
    private static final ObjectName COLLECTORS =
            JmxConnection.bean("java.lang:type=GarbageCollector,name=*");
    private static final ObjectName CLASSES = JmxConnection.bean("java.lang:type=ClassLoading");
    private static final ObjectName COMPILERS = JmxConnection.bean("java.lang:type=Compilation");
    private static final ObjectName THREADS = JmxConnection.bean("java.lang:type=Threading");

    private static final ObjectName METASPACE =
            JmxConnection.bean("java.lang:type=MemoryPool,name=Metaspace");
    private static final ObjectName CODE =
            JmxConnection.bean("java.lang:type=MemoryPool,name=Code*");

    private final long pid;
    private final ObservationBuffer buffer;
    private List<ObjectName> code = List.of();
    private List<ObjectName> collectors = List.of();
    private boolean hasScheduler = true;
    private boolean usesVirtualThreads;

    JvmMetrics(long pid, ObservationBuffer buffer) {
        this.pid = pid;
        this.buffer = buffer;
    }

    /// Samples every metric: one round trip per bean, about a dozen.
    void sampleAll(JmxConnection connection) throws IOException {
        sampleFast(connection);
        sampleCollections(connection);
        add(MetricId.DIRECT_USED, connection.number(DIRECT, "MemoryUsed"));
        samplePools(connection);
        connection
                .number(COMPILERS, "TotalCompilationTime")
                .ifPresent(millis -> buffer.add(MetricId.JIT_TIME, millis * 1_000_000));
        add(MetricId.CLASSES_LOADED, connection.number(CLASSES, "LoadedClassCount"));
        var threads = connection.attributes(THREADS, "ThreadCount", "TotalThreadAllocatedBytes");
        add(MetricId.JAVA_THREADS, threads.number("ThreadCount"));
        add(MetricId.ALLOCATED, threads.number("TotalThreadAllocatedBytes"));
    }

    /// Samples heap and carriers: two round trips.
    void sampleFast(JmxConnection connection) throws IOException {
        sampleMemory(connection);
        if (hasScheduler) {
            sampleCarriers(connection);
        }
    }

    private void sampleMemory(JmxConnection connection) throws IOException {
        var memory = connection.attributes(MEMORY, "HeapMemoryUsage", "NonHeapMemoryUsage");
        memory.usage("HeapMemoryUsage")
                .ifPresent(heap -> {
                    buffer.add(MetricId.HEAP_USED, heap.getUsed());
                    buffer.add(MetricId.HEAP_COMMITTED, heap.getCommitted());
                });
        memory.usage("NonHeapMemoryUsage")
                .ifPresent(usage -> buffer.add(MetricId.NON_HEAP_USED, usage.getUsed()));
    }

    /// The code cache is one pool or several segments.
    private void samplePools(JmxConnection connection) throws IOException {
        connection
                .attributes(METASPACE, "Usage")
                .usage("Usage")
                .ifPresent(usage -> buffer.add(MetricId.METASPACE_COMMITTED, usage.getCommitted()));
        if (code.isEmpty()) {
            code = connection.names(CODE);
        }
        long committed = 0;
        for (var segment : code) {
            var usage = connection.attributes(segment, "Usage").usage("Usage");
            committed += usage.isPresent() ? usage.get().getCommitted() : 0;
        }
        if (committed > 0) {
            buffer.add(MetricId.CODE_COMMITTED, committed);
        }
    }

    private void sampleCollections(JmxConnection connection) throws IOException {
        if (collectors.isEmpty()) {
            collectors = connection.names(COLLECTORS);
        }
        boolean hasPauseBeans = collectors.stream().anyMatch(JvmMetrics::countsPauses);
        var count = OptionalLong.of(0);
        var millis = OptionalLong.of(0);
        for (var collector : collectors) {
            var attributes = connection.attributes(collector, "CollectionCount", "CollectionTime");
            if (!countsPauses(collector)) {
                count = sum(count, attributes.number("CollectionCount"));
            }
            if (countsPauses(collector) || !hasPauseBeans) {
                millis = sum(millis, attributes.number("CollectionTime"));
            }
        }
        add(MetricId.GC_COUNT, count);
        millis.ifPresent(time -> buffer.add(MetricId.GC_TIME, time * 1_000_000));
    }

    private void sampleCarriers(JmxConnection connection) throws IOException {
        usesVirtualThreads = usesVirtualThreads || VirtualThreadUse.mayBeIn(pid);
        if (!usesVirtualThreads && SchedulerBean.exists(connection)) {
            buffer.add(MetricId.CARRIERS_POOL, 0);
            buffer.add(MetricId.CARRIERS_MOUNTED, 0);
            buffer.add(MetricId.VIRTUAL_QUEUED, 0);
            return;
        }
        var state = SchedulerBean.read(connection);
        if (state.isEmpty()) {
            hasScheduler = false;
            buffer.addUnavailable(
                    "jvm.carriers",
                    "this JVM has no VirtualThreadScheduler bean; JDK 24 and later have it");
            return;
        }
        buffer.add(MetricId.CARRIERS_PARALLELISM, state.get().parallelism());
        buffer.add(MetricId.CARRIERS_POOL, state.get().carriers());
        add(MetricId.CARRIERS_MOUNTED, state.get().mounted());
        add(MetricId.VIRTUAL_QUEUED, state.get().queued());
    }

    private void add(MetricId metric, OptionalLong value) {
        value.ifPresent(present -> buffer.add(metric, present));
    }

    /// `ZGC Minor Pauses`, `Shenandoah Pauses` …, beside a bean of the same collector's cycles.
    private static boolean countsPauses(ObjectName collector) {
        return collector.getKeyProperty("name").endsWith("Pauses");
    }

    /// Empty when either is.
    private static OptionalLong sum(OptionalLong a, OptionalLong b) {
        return a.isPresent() && b.isPresent()
                ? OptionalLong.of(a.getAsLong() + b.getAsLong())
                : OptionalLong.empty();
    }
}
