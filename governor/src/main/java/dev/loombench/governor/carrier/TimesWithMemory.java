package dev.loombench.governor.carrier;

import java.lang.management.ManagementFactory;
import java.util.function.DoubleSupplier;

/// The carriers' times while there is memory: where the collector works beside the application, a
/// thread that finds none waits on its carrier until a collection has freed some, and would look
/// blocked.
final class TimesWithMemory implements CarrierCpuTimes {
    /// The share of the largest heap in use from which threads may wait.
    private static final double FULL = 0.95;

    private final CarrierCpuTimes times;
    private final DoubleSupplier heapInUse;

    /// @param heapInUse share of the largest heap
    TimesWithMemory(CarrierCpuTimes times, DoubleSupplier heapInUse) {
        this.times = times;
        this.heapInUse = heapInUse;
    }

    /// With the heap of this JVM; the same times where its collector only works in pauses.
    static CarrierCpuTimes of(CarrierCpuTimes times) {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .allMatch(bean -> TimesBetweenPauses.countsPauses(bean.getName()))
                ? times
                : new TimesWithMemory(times, TimesWithMemory::heapInUse);
    }

    private static double heapInUse() {
        var jvm = Runtime.getRuntime();
        return (double) (jvm.totalMemory() - jvm.freeMemory()) / jvm.maxMemory();
    }

    @Override
    public SchedulerSample.Activity since(long nanos, int occupied, int threads) {
        var activity = times.since(nanos, occupied, threads);
        return activity instanceof SchedulerSample.Activity.Times && heapInUse.getAsDouble() >= FULL
                ? new SchedulerSample.Activity.Pending()
                : activity;
    }

    @Override
    public void observe(long nanos) {
        times.observe(nanos);
    }

    @Override
    public void reset() {
        times.reset();
    }
}
