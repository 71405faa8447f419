package dev.loombench.analysis;

import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.spec.Claim;
import dev.loombench.spec.Claim.Relation;
import dev.loombench.spec.Claim.Target;
import dev.loombench.stats.Interval;
import dev.loombench.stats.TrialsNeeded;
import java.util.List;
import java.util.function.Function;

/// The check of a claim against the trials.
public record ClaimCheck(Claim claim, Outcome outcome) {

    /// The intervals are those of the variant's metric, or of its ratio to the other variant that
    /// the claim names.
    public sealed interface Outcome {
        /// The whole interval is in the claimed range.
        record Supported(Interval interval) implements Outcome {}

        /// No part of the interval is in the claimed range.
        record Contradicted(Interval interval) implements Outcome {}

        /// A part of the interval is in the claimed range.
        ///
        /// @param trialsNeeded per variant, if estimate and spread stay the same
        record Undecided(Interval interval, int trials, int trialsNeeded) implements Outcome {}

        /// The trials give no interval.
        record NoEvidence(String reason) implements Outcome {}
    }

    /// The values that the claim allows, both ends included.
    private record Range(double low, double high) {
        static Range of(Relation relation, double target) {
            return switch (relation) {
                case Relation.Above _ -> new Range(target, Double.POSITIVE_INFINITY);
                case Relation.Below _ -> new Range(Double.NEGATIVE_INFINITY, target);
                case Relation.Within(var share) ->
                        new Range(target * (1 - share), target * (1 + share));
            };
        }

        boolean contains(Interval interval) {
            return low <= interval.low() && interval.high() <= high;
        }

        boolean excludes(Interval interval) {
            return interval.high() < low || interval.low() > high;
        }

        /// The distance of `point` from the nearer end, as a share: half the interval must be below
        /// it to decide.
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
                                    .interval(metric, trials)
                                    .map(interval ->
                                            judged(
                                                    interval,
                                                    Range.of(claim.relation(), value),
                                                    trials.size(),
                                                    estimates.level()))
                                    .orElseGet(() ->
                                            new Outcome.NoEvidence(
                                                    estimates.intervalRequirement(metric)));
                    case Target.Times(var factor, var other) ->
                            estimates
                                    .ratio(metric, trials, figures.apply(other))
                                    .map(interval ->
                                            judged(
                                                    interval,
                                                    Range.of(claim.relation(), factor),
                                                    Math.min(
                                                            trials.size(),
                                                            figures.apply(other).size()),
                                                    estimates.level()))
                                    .orElseGet(() ->
                                            new Outcome.NoEvidence(
                                                    estimates.ratioRequirement(metric)));
                });
    }

    private static Outcome judged(Interval interval, Range range, int trials, double level) {
        if (range.contains(interval)) {
            return new Outcome.Supported(interval);
        }
        if (range.excludes(interval)) {
            return new Outcome.Contradicted(interval);
        }
        return new Outcome.Undecided(interval, trials, forecast(interval, range, trials, level));
    }

    private static int forecast(Interval interval, Range range, int trials, double level) {
        double distance = range.distance(interval.point());
        return interval.low() > 0 && distance > 0
                ? TrialsNeeded.forMargin(interval, trials, distance, level, Analysis.MAX_FORECAST)
                : Analysis.MAX_FORECAST;
    }
}
