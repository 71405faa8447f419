package dev.loombench.analysis;

import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.spec.Claim;
import dev.loombench.spec.Claim.Relation;
import dev.loombench.spec.Claim.Target;
import dev.loombench.stats.Interval;
import dev.loombench.stats.TrialsNeeded;
import java.util.List;
import java.util.function.Function;

/// What the trials say to a claim.
public record ClaimCheck(Claim claim, Outcome outcome) {

    /// Each interval is of the variant's figure where the claim names a figure, and of the ratio to
    /// the other variant where it names one.
    public sealed interface Outcome {
        /// The whole interval lies where the claim says.
        record Supported(Interval seen) implements Outcome {}

        /// No part of the interval does.
        record Contradicted(Interval seen) implements Outcome {}

        /// A part does.
        ///
        /// @param trialsNeeded of each variant, if figure and spread stay as they were
        record Undecided(Interval seen, int trials, int trialsNeeded) implements Outcome {}

        /// No interval can be had.
        record NoEvidence(String why) implements Outcome {}
    }

    /// Where the claim says that the truth lies; both ends count as in it.
    private record Range(double low, double high) {
        static Range of(Relation relation, double target) {
            return switch (relation) {
                case Relation.Above _ -> new Range(target, Double.POSITIVE_INFINITY);
                case Relation.Below _ -> new Range(Double.NEGATIVE_INFINITY, target);
                case Relation.Within(var share) ->
                        new Range(target * (1 - share), target * (1 + share));
            };
        }

        boolean holds(Interval seen) {
            return low <= seen.low() && seen.high() <= high;
        }

        boolean misses(Interval seen) {
            return seen.high() < low || seen.low() > high;
        }

        /// How far `point` lies from the nearer end, as a share: what the interval's half must come
        /// below to decide.
        double distance(double point) {
            double toLow = low > 0 ? Math.abs(Math.log(point / low)) : Double.POSITIVE_INFINITY;
            double toHigh =
                    high < Double.POSITIVE_INFINITY
                            ? Math.abs(Math.log(point / high))
                            : Double.POSITIVE_INFINITY;
            return Math.expm1(Math.min(toLow, toHigh));
        }
    }

    /// @param figures of the completed trials of a variant
    static ClaimCheck of(
            Claim claim, Function<String, List<TrialFigures>> figures, Estimates estimates) {
        var trials = figures.apply(claim.variant());
        var metric = claim.metric();
        return new ClaimCheck(
                claim,
                switch (claim.target()) {
                    case Target.FixedValue(var value) ->
                            estimates
                                    .figure(metric, trials)
                                    .map(seen ->
                                            judged(
                                                    seen,
                                                    Range.of(claim.relation(), value),
                                                    trials.size(),
                                                    estimates.level()))
                                    .orElseGet(() ->
                                            new Outcome.NoEvidence(estimates.figureNeeds(metric)));
                    case Target.Times(var factor, var other) ->
                            estimates
                                    .ratio(metric, trials, figures.apply(other))
                                    .map(seen ->
                                            judged(
                                                    seen,
                                                    Range.of(claim.relation(), factor),
                                                    Math.min(
                                                            trials.size(),
                                                            figures.apply(other).size()),
                                                    estimates.level()))
                                    .orElseGet(() ->
                                            new Outcome.NoEvidence(estimates.ratioNeeds(metric)));
                });
    }

    private static Outcome judged(Interval seen, Range range, int trials, double level) {
        if (range.holds(seen)) {
            return new Outcome.Supported(seen);
        }
        if (range.misses(seen)) {
            return new Outcome.Contradicted(seen);
        }
        return new Outcome.Undecided(seen, trials, forecast(seen, range, trials, level));
    }

    private static int forecast(Interval seen, Range range, int trials, double level) {
        double distance = range.distance(seen.point());
        return seen.low() > 0 && distance > 0
                ? TrialsNeeded.forMargin(seen, trials, distance, level, Analysis.MOST_TRIALS)
                : Analysis.MOST_TRIALS;
    }
}
