package dev.loombench.analysis.comparison;

import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Claim.Relation;
import dev.loombench.experiment.Claim.Target;
import dev.loombench.stats.BlocksNeeded;
import dev.loombench.stats.Interval;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// The check of a claim against the trials.
public record ClaimCheck(Claim claim, Outcome outcome) {

    /// The intervals are those of the variant's metric, or of its ratio to the other variant that
    /// the claim names. Where processes are of two kinds, they contain those of both kinds: a claim
    /// is decided where it is for each kind.
    public sealed interface Outcome {
        /// The whole interval is in the claimed range.
        record Supported(Interval interval) implements Outcome {}

        /// No part of the interval is in the claimed range.
        record Contradicted(Interval interval) implements Outcome {}

        /// A part of the interval is in the claimed range, or no block had a combination of kinds
        /// of processes that both variants may have.
        ///
        /// @param blocks that have the metric of all variants of the claim
        /// @param needed to show that the value is in the claimed range, or outside of it
        record Undecided(Interval interval, int blocks, BlocksNeeded needed) implements Outcome {}

        /// The trials give no interval.
        record NoEvidence(String reason) implements Outcome {}

        /// The interval is that of figures which a finding makes invalid.
        ///
        /// @param asMeasured the outcome by these figures
        record Invalid(Outcome asMeasured, ResultFinding by) implements Outcome {}

        /// The interval; empty without one.
        default Optional<Interval> measured() {
            return switch (this) {
                case Supported(var interval) -> Optional.of(interval);
                case Contradicted(var interval) -> Optional.of(interval);
                case Undecided(var interval, _, _) -> Optional.of(interval);
                case NoEvidence _ -> Optional.empty();
                case Invalid(var outcome, _) -> outcome.measured();
            };
        }
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

        static Range of(Claim claim) {
            return switch (claim.target()) {
                case Target.FixedValue(var value) -> of(claim.relation(), value);
                case Target.Times(var factor, _) -> of(claim.relation(), factor);
            };
        }

        boolean contains(Interval interval) {
            return low <= interval.low() && interval.high() <= high;
        }

        boolean excludes(Interval interval) {
            return interval.high() < low || interval.low() > high;
        }

        BlocksNeeded.Range onLogScale() {
            return new BlocksNeeded.Range(
                    low > 0 ? Math.log(low) : Double.NEGATIVE_INFINITY, Math.log(high));
        }
    }

    /// The check of a claim by an estimate that comes from no trial.
    ///
    /// @param interval of the variant's metric, or of its ratio to the other variant
    /// @param logs of the values that the interval is made of, at least two
    /// @param level of the interval
    public static ClaimCheck of(Claim claim, Interval interval, double[] logs, double level) {
        var range = Range.of(claim);
        return new ClaimCheck(
                claim,
                judged(
                        interval,
                        range,
                        () ->
                                new Outcome.Undecided(
                                        interval,
                                        logs.length,
                                        BlocksNeeded.of(logs, 0, range.onLogScale(), level))));
    }

    /// The check of a claim by limits of its metric; empty where they do not decide it.
    public static Optional<ClaimCheck> ofLimits(Claim claim, Interval limits) {
        var range = Range.of(claim);
        return range.contains(limits)
                ? Optional.of(new ClaimCheck(claim, new Outcome.Supported(limits)))
                : range.excludes(limits)
                        ? Optional.of(new ClaimCheck(claim, new Outcome.Contradicted(limits)))
                        : Optional.empty();
    }

    /// Whether it is supported or contradicted.
    public boolean decided() {
        return switch (outcome) {
            case Outcome.Supported _, Outcome.Contradicted _ -> true;
            case Outcome.Undecided _, Outcome.NoEvidence _, Outcome.Invalid _ -> false;
        };
    }

    /// This check, or an invalid one where a finding makes the figures of its interval invalid.
    public ClaimCheck unless(Optional<ResultFinding> invalidating) {
        return invalidating
                .filter(_ -> outcome.measured().isPresent())
                .map(by -> new ClaimCheck(claim, new Outcome.Invalid(outcome, by)))
                .orElse(this);
    }

    /// The check by its figures, whether or not a finding makes them invalid.
    public ClaimCheck asMeasured() {
        return outcome instanceof Outcome.Invalid(var measured, _)
                ? new ClaimCheck(claim, measured)
                : this;
    }

    /// @param figures of the completed trials of a variant
    public static ClaimCheck of(
            Claim claim, Function<String, List<TrialFigures>> figures, Estimates estimates) {
        return new ClaimCheck(
                claim,
                switch (claim.target()) {
                    case Target.FixedValue _ -> ofValue(claim, Range.of(claim), figures, estimates);
                    case Target.Times(_, var other) ->
                            ofRatio(
                                    claim,
                                    Range.of(claim),
                                    figures.apply(claim.variant()),
                                    figures.apply(other),
                                    estimates);
                });
    }

    private static Outcome ofValue(
            Claim claim,
            Range range,
            Function<String, List<TrialFigures>> figures,
            Estimates estimates) {
        var metric = claim.metric();
        var trials = figures.apply(claim.variant());
        var interval = new EstimatesOfKinds(estimates).interval(metric, trials);
        if (interval.isEmpty()) {
            return new Outcome.NoEvidence(Estimates.intervalRequirement(metric));
        }
        return judged(
                interval.get(),
                range,
                () ->
                        new Outcome.Undecided(
                                interval.get(),
                                Estimates.trials(metric, trials),
                                estimates.trialsForInterval(metric, trials, range.onLogScale())));
    }

    private static Outcome ofRatio(
            Claim claim,
            Range range,
            List<TrialFigures> variant,
            List<TrialFigures> other,
            Estimates estimates) {
        var metric = claim.metric();
        var kinds = new EstimatesOfKinds(estimates);
        var interval = kinds.ratio(metric, variant, other);
        if (interval.isEmpty()) {
            return new Outcome.NoEvidence(Estimates.whyNoRatio(metric, variant, other));
        }
        Supplier<Outcome> undecided =
                () ->
                        new Outcome.Undecided(
                                interval.get(),
                                Estimates.blocks(metric, variant, other),
                                estimates.blocksForRatio(
                                        metric, variant, other, range.onLogScale()));
        return kinds.areComplete(metric, variant, other)
                ? judged(interval.get(), range, undecided)
                : undecided.get();
    }

    private static Outcome judged(Interval interval, Range range, Supplier<Outcome> undecided) {
        if (range.contains(interval)) {
            return new Outcome.Supported(interval);
        }
        return range.excludes(interval) ? new Outcome.Contradicted(interval) : undecided.get();
    }
}
