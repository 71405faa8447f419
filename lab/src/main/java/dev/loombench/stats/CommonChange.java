package dev.loombench.stats;

import java.util.List;
import java.util.OptionalDouble;

/// The test whether the trials of a variant changed alike: their mean change must be beyond the
/// noise within the trials, and beyond that between them.
///
/// The noise within trials decides in a run of few trials, and is estimated from many values. It
/// misses what changes slowly, such as a neighbour that is busy for seconds, which differs from
/// trial to trial.
public final class CommonChange {
    /// Confidence level of the test within trials. A run makes some ten such tests.
    private static final double LEVEL_WITHIN = 0.995;

    /// Confidence level of the test between trials, which is made in addition.
    private static final double LEVEL_BETWEEN = 0.95;

    /// With fewer trials their spread says little.
    private static final int FEWEST_BETWEEN = 3;

    private CommonChange() {}

    /// The change of one trial.
    ///
    /// @param value any unit, 0 for no change
    /// @param error standard error from the values within the trial; empty where they are too few
    /// @param freedom degrees of freedom of that error
    public record Change(double value, OptionalDouble error, double freedom) {

        /// The change of this trial beyond that of another.
        public Change minus(Change other) {
            return new Change(
                    value - other.value,
                    error.isPresent() && other.error.isPresent()
                            ? OptionalDouble.of(
                                    Math.hypot(error.getAsDouble(), other.error.getAsDouble()))
                            : OptionalDouble.empty(),
                    freedom + other.freedom);
        }
    }

    /// True when `|mean| > t[f] * sqrt(sum(error²)) / n` at 99.5 %, where f is the sum of the
    /// degrees of freedom, and, of three trials or more, `|mean| > t[n - 1] * s / sqrt(n)` at 95 %,
    /// where s is the standard deviation of the changes. Where a trial has no error, the second
    /// test alone decides, at 99.5 %, and fewer than three trials have no result.
    ///
    /// @param changes one per trial
    public static boolean isSignificant(List<Change> changes) {
        int n = changes.size();
        boolean known = changes.stream().allMatch(c -> c.error.isPresent());
        if (n == 0 || (!known && n < FEWEST_BETWEEN)) {
            return false;
        }
        var values = changes.stream().mapToDouble(Change::value).toArray();
        double size = Math.abs(Descriptive.mean(values));
        return (!known || size > halfWithin(changes))
                && (n < FEWEST_BETWEEN
                        || size > halfBetween(values, known ? LEVEL_BETWEEN : LEVEL_WITHIN));
    }

    private static double halfWithin(List<Change> changes) {
        double squares = 0;
        double freedom = 0;
        for (var change : changes) {
            squares += Math.pow(change.error.orElseThrow(), 2);
            freedom += change.freedom;
        }
        return StudentT.quantile(Math.max(1, freedom), LEVEL_WITHIN)
                * Math.sqrt(squares)
                / changes.size();
    }

    private static double halfBetween(double[] values, double level) {
        return StudentT.quantile(values.length - 1, level)
                * Math.sqrt(Descriptive.variance(values) / values.length);
    }
}
