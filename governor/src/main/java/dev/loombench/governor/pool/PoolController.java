package dev.loombench.governor.pool;

import dev.loombench.governor.control.SlidingWindowMax;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The rule: looks in, sizes out. It keeps no clock and does no I/O.
///
/// - **Ramp.** Every thread is busy, tasks queue, and at least 30 % of the threads wait: the CPU
///   can do more. Demand is `cpus + waiting * (busy + queued)`; the size follows at once, at most
///   fourfold at a look, a look every 100 ms.
/// - **Climb.** 1.5 s after a step, its throughput is compared with that before; only what was
///   measured while tasks queued counts. Growth that did not bring 3 % is taken back and not tried
///   again for 30 s, then only to twice the size until a try has been worth it. Where nothing is
///   known of before, half as many are tried, and again half, until that costs 2 %. Where the
///   threads compute, a tenth fewer are tried; that is kept unless it costs 2 %.
/// - **Hang.** Every thread is busy, tasks queue, and none has ended for 1.5 s: a quarter more; up
///   to four for each CPU where the threads compute, for tasks that compute for long are no hang.
/// - **Shrink.** A size that has not been needed for 10 s goes by a quarter of the excess every 1.5
///   s.
///
/// Sources: Hellerstein, Morrison and Eilebrecht, *Applying Control Theory in the Real World:
/// Experience with Building a Controller for the .NET Thread Pool* (2009), climbing the hill of
/// throughput by steps that are measured; descriptions of Open Liberty's autonomic executor, which
/// starts near the number of CPUs, looks every 1,500 ms, and takes hangs as a case of their own.
///
/// Not safe for use by several threads.
public final class PoolController {
    static final long PAUSE_SATURATED = 100_000_000;
    static final long PAUSE = 1_500_000_000;
    static final long SETTLE = 500_000_000;
    static final long MEASURE = 1_000_000_000;
    static final long HANG = 1_500_000_000;
    static final long HOLD = 10_000_000_000L;
    static final long AVOID = 30_000_000_000L;
    static final long JUMP = 10_000_000_000L;

    private static final double WAITING = 0.3;
    private static final double WORTH = 1.03;
    private static final double HARMLESS = 0.98;
    private static final double HYSTERESIS = 1.05;
    private static final int FEWEST = 30;
    private static final int HUNG = 4;

    private final int min;
    private final int max;
    private final int cpus;
    private final SlidingWindowMax needed = new SlidingWindowMax(HOLD);

    private boolean fresh = true;
    private long last;
    private long changedAt;
    private long meterAt;
    private long meterCompleted;
    private double rate = Double.NaN;
    private @Nullable ResizeStep step;
    private long avoidGrowthUntil;
    private long avoidDescentUntil;
    private boolean doubtful;
    private int growthCeiling;
    private long lastCompleted;
    private long endedAt;
    private boolean free;

    /// A change of size whose worth is still to be measured.
    ///
    /// @param from the size to go back to
    /// @param rate tasks a second before it; NaN when unknown
    private record ResizeStep(StepKind kind, int from, double rate) {}

    private enum StepKind {
        GROWTH,
        HALVING,
        DESCENT
    }

    /// @param min never fewer threads, 1 or more
    /// @param max never more
    /// @param cpus what computing can use
    public PoolController(int min, int max, int cpus) {
        if (min < 1 || max < min) {
            throw new IllegalArgumentException(
                    "sizes must be 1 <= min <= max, were min %d, max %d".formatted(min, max));
        }
        this.min = min;
        this.max = max;
        this.cpus = cpus;
    }

    public ResizeDecision decide(PoolSample look) {
        if (fresh || look.nanos() < last || look.nanos() - last > JUMP) {
            begin(look);
            return stay(look, "the first look, or the first after a gap");
        }
        last = look.nanos();
        observe(look);
        if (!look.isSaturated()) {
            return shrink(look);
        }
        if (free) { // while threads were free nobody can have hung
            free = false;
            endedAt = look.nanos();
        }
        var ramp = ramp(look);
        if (ramp != null) {
            return ramp;
        }
        if (look.nanos() - endedAt >= HANG && look.nanos() - changedAt >= HANG) {
            return change(look, hangGrowth(look), "no task has ended for 1.5 s: they may hang");
        }
        return Double.isNaN(rate) ? stay(look, "throughput is being measured") : climb(look);
    }

    private void begin(PoolSample look) {
        fresh = false;
        last = look.nanos();
        step = null;
        avoidGrowthUntil = look.nanos();
        avoidDescentUntil = look.nanos();
        doubtful = false;
        lastCompleted = look.completed();
        endedAt = look.nanos();
        needed.restart(look.nanos(), look.size());
        restartMeter(look);
    }

    private void restartMeter(PoolSample look) {
        changedAt = look.nanos();
        meterAt = 0;
        rate = Double.NaN;
    }

    private void observe(PoolSample look) {
        if (look.completed() != lastCompleted) {
            lastCompleted = look.completed();
            endedAt = look.nanos();
        }
        int now = look.isSaturated() ? look.size() : (int) Math.ceil(look.busy() * 1.1);
        needed.add(look.nanos(), now);
        if (meterAt == 0) {
            if (look.nanos() - changedAt >= SETTLE) {
                meterAt = look.nanos();
                meterCompleted = look.completed();
            }
        } else if (look.nanos() - meterAt >= MEASURE
                && look.completed() - meterCompleted >= FEWEST) {
            rate = (look.completed() - meterCompleted) * 1e9 / (look.nanos() - meterAt);
            meterAt = look.nanos();
            meterCompleted = look.completed();
        }
    }

    private @Nullable ResizeDecision ramp(PoolSample look) {
        double waiting = look.waiting().orElse(0);
        double demand = cpus + Math.ceil(waiting * ((double) look.busy() + look.queued()));
        int to = (int) Math.min(Math.min(demand, 4.0 * look.size()), ceiling(look));
        if (waiting < WAITING || to <= look.size() * HYSTERESIS) {
            return null;
        }
        if (step == null) {
            step = new ResizeStep(StepKind.GROWTH, look.size(), rate);
        } else if (step.kind() != StepKind.GROWTH) { // it has to do better than before the descent
            step = new ResizeStep(StepKind.GROWTH, step.from(), step.rate());
        }
        return change(
                look, to, String.format(Locale.ROOT, "%.0f %% of the threads wait", 100 * waiting));
    }

    private int hangGrowth(PoolSample look) {
        int more = look.size() + Math.max(1, look.size() / 4);
        boolean computing = look.waiting().orElse(1) < WAITING;
        return computing ? Math.clamp(more, look.size(), Math.max(look.size(), HUNG * cpus)) : more;
    }

    private int ceiling(PoolSample look) {
        if (!doubtful) {
            return max;
        }
        return look.nanos() < avoidGrowthUntil
                ? growthCeiling
                : (int) Math.min(max, 2L * growthCeiling);
    }

    /// Judges the last step; without one, tries fewer threads where they compute.
    private ResizeDecision climb(PoolSample look) {
        var judged = step;
        step = null;
        if (judged == null) {
            return descend(look);
        }
        return switch (judged.kind()) {
            case GROWTH -> afterGrowth(look, judged);
            case HALVING -> rate < judged.rate() * HARMLESS ? ascend(look, judged) : halve(look);
            case DESCENT -> rate < judged.rate() * HARMLESS ? ascend(look, judged) : descend(look);
        };
    }

    private ResizeDecision afterGrowth(PoolSample look, ResizeStep growth) {
        if (Double.isNaN(growth.rate())) {
            return halve(look);
        }
        doubtful = rate < growth.rate() * WORTH;
        if (doubtful) {
            avoidGrowth(look, growth.from());
            return change(look, growth.from(), "the growth has brought less than 3 %");
        }
        return descend(look);
    }

    private ResizeDecision halve(PoolSample look) {
        int half = Math.max(look.size() / 2, Math.max(min, cpus));
        avoidGrowth(look, Math.min(half, look.size()));
        if (half >= look.size()) {
            return descend(look);
        }
        step = new ResizeStep(StepKind.HALVING, look.size(), rate);
        return change(look, half, "half as many may do as well");
    }

    private ResizeDecision ascend(PoolSample look, ResizeStep descent) {
        avoidDescentUntil = look.nanos() + AVOID;
        if (doubtful) {
            avoidGrowth(look, descent.from());
        }
        return change(look, descent.from(), "fewer threads have cost more than 2 %");
    }

    private ResizeDecision descend(PoolSample look) {
        boolean computing = look.waiting().orElse(1) < WAITING;
        if (computing && look.size() > Math.max(min, cpus) && look.nanos() >= avoidDescentUntil) {
            step = new ResizeStep(StepKind.DESCENT, look.size(), rate);
            int fewer = look.size() - Math.max(1, look.size() / 10);
            return change(look, Math.max(cpus, fewer), "the threads compute: fewer may do as well");
        }
        return stay(look, "this size serves");
    }

    private void avoidGrowth(PoolSample look, int ceiling) {
        doubtful = true;
        growthCeiling = ceiling;
        avoidGrowthUntil = look.nanos() + AVOID;
    }

    private ResizeDecision shrink(PoolSample look) {
        step = null;
        free = true;
        rate = Double.NaN; // where nobody queues, it is the load's, not the pool's
        meterAt = 0;
        doubtful = doubtful && look.nanos() < avoidGrowthUntil;
        int enough = needed.highest();
        int floor = Math.max(min, enough);
        if (look.size() > floor && look.nanos() - changedAt >= PAUSE) {
            int to = look.size() - Math.max(1, (look.size() - floor) / 4);
            return change(look, to, enough + " have been enough for 10 s");
        }
        return stay(look, "threads are free");
    }

    private ResizeDecision change(PoolSample look, int to, String reason) {
        int within = Math.clamp(to, min, max);
        if (within != look.size()) {
            restartMeter(look);
        }
        return new ResizeDecision(look.nanos(), look.size(), within, reason, pause(look));
    }

    private static ResizeDecision stay(PoolSample look, String reason) {
        return new ResizeDecision(look.nanos(), look.size(), look.size(), reason, pause(look));
    }

    private static long pause(PoolSample look) {
        return look.isSaturated() ? PAUSE_SATURATED : PAUSE;
    }
}
