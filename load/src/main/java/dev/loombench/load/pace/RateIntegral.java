package dev.loombench.load.pace;

import dev.loombench.traffic.LoadProfile;

/// Times at which the integral of a rate profile, the mean number of arrivals until then, reaches
/// given values.
///
/// Within a segment that begins at `t0` with rate `r0`, integral `L0` and slope `a`, the integral
/// reaches `L` where `r0 x + a x^2 / 2 = L - L0`, which is `x = 2 (L - L0) / (r0 + sqrt(r0^2 + 2 a
/// (L - L0)))` after `t0`: this form holds for every slope, including 0, and loses no precision.
final class RateIntegral {
    private final long[] at;
    private final double[] level;

    /// The segment in which the latest value was reached, and the integral at its beginning.
    private int segment;

    private double integralBefore;

    RateIntegral(LoadProfile profile) {
        var points = profile.points();
        at = points.stream().mapToLong(p -> p.at().toNanos()).toArray();
        level = points.stream().mapToDouble(LoadProfile.Point::level).toArray();
    }

    /// @param value above 0, and not below that of the previous call
    /// @return ns from the beginning, rounded up; `LoadProfile.NEVER` when it is not reached
    long nanosUntil(double value) {
        while (segment + 1 < at.length && integralBefore + area() < value) {
            integralBefore += area();
            segment++;
        }
        double missing = value - integralBefore;
        boolean last = segment + 1 == at.length;
        if (last && level[segment] == 0) {
            return LoadProfile.NEVER;
        }
        double slope = last ? 0 : slope();
        double rate = level[segment];
        double squareRoot = Math.sqrt(Math.max(0, rate * rate + 2 * slope * missing));
        double after = Math.ceil(2e9 * missing / (rate + squareRoot));
        return after >= LoadProfile.NEVER ? LoadProfile.NEVER : at[segment] + (long) after;
    }

    /// The integral over the segment: arrivals.
    private double area() {
        return (level[segment] + level[segment + 1]) * (at[segment + 1] - at[segment]) / 2e9;
    }

    /// The slope of the segment: change of the rate per second.
    private double slope() {
        return (level[segment + 1] - level[segment]) * 1e9 / (at[segment + 1] - at[segment]);
    }
}
