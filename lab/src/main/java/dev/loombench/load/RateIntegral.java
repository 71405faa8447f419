package dev.loombench.load;

import dev.loombench.spec.load.LoadProfile;

/// When the integral of a course of rates, the number of arrivals that are due by then, reaches
/// given values.
///
/// Within a piece that begins at `t0` with rate `r0`, integral `L0` and slope `a`, the integral
/// reaches `L` where `r0 x + a x^2 / 2 = L - L0`, which is `x = 2 (L - L0) / (r0 + sqrt(r0^2 + 2 a
/// (L - L0)))` after `t0`: the form that holds for every slope, 0 included, and loses no digits.
final class RateIntegral {
    private final long[] at;
    private final double[] level;

    /// The piece that the latest value was reached in, and the integral at its beginning.
    private int piece;

    private double before;

    RateIntegral(LoadProfile course) {
        var points = course.points();
        at = points.stream().mapToLong(p -> p.at().toNanos()).toArray();
        level = points.stream().mapToDouble(LoadProfile.Point::level).toArray();
    }

    /// @param value above 0, and at least that of the call before
    /// @return ns from the beginning, rounded up; `LoadProfile.NEVER` when it is not reached
    long reaches(double value) {
        while (piece + 1 < at.length && before + area() < value) {
            before += area();
            piece++;
        }
        double wanted = value - before;
        boolean last = piece + 1 == at.length;
        if (last && level[piece] == 0) {
            return LoadProfile.NEVER;
        }
        double slope = last ? 0 : slope();
        double rate = level[piece];
        double root = Math.sqrt(Math.max(0, rate * rate + 2 * slope * wanted));
        double after = Math.ceil(2e9 * wanted / (rate + root));
        return after >= LoadProfile.NEVER ? LoadProfile.NEVER : at[piece] + (long) after;
    }

    /// Of the piece: arrivals.
    private double area() {
        return (level[piece] + level[piece + 1]) * (at[piece + 1] - at[piece]) / 2e9;
    }

    /// Of the piece: rate a second.
    private double slope() {
        return (level[piece + 1] - level[piece]) * 1e9 / (at[piece + 1] - at[piece]);
    }
}
