package dev.loombench.analysis.comparison;

import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.variant.Variant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// The recommended variants for a workload, by the metric that the experiment names.
///
/// The variant with the best figure is compared with each other one. The trials themselves select
/// it, so the confidence is shared among all pairs. (Hsu, *Constrained Simultaneous Confidence
/// Intervals for Multiple Comparisons with the Best*, 1984, gets a little closer for normal figures
/// of equal spread.)
///
/// @param best the variant with the best figure
/// @param equivalent those shown to differ from it by no more than the margin
/// @param inconclusive those that valid figures of these trials do not distinguish from it
public record Recommendation(String best, List<String> equivalent, List<String> inconclusive) {
    private enum Rank {
        EQUIVALENT,
        INCONCLUSIVE,
        RULED_OUT
    }

    public Recommendation {
        equivalent = List.copyOf(equivalent);
        inconclusive = List.copyOf(inconclusive);
    }

    /// @param trials figures of a variant's trials, by its name
    /// @param findings of the run
    /// @return empty with one variant, or where a variant lacks the metric
    public static Optional<Recommendation> of(
            ConfidenceLevels confidence,
            Function<String, List<TrialFigures>> trials,
            List<ResultFinding> findings) {
        var experiment = confidence.experiment();
        var metric = experiment.metric();
        var names = experiment.variants().stream().map(Variant::name).toList();
        if (names.size() < 2 || names.stream().anyMatch(n -> lacks(metric, trials.apply(n)))) {
            return Optional.empty();
        }
        var best = best(metric, names, trials);
        var comparison =
                new Comparison(metric, experiment.margin(), new Estimates(confidence.ofPair()));
        var equivalent = new ArrayList<String>();
        var inconclusive = new ArrayList<String>();
        for (var name : names.stream().filter(n -> !n.equals(best)).toList()) {
            var verdict =
                    comparison
                            .of(trials.apply(name), trials.apply(best))
                            .unless(ResultFinding.invalidating(findings, metric, name, best));
            switch (rank(metric, verdict)) {
                case EQUIVALENT -> equivalent.add(name);
                case INCONCLUSIVE -> inconclusive.add(name);
                case RULED_OUT -> {}
            }
        }
        return Optional.of(new Recommendation(best, equivalent, inconclusive));
    }

    private static boolean lacks(Metric metric, List<TrialFigures> trials) {
        return Estimates.pointEstimate(metric, trials).isEmpty();
    }

    /// The best figure over the blocks that all variants completed: a variant whose trials failed
    /// in slow blocks gains nothing by it. Over all blocks where none is complete.
    private static String best(
            Metric metric, List<String> names, Function<String, List<TrialFigures>> trials) {
        var common = commonBlocks(metric, names.stream().map(trials).toList());
        var byFigure =
                Comparator.<String>comparingDouble(name ->
                        Estimates.pointEstimate(
                                        metric,
                                        trials.apply(name).stream()
                                                .filter(t ->
                                                        common.isEmpty()
                                                                || common.contains(t.block()))
                                                .toList())
                                .orElseThrow());
        return names.stream()
                .min(metric.higherIsBetter() ? byFigure.reversed() : byFigure)
                .orElseThrow();
    }

    private static Set<Integer> commonBlocks(Metric metric, List<List<TrialFigures>> variants) {
        var common = new HashSet<Integer>();
        variants.forEach(trials -> trials.forEach(t -> common.add(t.block())));
        for (var trials : variants) {
            common.retainAll(
                    trials.stream()
                            .filter(t -> t.value(metric).isPresent())
                            .map(TrialFigures::block)
                            .toList());
        }
        return common;
    }

    /// A variant that is better than the best in their common blocks may have been worse in those
    /// that a third one lacks, or by the percentile of the merged histograms.
    private static Rank rank(Metric metric, Verdict comparedWithBest) {
        return switch (comparedWithBest) {
            case Verdict.NoDifference _ -> Rank.EQUIVALENT;
            case Verdict.Worse _ -> Rank.RULED_OUT;
            case Verdict.Different(var ratio) ->
                    ratio.point() > 1 == metric.higherIsBetter()
                            ? Rank.INCONCLUSIVE
                            : Rank.RULED_OUT;
            case Verdict.DependsOnProcess(_, var better) ->
                    better.filter(b -> !b).isPresent() ? Rank.RULED_OUT : Rank.INCONCLUSIVE;
            case Verdict.Baseline _,
                    Verdict.Better _,
                    Verdict.Undecided _,
                    Verdict.NoEvidence _,
                    Verdict.Invalid _ ->
                    Rank.INCONCLUSIVE;
        };
    }

    /// All recommended variants, the best first.
    public List<String> candidates() {
        var all = new ArrayList<String>();
        all.add(best);
        all.addAll(equivalent);
        all.addAll(inconclusive);
        return all;
    }
}
