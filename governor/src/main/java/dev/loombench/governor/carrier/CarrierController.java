package dev.loombench.governor.carrier;

import dev.loombench.governor.control.SlidingWindowMax;

/// The rule: looks in, decisions out. It keeps no clock and does no I/O.
///
/// A carrier computes or is blocked. Those that compute need no more carriers than there are CPUs,
/// which is what the base is; each blocked one needs another in its place:
///
/// `demand = base + reserve + min(blocked, mounted) + queued * share blocked`
///
/// - Growth needs the same call from two looks running, for a stop of the whole JVM looks like
///   blocked carriers once; from five where demand is less than half above and nobody is hogged,
///   for carriers that are still being made or woken look blocked too. Then it follows demand at
///   once, at most fourfold at a look, and only where demand is 5 % above.
/// - The reserve answers hogs: 2 at a look while they keep others waiting, up to 8 times the base.
///   It is kept for 30 s after the last hog, then goes by one a second.
/// - Shrinking waits until demand has been lower for 2 s, then takes a quarter of the excess every
///   500 ms: from 256 it is back at base within 15 s. While newcomers get through within 0.25 ms,
///   demand is what is in flight less 2 %, and twice its mean deviation: a carrier that always
///   finds a task need not be woken, and waking is what a spare one costs, at every task. Where
///   that made somebody wait for 10 ms, nothing is trimmed for a minute. Where the carriers want a
///   CPU for half of their time or more, demand is the base and as many as do not.
/// - Starved or busy carriers never make it grow.
/// - A clock that jumps (backwards, or by more than 1 s) makes it forget what it saw, not act.
///
/// Not safe for use by several threads.
public final class CarrierController {
    static final long PAUSE_SATURATED = 5_000_000;
    static final long PAUSE_BUSY = 20_000_000;
    static final long PAUSE_SETTLED = 100_000_000;
    static final long SETTLED = 5_000_000_000L;
    static final long HOLD = 2_000_000_000L;
    static final long AVERAGED_OVER = 400_000_000;
    static final long STEP_DOWN = 500_000_000;
    static final long HOLD_RESERVE = 30_000_000_000L;
    static final long STEP_DOWN_RESERVE = 1_000_000_000;
    static final long JUMP = 1_000_000_000;

    private static final double MUCH = 1.5;
    private static final int CALLS_FOR_MUCH = 2;
    private static final int CALLS_FOR_LITTLE = 5;
    private static final double HYSTERESIS = 1.05;
    private static final double HEADROOM = 1.25;
    private static final double TRIM = 0.98;
    private static final double DEVIATIONS = 2;
    private static final double MOSTLY = 0.5;
    static final long EVIDENCE_HOLDS = 10_000_000_000L;
    static final long REGRET = 60_000_000_000L;
    static final long LONG_WAIT = 10_000_000;

    private final Bounds bounds;
    private final SlidingWindowMax held = new SlidingWindowMax(HOLD);
    private boolean fresh = true;
    private long last;
    private double meanMounted;
    private double meanInFlight;
    private double deviation;
    private double computing;
    private long computingUntil;
    private int trimTarget;
    private long trimAgainAt;
    private long steppedAt;
    private int calls;
    private int reserve;
    private long hoggedAt;
    private long lastActivity;
    private long pause = PAUSE_BUSY;

    public CarrierController(Bounds bounds) {
        this.bounds = bounds;
    }

    public Decision decide(SchedulerSample look) {
        var signal = CarrierState.of(look);
        if (fresh || look.nanos() < last || look.nanos() - last > JUMP) {
            begin(look);
            return decision(
                    look, look.parallelism(), signal, "the first look, or the first after a gap");
        }
        average(look);
        calls = grows(signal) ? calls + 1 : 0;
        if (calls == 1) {
            pause = PAUSE_SATURATED;
            return decision(look, look.parallelism(), signal, "to be seen once more");
        }
        fillReserve(look, signal);
        if (signal instanceof CarrierState.Inconclusive) {
            pause = pause(look, signal);
            return decision(look, look.parallelism(), signal, "to be seen once more");
        }
        int demand = demand(look, signal);
        held.add(look.nanos(), demand);
        pause = pause(look, signal);
        if (isConfirmed(demand, look, signal) && isWorthwhile(demand, look)) {
            backOffTrim(look);
            steppedAt = look.nanos();
            pause = PAUSE_SATURATED;
            int to = (int) Math.min(demand, 4L * look.parallelism());
            return decision(look, to, signal, demand + " are asked for");
        }
        int enough = held.highest();
        if (look.parallelism() > enough && look.nanos() - steppedAt >= STEP_DOWN) {
            steppedAt = look.nanos();
            int excess = look.parallelism() - enough;
            int to = look.parallelism() - Math.max(1, excess / 4);
            trimTarget = to < meanInFlight ? to : 0;
            return decision(look, to, signal, enough + " have been enough for a while");
        }
        return decision(look, look.parallelism(), signal, "nothing to change");
    }

    private void begin(SchedulerSample look) {
        fresh = false;
        calls = 0;
        last = look.nanos();
        meanMounted = look.mounted();
        meanInFlight = look.mounted() + look.queued();
        deviation = 0;
        trimTarget = 0;
        trimAgainAt = look.nanos();
        computingUntil = look.nanos();
        held.restart(look.nanos(), Math.max(look.parallelism(), bounds.base()));
        steppedAt = look.nanos();
        hoggedAt = look.nanos();
        lastActivity = look.nanos();
        pause = PAUSE_BUSY;
    }

    /// Exponentially weighted by time, with a time constant well within `HOLD`: a rise is known
    /// before the demand that foresaw it lapses.
    private void average(SchedulerSample look) {
        double weight = -Math.expm1(-(double) (look.nanos() - last) / AVERAGED_OVER);
        long inFlight = look.mounted() + look.queued();
        meanMounted += weight * (look.mounted() - meanMounted);
        meanInFlight += weight * (inFlight - meanInFlight);
        deviation += weight * (Math.abs(inFlight - meanInFlight) - deviation);
        last = look.nanos();
    }

    private boolean isConfirmed(int demand, SchedulerSample look, CarrierState signal) {
        boolean much = isHogged(signal) || demand >= look.parallelism() * MUCH;
        return calls >= (much ? CALLS_FOR_MUCH : CALLS_FOR_LITTLE);
    }

    /// A few carriers more are not worth the change, unless somebody waits for long because the
    /// last of them were trimmed.
    private boolean isWorthwhile(int demand, SchedulerSample look) {
        return demand > look.parallelism() * HYSTERESIS
                || (demand > look.parallelism() && isTrimmedTooFar(look));
    }

    private boolean isTrimmedTooFar(SchedulerSample look) {
        return look.parallelism() == trimTarget
                && look.newcomer() instanceof SchedulerSample.ProbeResult.Waited waited
                && waited.age() >= LONG_WAIT;
    }

    private void backOffTrim(SchedulerSample look) {
        if (isTrimmedTooFar(look)) {
            trimAgainAt = look.nanos() + REGRET;
        }
        trimTarget = 0;
    }

    /// Counted from the carriers there are: those are hogged already.
    private void fillReserve(SchedulerSample look, CarrierState signal) {
        if (isHogged(signal)) {
            int above = Math.max(reserve, look.parallelism() - bounds.base());
            reserve = Math.min(above + 2, Math.max(reserve, bounds.reserve()));
            hoggedAt = look.nanos();
        } else if (reserve > 0 && look.nanos() - hoggedAt >= HOLD_RESERVE) {
            reserve--;
            hoggedAt += STEP_DOWN_RESERVE;
        }
    }

    private static boolean isHogged(CarrierState signal) {
        return signal instanceof CarrierState.Monopolized
                || (signal instanceof CarrierState.Unknown unexplained
                        && unexplained.age() >= CarrierState.HOG_AGE_NANOS);
    }

    private int demand(SchedulerSample look, CarrierState signal) {
        int least = bounds.base() + reserve;
        return switch (signal) {
            case CarrierState.Blocked(double share, int carriers) -> {
                // an idle carrier that is still being woken looks blocked: it has no virtual thread
                int holding = Math.min(carriers, look.mounted());
                double asked = least + holding + Math.ceil(look.queued() * share);
                yield (int) Math.min(bounds.max(), asked);
            }
            case CarrierState.Free(var seen) -> {
                seen.ifPresent(share -> remember(share, look));
                yield Math.max(least, Math.min(enough(look), notComputing(look, least)));
            }
            case CarrierState.Idle idle -> least;
            case CarrierState.Starved starved -> least;
            case CarrierState.Monopolized hogged -> least;
            case CarrierState.Busy busy -> least;
            case CarrierState.Inconclusive unread -> look.parallelism();
            case CarrierState.Unknown unexplained -> least;
        };
    }

    private void remember(double share, SchedulerSample look) {
        computing = share;
        computingUntil = look.nanos() + EVIDENCE_HOLDS;
    }

    /// Carriers that compute for most of their time stand in one another's way: as many as there
    /// are CPUs would do, and those that do not compute.
    private int notComputing(SchedulerSample look, int least) {
        return computing >= MOSTLY && look.nanos() < computingUntil
                ? least + (int) Math.round((1 - computing) * look.parallelism())
                : bounds.max();
    }

    /// Carriers that serve what is in flight, when nobody has to wait.
    private int enough(SchedulerSample look) {
        return look.nanos() >= trimAgainAt
                ? (int) Math.ceil(TRIM * meanInFlight + DEVIATIONS * deviation)
                : (int) Math.ceil(HEADROOM * meanMounted);
    }

    private static boolean grows(CarrierState signal) {
        return signal instanceof CarrierState.Blocked || isHogged(signal);
    }

    /// Soon where somebody waits, less and less often while nothing comes of it; seldom where the
    /// carriers at base have been enough for a while, for to be woken is the dearest part of a
    /// look.
    private long pause(SchedulerSample look, CarrierState signal) {
        if (grows(signal) || look.parallelism() > bounds.base()) {
            lastActivity = look.nanos();
        }
        boolean settled = look.nanos() - lastActivity >= SETTLED;
        long most = settled ? PAUSE_SETTLED : PAUSE_BUSY;
        boolean saturated = look.mounted() >= look.parallelism() || look.queued() > 0;
        if (!saturated) {
            return most;
        }
        boolean begins =
                look.newcomer() instanceof SchedulerSample.ProbeResult.NotTried
                        || signal instanceof CarrierState.Inconclusive;
        if (begins) {
            return settled ? PAUSE_BUSY : PAUSE_SATURATED;
        }
        return Math.min(most, 2 * pause);
    }

    private Decision decision(SchedulerSample look, int to, CarrierState signal, String reason) {
        int within = Math.clamp(to, Math.min(bounds.base(), look.parallelism()), bounds.max());
        return new Decision(look.nanos(), look.parallelism(), within, signal, reason, pause);
    }
}
