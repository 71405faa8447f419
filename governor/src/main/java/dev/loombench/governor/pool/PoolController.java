package dev.loombench.governor.pool;

import dev.loombench.governor.control.SlidingWindowMax;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The rule that maps samples to sizes. It has no clock and does no I/O.
///
/// - **Ramp.** Every thread is busy, tasks queue, and at least 30 % of the threads wait, so the CPU
///   can do more. Demand is `cpus + waiting * (busy + queued)`; the size follows at once, at most
///   fourfold per sample, with one sample every 100 ms.
/// - **Fill.** The threads compute, tasks queue, and there are fewer threads than CPUs, as after an
///   idle time or where the JVM got more of them: as many threads as CPUs, at once.
/// - **Climb.** 1.5 s after a step, its throughput is compared with the one before; only throughput
///   measured while tasks queue counts. Growth that did not bring 3 % is reverted and not tried
///   again for 30 s, then only up to twice the size until an attempt has succeeded. If the earlier
///   throughput is unknown, half as many threads are tried, and half again, until that costs 2 %.
///   If the threads compute, a tenth fewer are tried; the smaller size stays unless it costs 2 %.
/// - **Hang.** Every thread is busy, tasks queue, and none has ended for 1.5 s: a quarter more
///   threads; up to four per CPU if the threads compute, because long computations are no hang.
///   Time in which no sample was taken either, as in a full collection, does not count, nor does
///   the throughput that was measured across it.
/// - **Shrink.** A size that has not been needed for 10 s is reduced by a quarter of the excess
///   every 1.5 s.
///
/// Sources: Hellerstein, Morrison and Eilebrecht, *Applying Control Theory in the Real World:
/// Experience with Building a Controller for the .NET Thread Pool* (2009), hill climbing on
/// throughput by measured steps; descriptions of Open Liberty's autonomic executor, which starts
/// near the number of CPUs, samples every 1,500 ms, and handles hangs separately.
///
/// Not safe for use by several threads.
public final class PoolController {
    static final long PAUSE_SATURATED_NANOS = 100_000_000;
    static final long PAUSE_NANOS = 1_500_000_000;
    static final long SETTLE_NANOS = 500_000_000;
    static final long MEASURE_NANOS = 1_000_000_000;
    static final long HANG_NANOS = 1_500_000_000;
    static final long HOLD_NANOS = 10_000_000_000L;
    static final long BACK_OFF_NANOS = 30_000_000_000L;
    static final long STOP_NANOS = 500_000_000;
    static final long CLOCK_JUMP_NANOS = 10_000_000_000L;

    private static final double MIN_WAITING_SHARE = 0.3;
    private static final double WORTHWHILE_GAIN = 1.03;
    private static final double TOLERATED_LOSS = 0.98;
    private static final double HYSTERESIS = 1.05;
    private static final int MIN_COMPLETED = 30;
    private static final int MAX_HUNG_PER_CPU = 4;

    private final int min;
    private final int max;
    private final SlidingWindowMax recentNeed = new SlidingWindowMax(HOLD_NANOS);

    private boolean first = true;
    private long lastNanos;
    private long resizedAt;
    private long meterStart;
    private long meterStartCompleted;
    private double rate = Double.NaN;
    private @Nullable ResizeStep step;
    private long growthBackOffUntil;
    private long descentBackOffUntil;
    private boolean growthLimited;
    private int growthCeiling;
    private long lastCompleted;
    private long completedAt;
    private boolean unsaturated;

    /// A change of size whose effect is still to be measured.
    ///
    /// @param from the size before
    /// @param rate tasks per second before; NaN if unknown
    private record ResizeStep(StepKind kind, int from, double rate) {}

    private enum StepKind {
        GROWTH,
        HALVING,
        DESCENT
    }

    /// @param min fewest threads, 1 or more
    /// @param max most threads
    public PoolController(int min, int max) {
        if (min < 1 || max < min) {
            throw new IllegalArgumentException(
                    "sizes must be 1 <= min <= max, were min %d, max %d".formatted(min, max));
        }
        this.min = min;
        this.max = max;
    }

    public ResizeDecision decide(PoolSample sample) {
        if (first || sample.nanos() < lastNanos || sample.nanos() - lastNanos > CLOCK_JUMP_NANOS) {
            restart(sample);
            return keep(sample, "first sample, or first after a gap");
        }
        long gap = sample.nanos() - lastNanos;
        lastNanos = sample.nanos();
        if (gap > STOP_NANOS && !unsaturated) {
            passOver(gap);
        }
        update(sample);
        if (!sample.isSaturated()) {
            return shrink(sample);
        }
        if (unsaturated) { // with free threads no task can have hung
            unsaturated = false;
            completedAt = sample.nanos();
        }
        var ramp = ramp(sample);
        if (ramp != null) {
            return ramp;
        }
        if (sample.nanos() - completedAt >= HANG_NANOS
                && sample.nanos() - resizedAt >= HANG_NANOS) {
            return resize(
                    sample, sizeAfterHang(sample), "no task has ended for 1.5 s: tasks may hang");
        }
        return Double.isNaN(rate) ? keep(sample, "throughput is being measured") : climb(sample);
    }

    private void restart(PoolSample sample) {
        first = false;
        lastNanos = sample.nanos();
        unsaturated = !sample.isSaturated();
        step = null;
        growthBackOffUntil = sample.nanos();
        descentBackOffUntil = sample.nanos();
        growthLimited = false;
        lastCompleted = sample.completed();
        completedAt = sample.nanos();
        recentNeed.restart(sample.nanos(), sample.size());
        restartMeter(sample);
    }

    private void restartMeter(PoolSample sample) {
        resizedAt = sample.nanos();
        meterStart = 0;
        rate = Double.NaN;
    }

    /// Under a queue the samples are 100 ms apart. A far longer gap is a stop of the whole JVM, in
    /// which no task could end, and the threads of the last step could not settle.
    private void passOver(long gap) {
        completedAt += gap;
        resizedAt += gap;
        meterStart = 0;
    }

    private void update(PoolSample sample) {
        if (sample.completed() != lastCompleted) {
            lastCompleted = sample.completed();
            completedAt = sample.nanos();
        }
        int required = sample.isSaturated() ? sample.size() : (int) Math.ceil(sample.busy() * 1.1);
        recentNeed.add(sample.nanos(), required);
        if (meterStart == 0) {
            if (sample.nanos() - resizedAt >= SETTLE_NANOS) {
                meterStart = sample.nanos();
                meterStartCompleted = sample.completed();
            }
        } else if (sample.nanos() - meterStart >= MEASURE_NANOS
                && sample.completed() - meterStartCompleted >= MIN_COMPLETED) {
            rate = (sample.completed() - meterStartCompleted) * 1e9 / (sample.nanos() - meterStart);
            meterStart = sample.nanos();
            meterStartCompleted = sample.completed();
        }
    }

    private @Nullable ResizeDecision ramp(PoolSample sample) {
        if (isComputing(sample)) {
            if (sample.size() >= Math.min(sample.cpus(), max)) {
                return null;
            }
            step = null; // the throughput to come is that of neither of its sizes
            return resize(sample, sample.cpus(), "fewer threads than CPUs");
        }
        double waiting = sample.waiting().orElse(0);
        double inFlight = (double) sample.busy() + sample.queued();
        double demand = sample.cpus() + Math.ceil(waiting * inFlight);
        int to = (int) Math.min(Math.min(demand, 4.0 * sample.size()), ceiling(sample));
        if (waiting < MIN_WAITING_SHARE || to <= sample.size() * HYSTERESIS) {
            return null;
        }
        if (step == null) {
            step = new ResizeStep(StepKind.GROWTH, sample.size(), rate);
        } else if (step.kind() != StepKind.GROWTH) { // compare with the size before the descent
            step = new ResizeStep(StepKind.GROWTH, step.from(), step.rate());
        }
        return resize(
                sample,
                to,
                String.format(Locale.ROOT, "%.0f %% of the threads wait", 100 * waiting));
    }

    private int sizeAfterHang(PoolSample sample) {
        int more = sample.size() + Math.max(1, sample.size() / 4);
        int most = Math.max(sample.size(), MAX_HUNG_PER_CPU * sample.cpus());
        return isComputing(sample) ? Math.min(more, most) : more;
    }

    /// Whether the threads are known to compute.
    private static boolean isComputing(PoolSample sample) {
        return sample.waiting().orElse(1) < MIN_WAITING_SHARE;
    }

    private int ceiling(PoolSample sample) {
        if (!growthLimited) {
            return max;
        }
        return sample.nanos() < growthBackOffUntil
                ? growthCeiling
                : (int) Math.min(max, 2L * growthCeiling);
    }

    /// Evaluates the last step. If there was none, tries fewer threads if they compute.
    private ResizeDecision climb(PoolSample sample) {
        var measured = step;
        step = null;
        if (measured == null) {
            return descend(sample);
        }
        return switch (measured.kind()) {
            case GROWTH -> afterGrowth(sample, measured);
            case HALVING ->
                    rate < measured.rate() * TOLERATED_LOSS
                            ? ascend(sample, measured)
                            : halve(sample);
            case DESCENT ->
                    rate < measured.rate() * TOLERATED_LOSS
                            ? ascend(sample, measured)
                            : descend(sample);
        };
    }

    private ResizeDecision afterGrowth(PoolSample sample, ResizeStep growth) {
        if (Double.isNaN(growth.rate())) {
            return halve(sample);
        }
        growthLimited = rate < growth.rate() * WORTHWHILE_GAIN;
        if (growthLimited) {
            backOffGrowth(sample, growth.from());
            return resize(sample, growth.from(), "growth brought less than 3 % more throughput");
        }
        return descend(sample);
    }

    private ResizeDecision halve(PoolSample sample) {
        int half = Math.max(sample.size() / 2, Math.max(min, sample.cpus()));
        backOffGrowth(sample, Math.min(half, sample.size()));
        if (half >= sample.size()) {
            return descend(sample);
        }
        step = new ResizeStep(StepKind.HALVING, sample.size(), rate);
        return resize(sample, half, "trying half as many threads");
    }

    private ResizeDecision ascend(PoolSample sample, ResizeStep descent) {
        descentBackOffUntil = sample.nanos() + BACK_OFF_NANOS;
        if (growthLimited) {
            backOffGrowth(sample, descent.from());
        }
        return resize(sample, descent.from(), "fewer threads cost more than 2 % of throughput");
    }

    private ResizeDecision descend(PoolSample sample) {
        if (isComputing(sample)
                && sample.size() > Math.max(min, sample.cpus())
                && sample.nanos() >= descentBackOffUntil) {
            step = new ResizeStep(StepKind.DESCENT, sample.size(), rate);
            int fewer = sample.size() - Math.max(1, sample.size() / 10);
            return resize(sample, Math.max(sample.cpus(), fewer), "threads compute: trying fewer");
        }
        return keep(sample, "no change");
    }

    private void backOffGrowth(PoolSample sample, int ceiling) {
        growthLimited = true;
        growthCeiling = ceiling;
        growthBackOffUntil = sample.nanos() + BACK_OFF_NANOS;
    }

    private ResizeDecision shrink(PoolSample sample) {
        step = null;
        unsaturated = true;
        rate = Double.NaN; // without a queue the load limits the rate, not the pool
        meterStart = 0;
        growthLimited = growthLimited && sample.nanos() < growthBackOffUntil;
        int enough = recentNeed.max();
        int target = Math.max(min, enough);
        if (sample.size() > target && sample.nanos() - resizedAt >= PAUSE_NANOS) {
            int to = sample.size() - Math.max(1, (sample.size() - target) / 4);
            return resize(sample, to, enough + " threads have been enough for 10 s");
        }
        return keep(sample, "threads are free");
    }

    private ResizeDecision resize(PoolSample sample, int to, String reason) {
        int bounded = Math.clamp(to, min, max);
        if (bounded != sample.size()) {
            restartMeter(sample);
        }
        return new ResizeDecision(sample.nanos(), sample.size(), bounded, reason, pause(sample));
    }

    private static ResizeDecision keep(PoolSample sample, String reason) {
        return new ResizeDecision(
                sample.nanos(), sample.size(), sample.size(), reason, pause(sample));
    }

    private static long pause(PoolSample sample) {
        return sample.isSaturated() ? PAUSE_SATURATED_NANOS : PAUSE_NANOS;
    }
}
