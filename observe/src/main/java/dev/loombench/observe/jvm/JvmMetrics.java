package dev.loombench.observe.jvm;

import dev.loombench.base.TimedReading;
import dev.loombench.observe.ObservationBuffer;
import dev.loombench.observe.jvm.figure.JvmSample;
import dev.loombench.observe.proc.thread.VirtualThreadUse;
import dev.loombench.observe.result.MetricId;
import java.io.IOException;
import java.util.OptionalLong;

/// The metrics of a JVM, from the management beans of its JDK.
///
/// - Direct memory is what `ByteBuffer.allocateDirect` holds; a library that allocates around it,
///   as Netty can, only shows in the memory of the process.
/// - Java threads are platform threads, including carriers. Observation adds some, of the JVM's
///   attach listener and of the agent.
/// - Collections (`GarbageCollectors`): with ZGC and Shenandoah the count is of cycles, the time is
///   of pauses. G1's concurrent cycle counts its two pauses, remark and cleanup, as collections.
/// - Allocated bytes count virtual threads by their carriers; available in JDK 21 and later.
/// - Carriers and queued virtual threads are available in JDK 24 and later. The scheduler's bean is
///   read only once the JVM has run a virtual thread: reading it would start the scheduler.
///
/// Not thread-safe.
final class JvmMetrics {
    private static final int FIRST_JDK_WITH_SCHEDULER = 24;

    private final long pid;
    private final ObservationBuffer buffer;
    private boolean hasScheduler = true;
    private boolean usesVirtualThreads;

    /// @param jdk feature release of the JVM
    JvmMetrics(long pid, int jdk, ObservationBuffer buffer) {
        this.pid = pid;
        this.buffer = buffer;
        if (jdk < FIRST_JDK_WITH_SCHEDULER) {
            addNoScheduler();
        }
    }

    private void addNoScheduler() {
        hasScheduler = false;
        usesVirtualThreads = false;
        buffer.addUnavailable(
                "jvm.carriers",
                "this JVM has no VirtualThreadScheduler bean; JDK 24 and later have it");
    }

    /// Samples every metric.
    void sampleAll(FigureConnection connection) throws IOException {
        var reading = sample(connection, true);
        var sample = reading.value();
        add(MetricId.GC_COUNT, reading, sample.collectors().count());
        addMillis(MetricId.GC_TIME, reading, sample.collectors().pauseMillis());
        add(MetricId.DIRECT_USED, reading, sample.figure("direct"));
        add(MetricId.METASPACE_COMMITTED, reading, sample.figure("metaspace"));
        add(MetricId.CODE_COMMITTED, reading, sample.figure("code"));
        addMillis(MetricId.JIT_TIME, reading, sample.figure("compilation-millis"));
        add(MetricId.CLASSES_LOADED, reading, sample.figure("classes"));
        add(MetricId.JAVA_THREADS, reading, sample.figure("threads"));
        add(MetricId.ALLOCATED, reading, sample.figure("allocated"));
    }

    /// Samples heap and carriers.
    void sampleFast(FigureConnection connection) throws IOException {
        sample(connection, false);
    }

    /// Once: each reading costs the JVM time.
    private TimedReading<JvmSample> sample(FigureConnection connection, boolean all)
            throws IOException {
        usesVirtualThreads = usesVirtualThreads || (hasScheduler && VirtualThreadUse.mayBeIn(pid));
        var reading = buffer.readOnce(() -> connection.sample(all, usesVirtualThreads));
        var sample = reading.value();
        add(MetricId.HEAP_USED, reading, sample.figure("heap-used"));
        add(MetricId.HEAP_COMMITTED, reading, sample.figure("heap-committed"));
        add(MetricId.NON_HEAP_USED, reading, sample.figure("non-heap-used"));
        if (usesVirtualThreads && sample.figure("parallelism").isEmpty()) {
            addNoScheduler();
        } else if (usesVirtualThreads) {
            add(MetricId.CARRIERS_PARALLELISM, reading, sample.figure("parallelism"));
            add(MetricId.CARRIERS_POOL, reading, sample.figure("carriers"));
            add(MetricId.CARRIERS_MOUNTED, reading, sample.figure("mounted"));
            add(MetricId.VIRTUAL_QUEUED, reading, sample.figure("queued"));
        } else if (hasScheduler) {
            buffer.add(MetricId.CARRIERS_POOL, reading, 0);
            buffer.add(MetricId.CARRIERS_MOUNTED, reading, 0);
            buffer.add(MetricId.VIRTUAL_QUEUED, reading, 0);
        }
        return reading;
    }

    private void addMillis(MetricId metric, TimedReading<?> reading, OptionalLong value) {
        value.ifPresent(millis -> buffer.add(metric, reading, millis * 1_000_000));
    }

    private void add(MetricId metric, TimedReading<?> reading, OptionalLong value) {
        value.ifPresent(present -> buffer.add(metric, reading, present));
    }
}
