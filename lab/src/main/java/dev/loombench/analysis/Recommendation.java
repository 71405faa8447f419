package dev.loombench.analysis;

import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.spec.Confidence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
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
/// @param inconclusive those that these trials do not distinguish from it
public record Recommendation(String best, List<String> equivalent, List<String> inconclusive) {
    public Recommendation {
        equivalent = List.copyOf(equivalent);
        inconclusive = List.copyOf(inconclusive);
    }

    /// @param trials figures of a variant's trials, by its name
    /// @return empty with one variant, or where a variant lacks the metric
    static Optional<Recommendation> of(
            Confidence confidence, Function<String, List<TrialFigures>> trials) {
        var spec = confidence.spec();
        var names = spec.variants().stream().map(v -> v.name()).toList();
        var estimatesByIndex =
                names.stream()
                        .map(name -> Estimates.pointEstimate(spec.metric(), trials.apply(name)))
                        .toList();
        if (names.size() < 2 || estimatesByIndex.stream().anyMatch(OptionalDouble::isEmpty)) {
            return Optional.empty();
        }
        var byFigure =
                Comparator.<String>comparingDouble(
                        name -> estimatesByIndex.get(names.indexOf(name)).getAsDouble());
        var best =
                names.stream()
                        .min(spec.metric().higherIsBetter() ? byFigure.reversed() : byFigure)
                        .orElseThrow();
        var estimates = new Estimates(confidence.ofPair());
        var comparison = new Comparison(spec.metric(), spec.margin(), estimates);
        var equivalent = new ArrayList<String>();
        var inconclusive = new ArrayList<String>();
        for (var name : names) {
            if (!name.equals(best)) {
                switch (comparison.of(trials.apply(name), trials.apply(best))) {
                    case Verdict.NoDifference _ -> equivalent.add(name);
                    case Verdict.Different _, Verdict.Undecided _, Verdict.NoEvidence _ ->
                            inconclusive.add(name);
                    // Baseline is never the outcome of a comparison, nor is better than the best.
                    case Verdict.Baseline _, Verdict.Better _, Verdict.Worse _ -> {}
                }
            }
        }
        return Optional.of(new Recommendation(best, equivalent, inconclusive));
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
