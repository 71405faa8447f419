package dev.loombench.governor.control;

import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/// Whether threads may wait for memory: where the collector works beside the application, a thread
/// that finds none waits until a collection has freed some. It then looks like one that waits for
/// anything else, and more threads would need more memory.
public final class HeapShortage {
    /// The share of the largest heap in use from which threads may wait.
    public static final double FULL = 0.95;

    private HeapShortage() {}

    /// The share of the largest heap that is in use.
    ///
    /// @return empty where the collector of this JVM only works in pauses
    public static Optional<DoubleSupplier> heapInUse() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .allMatch(bean -> countsPauses(bean.getName()))
                ? Optional.empty()
                : Optional.of(HeapShortage::share);
    }

    /// Whether a bean counts pauses: ZGC and Shenandoah have one for the work beside the
    /// application too (`ZGC Major Cycles`). `G1 Concurrent GC` counts the pauses of a concurrent
    /// cycle.
    public static boolean countsPauses(String name) {
        return !name.endsWith("Cycles");
    }

    private static double share() {
        var jvm = Runtime.getRuntime();
        return (double) (jvm.totalMemory() - jvm.freeMemory()) / jvm.maxMemory();
    }
}
