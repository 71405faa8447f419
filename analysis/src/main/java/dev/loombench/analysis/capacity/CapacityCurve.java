package dev.loombench.analysis.capacity;

import dev.loombench.stats.series.IsotonicRegression;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// The burn of the objectives by arrival rate: isotonic, since a higher rate should not be easier
/// to hold.
///
/// The fit is [IsotonicRegression] of the burn with the requests of each window as weights; the
/// burn of pooled windows is then that of their requests together. The crossing is where the fit
/// reaches 1. Between neighbours, `ln(burn)` is linear in `ln(rate)`: in a queue, the share of
/// responses above a limit falls exponentially with the distance from saturation (M/M/1: `exp(-(mu
/// - lambda) * limit)`). A window without requests has a burn of 0, which has no logarithm: above
///   it, the crossing is in the middle.
///
/// @param points in ascending order of the rate
public record CapacityCurve(List<Point> points) {
    /// A reversal between windows that is seldom chance: the burn halves at a higher rate.
    private static final double REVERSAL = 2;

    /// Rates closer than this are equal for a reversal: near the capacity, where most windows are,
    /// the burn of one queue varies by more than a factor of 2 from window to window.
    private static final double SAME_RATE = 1.2;

    public CapacityCurve {
        points = List.copyOf(points);
    }

    /// A rate and the burn there.
    ///
    /// @param weight requests
    /// @param fitted isotonic burn
    public record Point(double rate, double burn, double weight, double fitted) {}

    /// A rate that holds the objectives, above one that violates them.
    public record Reversal(Point violated, Point met) {}

    /// The curve of probes; those that say nothing of the server are left out.
    public static CapacityCurve of(List<RateProbe> probes) {
        var sorted =
                probes.stream()
                        .filter(RateProbe::valid)
                        .sorted(Comparator.comparingDouble(RateProbe::rate))
                        .toList();
        var burn = sorted.stream().mapToDouble(RateProbe::burn).toArray();
        var weight =
                sorted.stream().mapToDouble(p -> Math.max(1, p.figures().requests())).toArray();
        return of(sorted.stream().mapToDouble(RateProbe::rate).toArray(), burn, weight);
    }

    /// @param rate [n] in ascending order
    /// @param burn [n] 0 or more
    /// @param weight [n] above 0
    static CapacityCurve of(double[] rate, double[] burn, double[] weight) {
        var fitted = IsotonicRegression.fit(burn, weight);
        var points = new ArrayList<Point>();
        for (int i = 0; i < rate.length; i++) {
            points.add(new Point(rate[i], burn[i], weight[i], fitted[i]));
        }
        return new CapacityCurve(points);
    }

    /// The rate at which the fitted burn is 1; empty where all points are on one side.
    public OptionalDouble crossing() {
        for (int i = 1; i < points.size(); i++) {
            var a = points.get(i - 1);
            var b = points.get(i);
            if (a.fitted() <= 1 && b.fitted() > 1) {
                return OptionalDouble.of(
                        a.rate() * Math.pow(b.rate() / a.rate(), part(a.fitted(), b.fitted())));
            }
        }
        return OptionalDouble.empty();
    }

    /// How far from `a` to `b` the logarithm of the burn is 0, as a share of the way.
    ///
    /// @param a 0 to 1
    /// @param b above 1
    static double part(double a, double b) {
        return a > 0 ? Math.log(a) / (Math.log(a) - Math.log(b)) : 0.5;
    }

    /// The pair that contradicts most that a lower rate is easier to hold: violated below, met with
    /// at most half the burn at a rate above; empty where there is none.
    public Optional<Reversal> reversal() {
        return points.stream()
                .filter(low -> low.burn() > 1)
                .flatMap(low ->
                        points.stream()
                                .filter(high -> high.rate() > SAME_RATE * low.rate())
                                .filter(high -> high.burn() <= 1)
                                .map(high -> new Reversal(low, high)))
                .filter(r -> r.violated().burn() > REVERSAL * r.met().burn())
                .max(Comparator.comparingDouble(r -> r.violated().burn() / r.met().burn()));
    }
}
