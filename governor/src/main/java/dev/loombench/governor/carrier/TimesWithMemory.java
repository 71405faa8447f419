package dev.loombench.governor.carrier;

import dev.loombench.governor.control.HeapShortage;
import java.util.function.DoubleSupplier;

/// The carriers' times while there is memory: a thread that waits for some ([HeapShortage]) waits
/// on its carrier, and would look blocked.
final class TimesWithMemory implements CarrierCpuTimes {
    private final CarrierCpuTimes times;
    private final DoubleSupplier heapInUse;

    /// @param heapInUse share of the largest heap
    TimesWithMemory(CarrierCpuTimes times, DoubleSupplier heapInUse) {
        this.times = times;
        this.heapInUse = heapInUse;
    }

    /// With the heap of this JVM; the same times where its collector only works in pauses.
    static CarrierCpuTimes of(CarrierCpuTimes times) {
        return HeapShortage.heapInUse()
                .<CarrierCpuTimes>map(heapInUse -> new TimesWithMemory(times, heapInUse))
                .orElse(times);
    }

    @Override
    public SchedulerSample.Activity since(long nanos, int occupied, int threads) {
        var activity = times.since(nanos, occupied, threads);
        return activity instanceof SchedulerSample.Activity.Times
                        && heapInUse.getAsDouble() >= HeapShortage.FULL
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
