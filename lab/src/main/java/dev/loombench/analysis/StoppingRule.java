package dev.loombench.analysis;

import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialResult;
import dev.loombench.spec.Confidence;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.stats.Bonferroni;
import dev.loombench.stats.Interval;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Whether a run that repeats until it is precise enough may stop.
///
/// It is asked after whole rounds only, and answers from what lies on disk: the same trials and
/// seed give the same answer. An interval is narrow enough by its width alone, which says nothing
/// of where it lies, so that stopping then does not favour any outcome (Chow and Robbins, *On the
/// Asymptotic Theory of Fixed-Width Sequential Confidence Intervals*, 1965). Stopping because the
/// outcome is clear does favour one: who looks often enough sees a difference in the end. A
/// comparison or claim counts as decided before the last round only by the strict interval of an
/// early [look][dev.loombench.stats.Looks].
public final class StoppingRule {
    private final RunManifest manifest;
    private final RunFigures figures;

    private StoppingRule(RunManifest manifest, RunFigures figures) {
        this.manifest = manifest;
        this.figures = figures;
    }

    /// @param results of the first so many trials of the plan
    /// @return false where the number of trials is fixed
    public static boolean enough(RunManifest manifest, List<TrialResult> results) {
        return enough(manifest, results.size(), () -> RunFigures.of(manifest, results));
    }

    /// @param trials that have ended, and `figures` those of the successful ones
    static boolean enough(RunManifest manifest, int trials, Supplier<RunFigures> figures) {
        var repetition = manifest.spec().trials();
        int variants = manifest.spec().variants().size();
        return repetition.precision().isPresent()
                && trials % variants == 0
                && trials / variants >= repetition.min()
                && new StoppingRule(manifest, figures.get())
                        .suffices(Math.log1p(repetition.precision().getAsDouble()));
    }

    /// @param widest half of an interval, on a logarithmic scale
    private boolean suffices(double widest) {
        var spec = manifest.spec();
        if (!spec.claims().isEmpty()) {
            return suffices(widest, spec.claims().size(), this::claims);
        }
        return spec.variants().size() == 1
                ? narrow(onlyVariant(), widest)
                : suffices(widest, spec.variants().size() - 1, this::comparisons);
    }

    private boolean suffices(double widest, int questions, ComparisonsAtLevel looking) {
        var spec = manifest.spec();
        var usual = looking.at(Bonferroni.levelOfEach(Confidence.atEnd(spec), questions));
        var early = Confidence.analyses(spec).earlyLevel(Analysis.LEVEL);
        var strict = looking.at(Bonferroni.levelOfEach(early, questions));
        for (int i = 0; i < questions; i++) {
            if (!narrow(usual.get(i).seen(), widest) && !strict.get(i).decided()) {
                return false;
            }
        }
        return true;
    }

    private static boolean narrow(Optional<Interval> seen, double widest) {
        return seen.filter(i -> i.low() > 0 && Math.log(i.high() / i.low()) / 2 <= widest)
                .isPresent();
    }

    private Optional<Interval> onlyVariant() {
        var spec = manifest.spec();
        return estimates(Confidence.atEnd(spec))
                .figure(spec.metric(), figures.of(spec.variants().getFirst().name()));
    }

    private List<ComparisonState> comparisons(double level) {
        ExperimentSpec spec = manifest.spec();
        var comparison = new Comparison(spec.metric(), spec.margin(), estimates(level));
        var first = figures.of(spec.variants().getFirst().name());
        return spec.variants().stream()
                .skip(1)
                .map(v -> ComparisonState.of(comparison.of(figures.of(v.name()), first)))
                .toList();
    }

    private List<ComparisonState> claims(double level) {
        var estimates = estimates(level);
        return manifest.spec().claims().stream()
                .map(c -> ComparisonState.of(ClaimCheck.of(c, figures::of, estimates).outcome()))
                .toList();
    }

    private Estimates estimates(double level) {
        return new Estimates(level, manifest.seed());
    }

    private interface ComparisonsAtLevel {
        List<ComparisonState> at(double level);
    }

    /// @param seen empty when there is no interval
    private record ComparisonState(Optional<Interval> seen, boolean decided) {
        static ComparisonState of(Verdict verdict) {
            return switch (verdict) {
                case Verdict.Baseline _, Verdict.NoEvidence _ ->
                        new ComparisonState(Optional.empty(), false);
                case Verdict.Better(var seen) -> new ComparisonState(Optional.of(seen), true);
                case Verdict.Worse(var seen) -> new ComparisonState(Optional.of(seen), true);
                case Verdict.NoDifference(var seen, _) ->
                        new ComparisonState(Optional.of(seen), true);
                case Verdict.Undecided(var seen, _, _) ->
                        new ComparisonState(Optional.of(seen), false);
            };
        }

        static ComparisonState of(ClaimCheck.Outcome outcome) {
            return switch (outcome) {
                case ClaimCheck.Outcome.Supported(var seen) ->
                        new ComparisonState(Optional.of(seen), true);
                case ClaimCheck.Outcome.Contradicted(var seen) ->
                        new ComparisonState(Optional.of(seen), true);
                case ClaimCheck.Outcome.Undecided(var seen, _, _) ->
                        new ComparisonState(Optional.of(seen), false);
                case ClaimCheck.Outcome.NoEvidence _ ->
                        new ComparisonState(Optional.empty(), false);
            };
        }
    }
}
