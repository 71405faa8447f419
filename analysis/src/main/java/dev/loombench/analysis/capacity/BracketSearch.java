package dev.loombench.analysis.capacity;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/// The search for two rates between which the objectives begin to be violated, by short windows in
/// one process.
///
/// Exponential search upwards from the start (by 4 while hardly any of what is allowed is used,
/// else by 2) or downwards (by 4), then interpolation on the scale of `ln(burn)` and `ln(rate)`,
/// kept within the inner half of the bracket, until its ends differ by less than [#WIDTH].
///
/// Pure: `next` requests a rate, `tell` reports what was measured there.
public final class BracketSearch {
    /// Ratio of the ends of a bracket that is narrow enough to confirm.
    static final double WIDTH = 1.15;

    /// Share of the allowed violations below which the rate grows faster.
    private static final double FAR = 0.1;

    private static final double FAST = 4;
    private static final double SLOW = 2;

    private final Limits limits;
    private double low = Double.NaN;
    private double lowBurn;
    private double high = Double.NaN;
    private double highBurn;
    private double unreachable = Double.POSITIVE_INFINITY;
    private final List<Double> told = new ArrayList<>();

    /// The rates that may be tried, requests/s.
    ///
    /// @param start first rate
    /// @param lowest below which no rate is tried
    /// @param highest above which no rate is tried
    public record Limits(double start, double lowest, double highest) {
        public Limits {
            if (!(0 < lowest && lowest <= start && start <= highest)) {
                throw new IllegalArgumentException(
                        "rates from %s by %s to %s".formatted(lowest, start, highest));
            }
        }
    }

    /// What the search has found.
    public sealed interface Bracket {
        /// The objectives hold at `low` and are violated at `high`.
        record Between(double low, double high) implements Bracket {}

        /// They hold at every rate that could be offered.
        ///
        /// @param low the highest of them
        /// @param generatorLimited whether the load generator could not offer more
        record AtLeast(double low, boolean generatorLimited) implements Bracket {}

        /// They are violated at the lowest rate.
        record NotMet(double rate) implements Bracket {}
    }

    public BracketSearch(Limits limits) {
        this.limits = limits;
    }

    /// The next rate to measure; empty once the search has ended.
    public OptionalDouble next() {
        if (told.isEmpty()) {
            return OptionalDouble.of(limits.start());
        }
        double ceiling = Math.min(high(), unreachable);
        if (Double.isNaN(low)) {
            return ceiling <= limits.lowest()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(Math.max(limits.lowest(), ceiling / FAST));
        }
        if (Double.isInfinite(ceiling)) {
            return low >= limits.highest()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(
                            Math.min(limits.highest(), low * (lowBurn < FAR ? FAST : SLOW)));
        }
        return ceiling / low <= WIDTH
                ? OptionalDouble.empty()
                : OptionalDouble.of(low * Math.pow(ceiling / low, part(ceiling)));
    }

    /// The position of the next rate in the bracket, 1/4 to 3/4 on a logarithmic scale.
    private double part(double ceiling) {
        if (ceiling != high || !(highBurn > 1) || !(lowBurn < 1)) {
            return 0.5;
        }
        return Math.clamp(CapacityCurve.part(lowBurn, highBurn), 0.25, 0.75);
    }

    private double high() {
        return Double.isNaN(high) ? Double.POSITIVE_INFINITY : high;
    }

    /// Reports the burn at a rate; above 1 it is violated.
    public void tell(double rate, double burn) {
        told.add(rate);
        if (burn <= 1) {
            if (Double.isNaN(low) || rate > low) {
                low = rate;
                lowBurn = burn;
            }
        } else if (Double.isNaN(high) || rate < high) {
            high = rate;
            highBurn = burn;
        }
    }

    /// Reports that the load generator could not offer a rate.
    public void tellUnreachable(double rate) {
        told.add(rate);
        unreachable = Math.min(unreachable, rate);
    }

    /// The result, once `next` is empty.
    public Bracket result() {
        if (Double.isNaN(low)) {
            return new Bracket.NotMet(limits.lowest());
        }
        return high() <= unreachable && !Double.isNaN(high)
                ? new Bracket.Between(low, high)
                : new Bracket.AtLeast(low, unreachable < Double.POSITIVE_INFINITY);
    }
}
