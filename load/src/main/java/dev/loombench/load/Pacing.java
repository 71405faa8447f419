package dev.loombench.load;

import dev.loombench.text.WrongInput;

/// The precision with which requests of an open load leave at their due times. Precision costs a
/// wake-up of the worker per due time; lower precision shows as send lag.
public enum Pacing {
    /// Chosen by the transport and the rate.
    AUTO("auto", 1),
    /// Each request at its due time.
    EXACT("exact", 1),
    /// All due requests, ten thousand times per second.
    TENTH_MILLI("0.1ms", 100_000),
    /// All due requests, a thousand times per second.
    MILLISECOND("1ms", 1_000_000),
    /// By the responses alone: the closed model.
    CLOSED_LOOP("closed-loop", 1);

    /// Up to this many requests per second, each may have its own wake-up: a quarter of a core.
    private static final double EXACT_RATE = 10_000;

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
    long tickNanosOver(long resolutionNanos) {
        return resolutionNanos < tickNanos ? tickNanos : 1;
    }

    /// The pacing that a load uses.
    ///
    /// @param rate of one worker, requests per second
    /// @param resolutionNanos of the transport's waits
    Pacing resolve(double rate, long resolutionNanos) {
        if (this != AUTO) {
            return this;
        }
        if (resolutionNanos >= MILLISECOND.tickNanos) {
            return MILLISECOND;
        }
        return rate <= EXACT_RATE ? EXACT : TENTH_MILLI;
    }
}
