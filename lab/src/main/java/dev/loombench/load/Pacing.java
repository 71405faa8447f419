package dev.loombench.load;

import dev.loombench.spec.text.SpecError;

/// How exactly the requests of an open load leave when they are due. Exactness costs a wake-up of
/// the loop for each due time; what is spared of that shows as send lag.
public enum Pacing {
    /// To be chosen, by the transport and the rate.
    AUTO("auto", 1),
    /// As each is due.
    EXACT("exact", 1),
    /// Ten thousand times a second, whatever is due by then.
    TENTH_MILLI("0.1ms", 100_000),
    /// A thousand times a second, whatever is due by then.
    MILLISECOND("1ms", 1_000_000),
    /// By the answers alone: the closed model.
    CLOSED_LOOP("answers", 1);

    /// Up to so many requests a second, each may have a wake-up of its own: a quarter of a core.
    private static final double EXACT_RATE = 10_000;

    private final String label;
    private final long tickNanos;

    Pacing(String label, long tickNanos) {
        this.label = label;
        this.tickNanos = tickNanos;
    }

    /// @throws SpecError when there is none of that name to ask for
    public static Pacing named(String name) {
        return switch (name) {
            case "auto" -> AUTO;
            case "exact" -> EXACT;
            case "0.1ms" -> TENTH_MILLI;
            case "1ms" -> MILLISECOND;
            default ->
                    throw new SpecError(
                            "pacing must be auto, exact, 0.1ms or 1ms, was \"" + name + "\"");
        };
    }

    /// As it stands in results.
    public String label() {
        return label;
    }

    /// Requests leave at multiples of this after the start, ns. A transport that is as coarse does
    /// that by itself: rounded twice, they would leave a tick late.
    long ticksOver(long resolutionNanos) {
        return resolutionNanos < tickNanos ? tickNanos : 1;
    }

    /// What a load does that was asked for this.
    ///
    /// @param rate of one loop, requests a second
    /// @param resolutionNanos of the transport's waits
    Pacing chosenFor(double rate, long resolutionNanos) {
        if (this != AUTO) {
            return this;
        }
        if (resolutionNanos >= MILLISECOND.tickNanos) {
            return MILLISECOND;
        }
        return rate <= EXACT_RATE ? EXACT : TENTH_MILLI;
    }
}
