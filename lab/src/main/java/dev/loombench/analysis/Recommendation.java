package dev.loombench.analysis;

import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.spec.Confidence;
import dev.loombench.spec.ExperimentSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/// Which variants to run this workload on, by the metric that the experiment names.
///
/// The variant with the best figure is compared with each other one. The trials themselves chose
/// it, so the confidence is shared out among all pairs, whichever might have been best. (Hsu,
/// *Constrained Simultaneous Confidence Intervals for Multiple Comparisons with the Best*, 1984,
/// gets a little closer for normal figures of equal spread.)
///
/// @param best the variant with the best figure
/// @param equivalent those that were shown to differ from it by no more than the margin
/// @param inconclusive those that may be as good for all that these trials say
public record Recommendation(String best, List<String> equivalent, List<String> inconclusive) {
    public Recommendation {
        equivalent = List.copyOf(equivalent);
        inconclusive = List.copyOf(inconclusive);
    }

    /// @param trials completed ones of a variant, by its name
    /// @return empty when there is nothing to choose between, or a variant has no figure
    static Optional<Recommendation> of(
            ExperimentSpec spec, long seed, Function<String, List<TrialFigures>> trials) {
        var names = spec.variants().stream().map(v -> v.name()).toList();
        var middles =
                names.stream()
                        .map(name -> Estimates.middle(spec.metric(), trials.apply(name)))
                        .toList();
        if (names.size() < 2 || middles.stream().anyMatch(OptionalDouble::isEmpty)) {
            return Optional.empty();
        }
        var byFigure =
                Comparator.<String>comparingDouble(
                        name -> middles.get(names.indexOf(name)).getAsDouble());
        var best =
                names.stream()
                        .min(spec.metric().higherIsBetter() ? byFigure.reversed() : byFigure)
                        .orElseThrow();
        var estimates = new Estimates(Confidence.ofPair(spec), seed);
        var comparison = new Comparison(spec.metric(), spec.margin(), estimates);
        var level = new ArrayList<String>();
        var open = new ArrayList<String>();
        for (var name : names) {
            if (!name.equals(best)) {
                switch (comparison.of(trials.apply(name), trials.apply(best))) {
                    case Verdict.NoDifference _ -> level.add(name);
                    case Verdict.Undecided _, Verdict.NoEvidence _ -> open.add(name);
                    // Baseline is never the outcome of a comparison, nor is better than the best.
                    case Verdict.Baseline _, Verdict.Better _, Verdict.Worse _ -> {}
                }
            }
        }
        return Optional.of(new Recommendation(best, level, open));
    }

    /// All that may be chosen, the best figure first.
    public List<String> candidates() {
        var all = new ArrayList<String>();
        all.add(best);
        all.addAll(equivalent);
        all.addAll(inconclusive);
        return all;
    }
}
