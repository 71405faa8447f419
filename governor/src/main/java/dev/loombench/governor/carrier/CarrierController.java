package dev.loombench.governor.carrier;

/// The rule: looks in, decisions out. It keeps no clock and does no I/O.
///
/// A carrier computes or is blocked. Those that compute need no more carriers than there are CPUs,
/// which is what the base is; each blocked one needs another in its place:
///
/// `demand = base + reserve + blocked + queued * share blocked`
///
/// - Growth needs the same call from two looks running, for a stop of the whole JVM looks like
///   blocked carriers once. Then it follows demand at once, at most fourfold at a look, and only
///   where demand is 5 % above.
/// - The reserve answers hogs: 2 at a look while they keep others waiting, up to 8 times the base.
///   It is kept for 30 s after the last hog, then goes by one a second.
/// - Shrinking waits until demand has been lower for 2 s, then takes a quarter of the excess every
///   500 ms: from 256 it is back at base within 15 s.
/// - Starved or busy carriers never make it grow.
/// - A clock that jumps (backwards, or by more than 1 s) makes it forget what it saw, not act.
///
/// Not safe for use by several threads.
public final class CarrierController {
    static final long PAUSE_SATURATED = 5_000_000;
    static final long PAUSE_BUSY = 20_000_000;
    static final long PAUSE_IDLE = 100_000_000;
    static final long HOLD = 2_000_000_000L;
    static final long AVERAGED_OVER = 400_000_000;
    static final long STEP_DOWN = 500_000_000;
    static final long HOLD_RESERVE = 30_000_000_000L;
    static final long STEP_DOWN_RESERVE = 1_000_000_000;
    static final long JUMP = 1_000_000_000;

    private static final double HYSTERESIS = 1.05;
    private static final double HEADROOM = 1.25;

    private final Bounds bounds;
    private boolean fresh = true;
    private long last;
    private double meanMounted;
    private int heldDemand;
    private long heldAt;
    private long steppedAt;
    private boolean wanting;
    private int reserve;
    private long hoggedAt;
    private long pause = PAUSE_BUSY;

    public CarrierController(Bounds bounds) {
        this.bounds = bounds;
        this.heldDemand = bounds.base();
    }

    public Decision decide(Look look) {
        var signal = Signal.of(look);
        if (fresh || look.nanos() < last || look.nanos() - last > JUMP) {
            begin(look);
            return decision(
                    look, look.parallelism(), signal, "the first look, or the first after a gap");
        }
        averageMounted(look);
        boolean confirmed = wanting && grows(signal);
        wanting = grows(signal);
        if (wanting && !confirmed) {
            pause = PAUSE_SATURATED;
            return decision(look, look.parallelism(), signal, "to be seen once more");
        }
        fillReserve(look, signal);
        int demand = demand(look, signal);
        hold(demand, look.nanos());
        pause = pause(look, signal);
        if (confirmed && demand > look.parallelism() * HYSTERESIS) {
            steppedAt = look.nanos();
            pause = PAUSE_SATURATED;
            int to = (int) Math.min(demand, 4L * look.parallelism());
            return decision(look, to, signal, demand + " are asked for");
        }
        if (look.parallelism() > heldDemand && look.nanos() - steppedAt >= STEP_DOWN) {
            steppedAt = look.nanos();
            int excess = look.parallelism() - heldDemand;
            int to = look.parallelism() - Math.max(1, excess / 4);
            return decision(look, to, signal, heldDemand + " have been enough for a while");
        }
        return decision(look, look.parallelism(), signal, "nothing to change");
    }

    private void begin(Look look) {
        fresh = false;
        wanting = false;
        last = look.nanos();
        meanMounted = look.mounted();
        heldDemand = Math.max(look.parallelism(), bounds.base());
        heldAt = look.nanos();
        steppedAt = look.nanos();
        hoggedAt = look.nanos();
        pause = PAUSE_BUSY;
    }

    /// Exponentially weighted by time, with a time constant well within `HOLD`: a rise is known
    /// before the demand that foresaw it lapses.
    private void averageMounted(Look look) {
        double weight = -Math.expm1(-(double) (look.nanos() - last) / AVERAGED_OVER);
        meanMounted += weight * (look.mounted() - meanMounted);
        last = look.nanos();
    }

    /// Counted from the carriers there are: those are hogged already.
    private void fillReserve(Look look, Signal signal) {
        if (isHogged(signal)) {
            int above = Math.max(reserve, look.parallelism() - bounds.base());
            reserve = Math.min(above + 2, Math.max(reserve, bounds.reserve()));
            hoggedAt = look.nanos();
        } else if (reserve > 0 && look.nanos() - hoggedAt >= HOLD_RESERVE) {
            reserve--;
            hoggedAt += STEP_DOWN_RESERVE;
        }
    }

    private static boolean isHogged(Signal signal) {
        return signal instanceof Signal.Hogged
                || (signal instanceof Signal.Unexplained unexplained
                        && unexplained.age() >= Signal.HOG_AGE_NANOS);
    }

    private int demand(Look look, Signal signal) {
        int least = bounds.base() + reserve;
        return switch (signal) {
            case Signal.Blocked(double share, int carriers) -> {
                double asked = least + carriers + Math.ceil(look.queued() * share);
                yield (int) Math.min(bounds.max(), asked);
            }
            case Signal.Free free -> Math.max(least, (int) Math.ceil(HEADROOM * meanMounted));
            case Signal.Idle idle -> least;
            case Signal.Starved starved -> least;
            case Signal.Hogged hogged -> least;
            case Signal.Busy busy -> least;
            case Signal.Unread unread -> Math.max(least, heldDemand);
            case Signal.Unexplained unexplained -> least;
        };
    }

    private static boolean grows(Signal signal) {
        return signal instanceof Signal.Blocked || isHogged(signal);
    }

    /// The highest demand of the last `HOLD`; a lower one takes its place after that.
    private void hold(int demand, long nanos) {
        if (demand >= heldDemand || nanos - heldAt >= HOLD) {
            heldDemand = demand;
            heldAt = nanos;
        }
    }

    /// Soon where somebody waits, seldom where nothing runs, less and less often while nothing
    /// comes of it.
    private long pause(Look look, Signal signal) {
        if (signal instanceof Signal.Idle) {
            return Math.min(PAUSE_IDLE, Math.max(PAUSE_BUSY, 2 * pause));
        }
        boolean saturated = look.mounted() >= look.parallelism() || look.queued() > 0;
        if (!saturated) {
            return PAUSE_BUSY;
        }
        boolean begins = look.newcomer() instanceof Look.Newcomer.NotTried;
        return begins ? PAUSE_SATURATED : Math.min(PAUSE_BUSY, 2 * pause);
    }

    private Decision decision(Look look, int to, Signal signal, String reason) {
        int within = Math.clamp(to, Math.min(bounds.base(), look.parallelism()), bounds.max());
        return new Decision(look.nanos(), look.parallelism(), within, signal, reason, pause);
    }
}
