package dev.loombench.governor.carrier;

import dev.loombench.governor.control.SlidingWindowMax;

/// The rule that maps samples to decisions. It has no clock and does no I/O.
///
/// A carrier computes or is blocked. Computing carriers need no more carriers than there are CPUs,
/// which is the base; each blocked carrier needs another in its place:
///
/// `demand = base + reserve + min(blocked, mounted) + queued * share blocked`
///
/// While a probe waits for less than 1 ms, demand is at most the number in flight: the base that it
/// adds would find no task, and be removed and added again.
///
/// - Growth needs two consecutive samples that call for it, because a pause of the whole JVM looks
///   like blocked carriers once. It needs five if demand is less than half above the present number
///   and nothing is monopolized, because carriers that are being created or woken look blocked too.
///   Then parallelism follows demand at once, at most fourfold per sample, and only if demand is 5
///   % higher.
/// - The reserve is for monopolized carriers: 2 per sample while they keep other threads waiting,
///   up to a total of 8 times the base. It is kept for 30 s after the last monopolized sample and
///   then falls by 1 per second.
/// - Shrinking waits until demand has been lower for 2 s, then removes a quarter of the excess, or
///   up to 4 % of the carriers, every 500 ms: from 256 it is back at base within 15 s. While probes
///   get a carrier within 0.25 ms, demand is the mean number in flight less 2 %, plus twice its
///   mean deviation since the last growth: a carrier that always finds a task need not be woken,
///   and a spare one costs a wake-up per task. If that made a probe wait for 10 ms, trimming stops
///   for one minute. If the carriers are runnable for half of their time or more, demand is the
///   base plus the number of those that are not.
/// - Starved or busy carriers never cause growth.
/// - A load is calm if even blocked carriers would call for no growth and no probe has waited for
///   10 ms: it needs neither frequent samples nor CPU times. While they are not read, no carrier
///   counts as spare when new threads wait, beyond what contention for the CPUs allows.
/// - A clock jump (backwards, or by more than 1 s) resets the history and changes nothing.
///
/// Not safe for use by several threads.
public final class CarrierController {
    static final long PAUSE_SATURATED_NANOS = 5_000_000;
    static final long PAUSE_BUSY_NANOS = 20_000_000;
    static final long PAUSE_SETTLED_NANOS = 100_000_000;
    static final long SETTLED_AFTER_NANOS = 5_000_000_000L;
    static final long HOLD_NANOS = 2_000_000_000L;
    static final long AVERAGING_NANOS = 400_000_000;
    static final long STEP_DOWN_NANOS = 500_000_000;
    static final long HOLD_RESERVE_NANOS = 30_000_000_000L;
    static final long STEP_DOWN_RESERVE_NANOS = 1_000_000_000;
    static final long CLOCK_JUMP_NANOS = 1_000_000_000;

    private static final double LARGE_GROWTH = 1.5;
    private static final int CONFIRMATIONS_LARGE = 2;
    private static final int CONFIRMATIONS_SMALL = 5;
    private static final double HYSTERESIS = 1.05;
    private static final double HEADROOM = 1.25;
    private static final double TRIM_FACTOR = 0.98;
    private static final double TRIM_DEVIATIONS = 2;
    static final double MOSTLY_COMPUTING = 0.5;

    /// An excess of up to one in so many carriers is removed at once.
    private static final int SMALL_EXCESS = 25;

    static final long COMPUTING_VALID_NANOS = 10_000_000_000L;
    static final long TRIM_BACK_OFF_NANOS = 60_000_000_000L;
    static final long LONG_WAIT_NANOS = 10_000_000;
    static final long SHORT_WAIT_NANOS = 1_000_000;

    private final Bounds bounds;
    private final SlidingWindowMax recentDemand = new SlidingWindowMax(HOLD_NANOS);
    private boolean first = true;
    private long lastNanos;
    private double meanMounted;
    private double meanInFlight;
    private double deviation;
    private double computing;
    private long computingValidUntil;
    private int trimTarget;
    private long trimAllowedAt;
    private long resizedAt;
    private int growthSamples;
    private boolean calm;
    private int reserve;
    private long monopolizedAt;
    private long lastActivity;
    private long pauseNanos = PAUSE_BUSY_NANOS;

    public CarrierController(Bounds bounds) {
        this.bounds = bounds;
    }

    public Decision decide(SchedulerSample sample) {
        var state = CarrierState.of(sample);
        if (first || sample.nanos() < lastNanos || sample.nanos() - lastNanos > CLOCK_JUMP_NANOS) {
            restart(sample);
            return decision(
                    sample, sample.parallelism(), state, "first sample, or first after a gap");
        }
        average(sample);
        calm = isServed(sample);
        growthSamples = callsForGrowth(state) ? growthSamples + 1 : 0;
        if (growthSamples == 1 && !calm) {
            pauseNanos = PAUSE_SATURATED_NANOS;
            return decision(sample, sample.parallelism(), state, "needs confirmation");
        }
        fillReserve(sample, state);
        if (state instanceof CarrierState.Inconclusive) {
            if (calm && sample.probeResult() instanceof SchedulerSample.ProbeResult.Waited) {
                recentDemand.add(sample.nanos(), demand(sample, state));
            }
            pauseNanos = nextPause(sample, state);
            return decision(sample, sample.parallelism(), state, "needs confirmation");
        }
        int demand = demand(sample, state);
        recentDemand.add(sample.nanos(), demand);
        pauseNanos = nextPause(sample, state);
        if (isConfirmed(demand, sample, state) && isWorthwhile(demand, sample)) {
            backOffTrim(sample);
            restartAverage(sample);
            resizedAt = sample.nanos();
            pauseNanos = PAUSE_SATURATED_NANOS;
            int to = (int) Math.min(demand, 4L * sample.parallelism());
            return decision(sample, to, state, "demand is " + demand);
        }
        int enough = recentDemand.max();
        if (sample.parallelism() > enough && sample.nanos() - resizedAt >= STEP_DOWN_NANOS) {
            resizedAt = sample.nanos();
            int to = sample.parallelism() - spare(sample.parallelism(), enough);
            trimTarget = to < meanInFlight ? to : 0;
            return decision(sample, to, state, "demand has been at most " + enough + " for 2 s");
        }
        return decision(sample, sample.parallelism(), state, "no change");
    }

    /// Whether the last sample called for no growth, whatever the carriers did: their times need
    /// not be read until a probe has waited for `LONG_WAIT_NANOS`.
    boolean isCalm() {
        return calm;
    }

    private boolean isServed(SchedulerSample sample) {
        return sample.parallelism() > bounds.base() + reserve
                && probeAge(sample) < LONG_WAIT_NANOS
                && highestDemand(sample) <= sample.parallelism() * HYSTERESIS;
    }

    /// Demand if every carrier with a virtual thread is blocked.
    private long highestDemand(SchedulerSample sample) {
        int minimum = bounds.base() + reserve;
        long inFlight = sample.mounted() + sample.queued();
        boolean servedSoon =
                sample.probeResult() instanceof SchedulerSample.ProbeResult.Waited
                        && probeAge(sample) < SHORT_WAIT_NANOS;
        return servedSoon ? Math.max(minimum, inFlight) : minimum + inFlight;
    }

    /// How long the probe has waited, 0 without one.
    private static long probeAge(SchedulerSample sample) {
        return sample.probeResult() instanceof SchedulerSample.ProbeResult.Waited waited
                ? waited.ageNanos()
                : 0;
    }

    private void restart(SchedulerSample sample) {
        first = false;
        calm = false;
        growthSamples = 0;
        lastNanos = sample.nanos();
        meanMounted = sample.mounted();
        restartAverage(sample);
        trimTarget = 0;
        trimAllowedAt = sample.nanos();
        computingValidUntil = sample.nanos();
        recentDemand.restart(sample.nanos(), Math.max(sample.parallelism(), bounds.base()));
        resizedAt = sample.nanos();
        monopolizedAt = sample.nanos();
        lastActivity = sample.nanos();
        pauseNanos = PAUSE_BUSY_NANOS;
    }

    /// A step of the load is no variation of it: counted as one, its spare carriers would stay for
    /// seconds.
    private void restartAverage(SchedulerSample sample) {
        meanInFlight = sample.mounted() + sample.queued();
        deviation = 0;
    }

    /// The carriers to remove now, at least 1.
    private static int spare(int parallelism, int enough) {
        int excess = parallelism - enough;
        return Math.max(excess / 4, Math.min(excess, Math.ceilDiv(parallelism, SMALL_EXCESS)));
    }

    /// The averages are exponentially weighted by time. The time constant is well within
    /// `HOLD_NANOS`, so that they show a rise before the demand recorded earlier expires.
    private void average(SchedulerSample sample) {
        double weight = -Math.expm1(-(double) (sample.nanos() - lastNanos) / AVERAGING_NANOS);
        long inFlight = sample.mounted() + sample.queued();
        meanMounted += weight * (sample.mounted() - meanMounted);
        meanInFlight += weight * (inFlight - meanInFlight);
        deviation += weight * (Math.abs(inFlight - meanInFlight) - deviation);
        lastNanos = sample.nanos();
    }

    private boolean isConfirmed(int demand, SchedulerSample sample, CarrierState state) {
        boolean large = isMonopolized(state) || demand >= sample.parallelism() * LARGE_GROWTH;
        return growthSamples >= (large ? CONFIRMATIONS_LARGE : CONFIRMATIONS_SMALL);
    }

    /// A small increase is not worth the change, unless the last trim makes new threads wait for
    /// long.
    private boolean isWorthwhile(int demand, SchedulerSample sample) {
        return demand > sample.parallelism() * HYSTERESIS
                || (demand > sample.parallelism() && isTrimmedTooFar(sample));
    }

    private boolean isTrimmedTooFar(SchedulerSample sample) {
        return sample.parallelism() == trimTarget && probeAge(sample) >= LONG_WAIT_NANOS;
    }

    private void backOffTrim(SchedulerSample sample) {
        if (isTrimmedTooFar(sample)) {
            trimAllowedAt = sample.nanos() + TRIM_BACK_OFF_NANOS;
        }
        trimTarget = 0;
    }

    /// Starts at the present number of carriers, because those are already monopolized.
    private void fillReserve(SchedulerSample sample, CarrierState state) {
        if (isMonopolized(state)) {
            int above = Math.max(reserve, sample.parallelism() - bounds.base());
            reserve = Math.min(above + 2, Math.max(reserve, bounds.reserve()));
            monopolizedAt = sample.nanos();
        } else if (reserve > 0 && sample.nanos() - monopolizedAt >= HOLD_RESERVE_NANOS) {
            reserve--;
            monopolizedAt += STEP_DOWN_RESERVE_NANOS;
        }
    }

    private static boolean isMonopolized(CarrierState state) {
        return state instanceof CarrierState.Monopolized
                || (state instanceof CarrierState.Unknown unknown
                        && unknown.ageNanos() >= CarrierState.MONOPOLIZED_WAIT_NANOS);
    }

    private int demand(SchedulerSample sample, CarrierState state) {
        int minimum = bounds.base() + reserve;
        return switch (state) {
            case CarrierState.Blocked(double share, int carriers) -> {
                // an idle carrier that is being woken looks blocked, but has no virtual thread
                int withThread = Math.min(carriers, sample.mounted());
                double most = highestDemand(sample);
                double required = minimum + withThread + Math.ceil(sample.queued() * share);
                yield (int) Math.min(bounds.max(), Math.min(required, most));
            }
            case CarrierState.Free(var computingShare) -> {
                computingShare.ifPresent(share -> recordComputing(share, sample));
                yield Math.max(minimum, Math.min(enough(sample), cappedByCpu(sample, minimum)));
            }
            case CarrierState.Idle idle -> minimum;
            case CarrierState.Starved starved -> minimum;
            case CarrierState.Monopolized monopolized -> minimum;
            case CarrierState.Busy busy -> minimum;
            case CarrierState.Inconclusive inconclusive ->
                    Math.max(minimum, Math.min(sample.parallelism(), cappedByCpu(sample, minimum)));
            case CarrierState.Unknown unknown -> minimum;
        };
    }

    private void recordComputing(double share, SchedulerSample sample) {
        computing = share;
        computingValidUntil = sample.nanos() + COMPUTING_VALID_NANOS;
    }

    /// The upper limit set by CPU contention. Carriers that are runnable for most of their time
    /// compete for the CPUs, so the base plus those that are not runnable is enough.
    private int cappedByCpu(SchedulerSample sample, int minimum) {
        return computing >= MOSTLY_COMPUTING && sample.nanos() < computingValidUntil
                ? minimum + (int) Math.round((1 - computing) * sample.parallelism())
                : bounds.max();
    }

    /// The number of carriers that serve what is in flight without making new threads wait.
    private int enough(SchedulerSample sample) {
        return sample.nanos() >= trimAllowedAt
                ? (int) Math.ceil(TRIM_FACTOR * meanInFlight + TRIM_DEVIATIONS * deviation)
                : (int) Math.ceil(HEADROOM * meanMounted);
    }

    private static boolean callsForGrowth(CarrierState state) {
        return state instanceof CarrierState.Blocked || isMonopolized(state);
    }

    /// The time until the next sample: short while threads wait, doubling while nothing follows
    /// from it, and long once the base has been enough for a while or the load is calm, because
    /// waking the thread dominates the cost of a sample.
    private long nextPause(SchedulerSample sample, CarrierState state) {
        if (callsForGrowth(state) || sample.parallelism() > bounds.base()) {
            lastActivity = sample.nanos();
        }
        boolean settled = sample.nanos() - lastActivity >= SETTLED_AFTER_NANOS;
        long longest = settled ? PAUSE_SETTLED_NANOS : PAUSE_BUSY_NANOS;
        boolean saturated = sample.mounted() >= sample.parallelism() || sample.queued() > 0;
        if (calm || !saturated) {
            return longest;
        }
        boolean starting =
                sample.probeResult() instanceof SchedulerSample.ProbeResult.NotTried
                        || state instanceof CarrierState.Inconclusive;
        if (starting) {
            return settled ? PAUSE_BUSY_NANOS : PAUSE_SATURATED_NANOS;
        }
        return Math.min(longest, 2 * pauseNanos);
    }

    /// Other code may have set a number outside the bounds. The governor keeps it until the rule
    /// calls for another one, and then moves towards the bounds.
    private Decision decision(SchedulerSample sample, int to, CarrierState state, String reason) {
        int bounded =
                Math.clamp(
                        to,
                        Math.min(bounds.base(), sample.parallelism()),
                        Math.max(bounds.max(), sample.parallelism()));
        return new Decision(
                sample.nanos(), sample.parallelism(), bounded, state, reason, pauseNanos);
    }
}
