package dev.loombench.report;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.comparison.ClaimCheck;
import dev.loombench.analysis.comparison.ConfidenceLevels;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.stats.BlocksNeeded;
import dev.loombench.stats.Interval;
import dev.loombench.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Verdicts, claims and the method of comparison, in words.
public final class ReportText {
    /// The meaning of the columns of a batch.
    public static final String COLUMNS_OF_BATCH =
            "elapsed: as measured by the program from its first task to the end of its last, else from its start to its end. CPU/task: all CPU time of the process until its last task ended.";

    private ReportText() {}

    /// The comparison of a variant with the first one.
    public static String verdict(Verdict verdict, Experiment experiment) {
        return switch (verdict) {
            case Verdict.Baseline _ ->
                    experiment.variants().size() == 1
                            ? "the only variant"
                            : "the others are compared with it";
            case Verdict.Better(var ratio) ->
                    "better by at least %s: %s".formatted(least(ratio), times(ratio, experiment));
            case Verdict.Worse(var ratio) ->
                    "worse by at least %s: %s".formatted(least(ratio), times(ratio, experiment));
            case Verdict.Different(var ratio) -> "different: " + times(ratio, experiment);
            case Verdict.NoDifference(var ratio, var margin) ->
                    "equivalent within %s %%: %s"
                            .formatted(Figures.axis(100 * margin), times(ratio, experiment));
            case Verdict.DependsOnProcess(var modes, var better) ->
                    better.map(b -> b ? "better in each mode; " : "worse in each mode; ").orElse("")
                            + ModesText.of(modes, experiment);
            case Verdict.Undecided(var ratio, var blocks, var needed) ->
                    "undecided after %s: %s; %s"
                            .formatted(
                                    Figures.counted(blocks, "block"),
                                    times(ratio, experiment),
                                    blocksNeeded(needed));
            case Verdict.NoEvidence(var reason) -> "no verdict: " + reason;
            case Verdict.Invalid(var ratio, var by) ->
                    "invalid by %s: %s".formatted(by.kind(), times(ratio, experiment));
        };
    }

    private static String times(Interval ratio, Experiment experiment) {
        return "%s times the %s [%s]"
                .formatted(
                        RatioText.ratio(ratio.point()),
                        MetricText.name(experiment),
                        RatioText.interval(ratio));
    }

    /// The end of the interval that is nearer to 1: `40 %`, or `a factor of 3.9`.
    private static String least(Interval ratio) {
        if (ratio.low() >= 2) {
            return "a factor of " + Figures.axis(Math.floor(10 * ratio.low()) / 10);
        }
        double nearest = ratio.point() > 1 ? ratio.low() - 1 : 1 - ratio.high();
        return Figures.axis(Math.floor(1_000 * nearest) / 10) + " %";
    }

    /// `12 to 40 trials per variant needed, if the ratio stays the same`.
    static String blocksNeeded(BlocksNeeded needed) {
        return blocksNeeded(needed, "trials", "variant");
    }

    /// @param unit of a block
    /// @param subject that has so many of them
    public static String blocksNeeded(BlocksNeeded needed, String unit, String subject) {
        if (needed.nearLimit()) {
            return "the estimate is so close to the limit that no number of %s may decide"
                    .formatted(unit);
        }
        if (needed.isBeyondLimit()) {
            return String.format(
                    Locale.ROOT,
                    "more than %,d %s per %s needed",
                    BlocksNeeded.LIMIT,
                    unit,
                    subject);
        }
        var high =
                needed.high() > BlocksNeeded.LIMIT
                        ? "more than " + Figures.whole(BlocksNeeded.LIMIT)
                        : Figures.whole(needed.high());
        var range =
                needed.low() == needed.high()
                        ? "about " + high
                        : Figures.whole(needed.low()) + " to " + high;
        return "%s %s per %s needed, if the estimate stays the same"
                .formatted(range, unit, subject);
    }

    /// The outcome of a claim, without the claim itself.
    public static String claim(ClaimCheck check) {
        return switch (check.outcome()) {
            case ClaimCheck.Outcome.Supported _ -> "supported: " + evidence(check);
            case ClaimCheck.Outcome.Contradicted _ -> "contradicted: " + evidence(check);
            case ClaimCheck.Outcome.Undecided _ -> "undecided " + evidence(check);
            case ClaimCheck.Outcome.NoEvidence _ -> "undecided: " + evidence(check);
            case ClaimCheck.Outcome.Invalid(_, var by) ->
                    "invalid by %s: %s".formatted(by.kind(), evidence(check));
        };
    }

    /// The evidence for a claim and, where it is undecided, what is missing.
    public static String evidence(ClaimCheck check) {
        return switch (check.outcome()) {
            case ClaimCheck.Outcome.Supported(var interval) -> evidence(check.claim(), interval);
            case ClaimCheck.Outcome.Contradicted(var interval) -> evidence(check.claim(), interval);
            case ClaimCheck.Outcome.Undecided(var interval, var blocks, var needed) ->
                    "after %s: %s; %s"
                            .formatted(
                                    Figures.counted(blocks, "block"),
                                    evidence(check.claim(), interval),
                                    blocksNeeded(
                                            needed,
                                            check.claim().metric() == Metric.CAPACITY
                                                    ? "processes"
                                                    : "trials",
                                            "variant"));
            case ClaimCheck.Outcome.NoEvidence(var reason) -> reason;
            case ClaimCheck.Outcome.Invalid invalid ->
                    invalid.measured()
                            .map(interval -> evidence(check.claim(), interval))
                            .orElse("");
        };
    }

    private static String evidence(Claim claim, Interval interval) {
        return switch (claim.target()) {
            case Claim.Target.FixedValue(var value) ->
                    "%s [%s]"
                            .formatted(
                                    MetricText.figure(claim.metric(), interval.point()),
                                    Format.interval(
                                            interval,
                                            value,
                                            (end, more) ->
                                                    MetricText.figure(claim.metric(), end, more)));
            case Claim.Target.Times(var factor, var other) ->
                    "%s times that of %s [%s]"
                            .formatted(
                                    RatioText.ratio(interval.point()),
                                    other,
                                    RatioText.interval(interval, factor));
        };
    }

    /// The outcomes of all claims: `2 of 3 claims supported, 1 contradicted`.
    static String claims(List<ClaimCheck> claims) {
        long supported =
                claims.stream()
                        .filter(c -> c.outcome() instanceof ClaimCheck.Outcome.Supported)
                        .count();
        long contradicted =
                claims.stream()
                        .filter(c -> c.outcome() instanceof ClaimCheck.Outcome.Contradicted)
                        .count();
        long undecided = claims.size() - supported - contradicted;
        var parts = new ArrayList<String>();
        parts.add("%d of %d claims supported".formatted(supported, claims.size()));
        if (contradicted > 0) {
            parts.add(contradicted + " contradicted");
        }
        if (undecided > 0) {
            parts.add(undecided + " undecided");
        }
        return String.join(", ", parts);
    }

    /// `intervals, all 3 at once with 95 % (98.3 % each), over 5 blocks`.
    static String intervalMethod(Analysis analysis) {
        var experiment = analysis.manifest().experiment();
        int comparisons = experiment.variants().size() - 1;
        int fewest =
                analysis.scorecard()
                        .blocks(experiment.variants().getFirst().name(), experiment.metric());
        double level = analysis.confidence().ofComparison();
        var intervals =
                level == ConfidenceLevels.LEVEL
                        ? "95 % intervals"
                        : String.format(
                                Locale.ROOT,
                                "intervals, %s with 95 %% (%.1f %% each),",
                                together(comparisons, experiment.trials().analyses()),
                                100 * level);
        return "%s over %s".formatted(intervals, Figures.counted(fewest, "block"));
    }

    /// The method of the comparison: `Compared with tomcat by throughput; 95 % intervals over 5
    /// blocks, seed 42`.
    public static String basis(Analysis analysis) {
        var first = analysis.variants().getFirst();
        return analysis.variants().size() == 1
                ? "%s, seed %d"
                        .formatted(
                                Figures.counted(first.counts().completed(), "trial"),
                                analysis.manifest().seed())
                : "Compared with %s by %s; %s, seed %d"
                        .formatted(
                                plain(first.variant().name()),
                                MetricText.label(analysis.manifest().experiment()),
                                intervalMethod(analysis),
                                analysis.manifest().seed());
    }

    private static String together(int comparisons, int analyses) {
        var all = comparisons > 1 ? "all %d at once".formatted(comparisons) : "";
        var ever = analyses > 0 ? "whenever the run ends" : "";
        return all.isEmpty() || ever.isEmpty() ? all + ever : "%s, %s,".formatted(all, ever);
    }
}
