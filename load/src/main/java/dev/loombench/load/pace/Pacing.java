package dev.loombench.load.pace;

import dev.loombench.text.WrongInput;
import java.util.OptionalLong;

/// The precision with which requests of an open load leave at their due times. Precision costs a
/// wake-up of the worker per due time; lower precision shows as send lag.
public enum Pacing {
    /// Chosen by the transport, the rate, and what a timer costs.
    AUTO("auto", 1),
    /// Each request at its due time.
    EXACT("exact", 1),
    /// All due requests, ten thousand times per second.
    TENTH_MILLI("0.1ms", 100_000),
    /// All due requests, a thousand times per second.
    MILLISECOND("1ms", 1_000_000),
    /// By the responses alone: the closed model.
    CLOSED_LOOP("closed-loop", 1);

    /// The largest share of a processor that a worker may spend on waking up by the clock. A server
    /// on the same machine lacks what the wake-ups take, and what they buy shows only in response
    /// times of about a tick.
    private static final double WAKE_UP_SHARE = 0.1;

    /// Up to this many requests per second, each may have its own wake-up where the cost of one is
    /// unknown: a tenth of a processor for timers of 10 us.
    private static final double EXACT_RATE = 10_000;

    private static final double NANOS_PER_SECOND = 1e9;

    private final String label;
    private final long tickNanos;

    Pacing(String label, long tickNanos) {
        this.label = label;
        this.tickNanos = tickNanos;
    }

    /// @throws WrongInput when no selectable pacing has this name
    public static Pacing named(String name) {
        return switch (name) {
            case "auto" -> AUTO;
            case "exact" -> EXACT;
            case "0.1ms" -> TENTH_MILLI;
            case "1ms" -> MILLISECOND;
            default ->
                    throw new WrongInput(
                            "pacing must be auto, exact, 0.1ms or 1ms, was \"" + name + "\"");
        };
    }

    /// The name in results.
    public String label() {
        return label;
    }

    /// Requests leave at multiples of this after the start, ns. A transport with an equal or
    /// coarser resolution rounds by itself: rounded twice, they would leave a tick late.
    public long tickNanosOver(long resolutionNanos) {
        return resolutionNanos < tickNanos ? tickNanos : 1;
    }

    /// Whether the pacing that a load uses depends on what a timer costs. At a rate of no more
    /// requests than the coarsest pacing has ticks, each has its own wake-up with any.
    ///
    /// @param rate of one worker, requests per second
    /// @param resolutionNanos of the transport's waits
    public boolean dependsOnTimer(double rate, long resolutionNanos) {
        return this == AUTO
                && resolutionNanos < MILLISECOND.tickNanos
                && rate > MILLISECOND.ticksPerSecond();
    }

    /// The pacing that a load uses: the finest whose wake-ups, `min(rate, ticks per second)`, take
    /// at most a tenth of a processor, else the coarsest.
    ///
    /// @param rate of one worker, requests per second
    /// @param resolutionNanos of the transport's waits
    /// @param timerCostNanos CPU time of a wake-up by timer; empty where it is unknown
    public Pacing resolve(double rate, long resolutionNanos, OptionalLong timerCostNanos) {
        if (this != AUTO) {
            return this;
        }
        if (!dependsOnTimer(rate, resolutionNanos)) {
            return resolutionNanos < MILLISECOND.tickNanos ? EXACT : MILLISECOND;
        }
        if (timerCostNanos.isEmpty()) {
            return rate <= EXACT_RATE ? EXACT : TENTH_MILLI;
        }
        double wakeUps = WAKE_UP_SHARE * NANOS_PER_SECOND / timerCostNanos.getAsLong();
        if (rate <= wakeUps) {
            return EXACT;
        }
        return Math.min(rate, TENTH_MILLI.ticksPerSecond()) <= wakeUps ? TENTH_MILLI : MILLISECOND;
    }

    private double ticksPerSecond() {
        return NANOS_PER_SECOND / tickNanos;
    }
}
