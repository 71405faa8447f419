package dev.loombench.observe.proc;

import dev.loombench.observe.CostLimit;
import dev.loombench.observe.ObservationBuffer;
import dev.loombench.observe.result.MetricId;
import java.util.Map;
import java.util.function.Supplier;

/// The samples of the [context switches][ContextSwitches] of a service. Periodic ones are skipped
/// as long as they would cost too much ([CostLimit]), whatever the number of threads.
///
/// Not thread-safe.
final class SwitchSampling {
    private final ContextSwitches switches = new ContextSwitches();
    private final CostLimit limit = new CostLimit();
    private final ObservationBuffer buffer;

    /// @param buffer where samples are added
    SwitchSampling(ObservationBuffer buffer) {
        this.buffer = buffer;
    }

    /// @param always whether also a sample that costs too much is taken
    /// @param threads reads the counts of all threads alive now
    void sample(boolean always, Supplier<Map<Integer, ContextSwitches.Count>> threads) {
        if (!always && !limit.isDue()) {
            return;
        }
        var reading = buffer.readOnce(threads::get);
        var count = switches.update(reading.value());
        buffer.add(MetricId.PROCESS_SWITCHES_VOLUNTARY, reading, count.voluntary());
        buffer.add(MetricId.PROCESS_SWITCHES_INVOLUNTARY, reading, count.involuntary());
        limit.spent(reading.lengthNanos());
    }
}
