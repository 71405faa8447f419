package dev.loombench.stats.series;

import dev.loombench.stats.StudentT;
import java.util.Arrays;
import java.util.Optional;

/// Whether a series has reached the level at which it will stay, as CPU per request does once a
/// server is warm, or why not.
///
/// An equivalence test of the trend of the latest values, continued over a horizon: half of the
/// time that the series has lasted, and at least a time that the caller gives. The change over the
/// horizon must lie within the tolerance with its whole confidence interval. A value that
/// approaches its level with the time constant T is `T * slope` above it, so a horizon of T bounds
/// that excess. A fast approach is bounded by the shortest horizon; a slow one is above the
/// tolerance until twice T has passed, when the horizon is T. Noise makes the interval wider and
/// the look-back longer; it never makes a series steady. [Trend] classifies a whole series.
///
/// A slow approach is short of its level by more than the shortest horizon shows. So a series is
/// not steady while its [lasting trend][LastingTrend] exceeds the tolerance over a far horizon,
/// which the caller gives too. A flat series seldom has one, and does not wait for that horizon.
///
/// Source: Schuirmann, *A Comparison of the Two One-Sided Tests Procedure and the Power Approach*
/// (1987), for the test of equivalence.
public enum SteadyState {
    REACHED,
    RISING,
    FALLING,
    /// The values are too few, or too noisy.
    UNDECIDED;

    /// Minimum number of values of a look-back.
    public static final int FEWEST = 8;

    /// Confidence level of the interval: a trend at the tolerance passes one test with 5 %.
    private static final double LEVEL = 0.9;

    /// Confidence level at which a change is called one: 1 % of equal levels rise or fall by
    /// chance, some 5 % where their correlation is underestimated.
    private static final double LEVEL_OF_CHANGE = 0.99;

    /// Share of the tolerance that half of the interval may take. The look-back is the shortest
    /// that achieves this. It depends on the noise and not on the trend, so that a trend is not
    /// tested until some look-back hides it.
    private static final double MAX_HALF_WIDTH = 0.7;

    /// Share of the series that the horizon has.
    private static final double HORIZON = 0.5;

    /// Share of the series that a look-back has at least: a short one estimates the correlation of
    /// its values badly, and the slope of a long approach is small in all of them.
    private static final double SHORTEST_LOOK_BACK = 1 / 3.0;

    /// Factor from one look-back to the next longer one.
    private static final double GROWTH = 1.1;

    /// Reached when `|h * b| + t[n - 2] * h * se <= tolerance * |mean|` over the last n values,
    /// where b is the slope of their [line][TrendLine], se its standard error, and `h =
    /// max(horizon, m / 2)`, and when the [lasting trend][LastingTrend] is within the tolerance.
    ///
    /// n is the smallest of `max(8, m / 3)` and its multiples by 1.1 with `t * h * se <= 0.7 *
    /// tolerance * |mean|`. Where there is none, the look-back counts whose interval has the
    /// nearest farthest end, `|h * b| + t * h * se` as a share of the mean: an approach that is
    /// over makes the change and its interval large in all look-backs that reach it. Such a series
    /// is never reached. It rises or falls when `|h * b|` exceeds the tolerance and its 99 %
    /// interval excludes 0, as one does whose lasting trend exceeds it, and is undecided otherwise.
    /// Where the 99 % interval of the shortest look-back excludes that change, the shortest counts:
    /// what it follows is over. Undecided is also one with a value in a look-back that is not
    /// finite.
    ///
    /// @param x [m] one value per interval, in time order, any unit
    /// @param horizon shortest horizon in values, at least 1
    /// @param far horizon of the lasting trend in values, at least the shortest
    /// @param tolerance share of the mean, no unit, at least 0
    public static Outcome of(double[] x, int horizon, int far, double tolerance) {
        if (horizon < 1 || far < horizon || !(tolerance >= 0)) {
            throw new IllegalArgumentException(
                    "horizons %d and %d, tolerance %s".formatted(horizon, far, tolerance));
        }
        double ahead = Math.max(horizon, HORIZON * x.length);
        int finite = finiteAtEnd(x);
        Optional<Change> latest = Optional.empty();
        Optional<Change> closest = Optional.empty();
        double shortest = Math.max(FEWEST, Math.ceil(SHORTEST_LOOK_BACK * x.length));
        int n = 0;
        for (double next = shortest; n < x.length; next *= GROWTH) {
            n = (int) Math.min(Math.rint(next), Math.max(shortest, x.length));
            if (n > finite) {
                return Outcome.UNKNOWN;
            }
            var line = TrendLine.of(latest(x, n));
            var change = Change.of(line, ahead, tolerance);
            latest = latest.or(() -> Optional.of(change));
            if (change.isPrecise()) {
                return change.state() != REACHED || Change.of(line, far, tolerance).isWithin()
                        ? change.outcome(latest.get())
                        : change.outcome(LastingTrend.of(latest(x, finite), far));
            }
            closest =
                    closest.filter(c -> c.farthest() <= change.farthest())
                            .or(() -> Optional.of(change));
        }
        return closest.isEmpty() ? Outcome.UNKNOWN : closest.get().outcome(latest.orElseThrow());
    }

    private static int finiteAtEnd(double[] x) {
        int n = 0;
        while (n < x.length && Double.isFinite(x[x.length - 1 - n])) {
            n++;
        }
        return n;
    }

    private static double[] latest(double[] x, int n) {
        return Arrays.copyOfRange(x, x.length - n, x.length);
    }

    /// The outcome of the test of a series.
    ///
    /// @param change farthest end of the interval of the change over the horizon, as a share of the
    ///   mean, at least 0, or the lasting trend that exceeds the tolerance; infinite where the
    ///   values do not tell
    public record Outcome(SteadyState state, double change) {
        static final Outcome UNKNOWN = new Outcome(UNDECIDED, Double.POSITIVE_INFINITY);

        public Outcome {
            if (!(change >= 0)) {
                throw new IllegalArgumentException("a change of " + change);
            }
        }
    }

    /// The change of a series over a horizon.
    ///
    /// @param value with its sign, in the unit of the series
    /// @param half of its interval
    /// @param least that is a change and not chance
    /// @param limit the tolerance, in the unit of the series
    /// @param level mean of the series, at least 0
    private record Change(double value, double half, double least, double limit, double level) {
        static Change of(TrendLine line, double ahead, double tolerance) {
            double error = ahead * line.error();
            return new Change(
                    ahead * line.slope(),
                    StudentT.quantile(line.n() - 2.0, LEVEL) * error,
                    StudentT.quantile(line.n() - 2.0, LEVEL_OF_CHANGE) * error,
                    tolerance * Math.abs(line.mean()),
                    Math.abs(line.mean()));
        }

        Outcome outcome() {
            return new Outcome(state(), farthest());
        }

        /// The outcome of a look-back, or of the shortest where this one rises or falls and that
        /// one excludes it: an approach that has ended is in the long look-backs only.
        Outcome outcome(Change latest) {
            boolean changes = state() == RISING || state() == FALLING;
            return changes && Math.abs(value - latest.value) > latest.least
                    ? latest.outcome()
                    : outcome();
        }

        /// The farther end of the interval, as a share of the level.
        double farthest() {
            return level > 0 ? (Math.abs(value) + half) / level : Double.POSITIVE_INFINITY;
        }

        /// The outcome of a series whose change is within the tolerance.
        ///
        /// @param lasting change over the far horizon, with its sign
        Outcome outcome(double lasting) {
            return Math.abs(lasting) <= limit
                    ? outcome()
                    : new Outcome(lasting > 0 ? RISING : FALLING, Math.abs(lasting) / level);
        }

        boolean isWithin() {
            return Math.abs(value) + half <= limit;
        }

        boolean isPrecise() {
            return half <= MAX_HALF_WIDTH * limit;
        }

        private SteadyState state() {
            double size = Math.abs(value);
            if (isPrecise() && isWithin()) {
                return REACHED;
            }
            if (size <= limit || size <= least) {
                return UNDECIDED;
            }
            return value > 0 ? RISING : FALLING;
        }
    }
}
