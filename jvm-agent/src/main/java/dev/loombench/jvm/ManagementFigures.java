package dev.loombench.jvm;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.lang.management.PlatformManagedObject;
import java.lang.management.ThreadMXBean;
import javax.management.MBeanServerFactory;

/// Figures that need the module `java.management`, which a runtime may lack. The beans of the JDK
/// are called directly: a bean server, and the open types through which it shows them, take most of
/// the CPU that reading them by JMX takes.
///
/// A sample is `KEY=VALUE`, separated by tabs; a figure that this JVM does not know is not in it.
final class ManagementFigures {
    private static final String SCHEDULER = "jdk.management.VirtualThreadSchedulerMXBean";

    private ManagementFigures() {}

    /// Whether anything in this JVM may have published a bean.
    static boolean publishes() {
        return !MBeanServerFactory.findMBeanServer(null).isEmpty();
    }

    static long directBytes() {
        for (var pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            if (pool.getName().equals("direct")) {
                return pool.getMemoryUsed();
            }
        }
        return -1;
    }

    /// The heap, and where requested the scheduler of virtual threads (JDK 24), which reading
    /// starts.
    static String fast(boolean scheduler) {
        var sample = new Sample();
        memory(sample);
        if (scheduler) {
            scheduler(sample);
        }
        return sample.text();
    }

    /// The same with every other figure.
    static String all(boolean scheduler) {
        var sample = new Sample();
        memory(sample);
        if (scheduler) {
            scheduler(sample);
        }
        collectors(sample);
        sample.add("direct", directBytes());
        pools(sample);
        var compilers = ManagementFactory.getCompilationMXBean();
        if (compilers != null && compilers.isCompilationTimeMonitoringSupported()) {
            sample.add("compilation-millis", compilers.getTotalCompilationTime());
        }
        sample.add("classes", ManagementFactory.getClassLoadingMXBean().getLoadedClassCount());
        var threads = ManagementFactory.getThreadMXBean();
        sample.add("threads", threads.getThreadCount());
        sample.add("allocated", allocated(threads));
        return sample.text();
    }

    /// The collectors, and the heap in use after the last collection of each of its pools.
    static String collections() {
        var sample = new Sample();
        collectors(sample);
        sample.add("heap-after", heapAfter());
        return sample.text();
    }

    /// -1 where no pool shows it. A pool that has not been collected counts as empty.
    private static long heapAfter() {
        long bytes = -1;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            MemoryUsage after = pool.getCollectionUsage();
            if (pool.getType() == MemoryType.HEAP && after != null) {
                bytes = Math.max(0, bytes) + after.getUsed();
            }
        }
        return bytes;
    }

    /// What counts to the limits of memory outside the heap, and these: the JVM limits the metadata
    /// that it has committed.
    static String limits() {
        var sample = new Sample();
        long code = 0;
        long maxCode = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            MemoryUsage usage = pool.getUsage();
            if (usage != null && isCode(pool)) {
                code += usage.getUsed();
                maxCode += Math.max(0, usage.getMax());
            } else if (usage != null && pool.getName().equals("Metaspace")) {
                sample.add("metaspace-committed", usage.getCommitted());
                sample.add("metaspace-max", usage.getMax());
            } else if (usage != null && pool.getName().equals("Compressed Class Space")) {
                sample.add("class-space-committed", usage.getCommitted());
                sample.add("class-space-max", usage.getMax());
            }
        }
        sample.add("code-used", code);
        sample.add("code-max", maxCode);
        return sample.text();
    }

    /// The code cache is one pool or several segments.
    private static boolean isCode(MemoryPoolMXBean pool) {
        return pool.getName().startsWith("Code");
    }

    private static void memory(Sample sample) {
        var memory = ManagementFactory.getMemoryMXBean();
        var heap = memory.getHeapMemoryUsage();
        sample.add("heap-used", heap.getUsed());
        sample.add("heap-committed", heap.getCommitted());
        sample.add("non-heap-used", memory.getNonHeapMemoryUsage().getUsed());
    }

    private static void collectors(Sample sample) {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            sample.addCollector(
                    collector.getName(),
                    collector.getCollectionCount(),
                    collector.getCollectionTime());
        }
    }

    private static void pools(Sample sample) {
        long code = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            MemoryUsage usage = pool.getUsage();
            if (usage != null && pool.getName().equals("Metaspace")) {
                sample.add("metaspace", usage.getCommitted());
            } else if (usage != null && isCode(pool)) {
                code += usage.getCommitted();
            }
        }
        if (code > 0) {
            sample.add("code", code);
        }
    }

    /// JDK 21.
    private static long allocated(ThreadMXBean threads) {
        try {
            return number(
                    com.sun.management.ThreadMXBean.class, threads, "getTotalThreadAllocatedBytes");
        } catch (ReflectiveOperationException | LinkageError older) {
            return -1;
        }
    }

    private static void scheduler(Sample sample) {
        try {
            var type = Class.forName(SCHEDULER).asSubclass(PlatformManagedObject.class);
            var bean = ManagementFactory.getPlatformMXBean(type);
            sample.add("parallelism", number(type, bean, "getParallelism"));
            sample.add("carriers", number(type, bean, "getPoolSize"));
            sample.add("mounted", number(type, bean, "getMountedVirtualThreadCount"));
            sample.add("queued", number(type, bean, "getQueuedVirtualThreadCount"));
        } catch (ClassNotFoundException older) {
            return; // before JDK 24
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long number(Class<?> type, Object bean, String getter)
            throws ReflectiveOperationException {
        return ((Number) type.getMethod(getter).invoke(bean)).longValue();
    }

    private static final class Sample {
        private final StringBuilder text = new StringBuilder();

        /// @param value negative where it is unknown
        void add(String key, long value) {
            if (value >= 0) {
                next().append(key).append('=').append(value);
            }
        }

        /// `collector=COUNT MILLIS NAME`, as in `collector=5 12 G1 Young Generation`.
        void addCollector(String name, long count, long millis) {
            next().append("collector=").append(count).append(' ').append(millis);
            text.append(' ').append(name);
        }

        private StringBuilder next() {
            return text.append(text.length() == 0 ? "" : "\t");
        }

        String text() {
            return text.toString();
        }
    }
}
