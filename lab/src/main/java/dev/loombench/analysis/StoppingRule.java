package dev.loombench.analysis;

import dev.loombench.result.RunManifest;
import dev.loombench.spec.Confidence;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.stats.Bonferroni;
import dev.loombench.stats.Interval;
import java.util.List;
import java.util.Optional;

/// Whether a run that repeats until it is precise enough may stop.
///
/// Checked after whole rounds only, and a function of the stored trials and the seed alone. An
/// interval is narrow enough by its width, which does not depend on where it lies, so that this
/// stop favours no outcome (Chow and Robbins, *On the Asymptotic Theory of Fixed-Width Sequential
/// Confidence Intervals*, 1965). A stop because the outcome is clear does favour one: repeated
/// analyses find a difference in the end. Before the last round, a comparison or claim therefore
/// counts as decided only by the strict interval of an early
/// [analysis][dev.loombench.stats.AlphaSpending].
public final class StoppingRule {
    private final RunManifest manifest;
    private final RunFigures figures;

    private StoppingRule(RunManifest manifest, RunFigures figures) {
        this.manifest = manifest;
        this.figures = figures;
    }

    /// @param figures of the first trials of the plan, as many as have ended
    /// @return false where the number of trials is fixed
    public static boolean enough(RunManifest manifest, RunFigures figures) {
        var repetition = manifest.spec().trials();
        int variants = manifest.spec().variants().size();
        return repetition.precision().isPresent()
                && figures.trials() % variants == 0
                && figures.trials() / variants >= repetition.min()
                && new StoppingRule(manifest, figures)
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

    private boolean suffices(double widest, int count, StatesAtLevel states) {
        var spec = manifest.spec();
        var atEnd = states.at(Bonferroni.levelOfEach(Confidence.atEnd(spec), count));
        var early = Confidence.analyses(spec).earlyLevel(Analysis.LEVEL);
        var strict = states.at(Bonferroni.levelOfEach(early, count));
        for (int i = 0; i < count; i++) {
            if (!narrow(atEnd.get(i).interval(), widest) && !strict.get(i).decided()) {
                return false;
            }
        }
        return true;
    }

    private static boolean narrow(Optional<Interval> interval, double widest) {
        return interval.filter(i -> i.low() > 0 && Math.log(i.high() / i.low()) / 2 <= widest)
                .isPresent();
    }

    private Optional<Interval> onlyVariant() {
        var spec = manifest.spec();
        return estimates(Confidence.atEnd(spec))
                .interval(spec.metric(), figures.of(spec.variants().getFirst().name()));
    }

    private List<State> comparisons(double level) {
        ExperimentSpec spec = manifest.spec();
        var comparison = new Comparison(spec.metric(), spec.margin(), estimates(level));
        var first = figures.of(spec.variants().getFirst().name());
        return spec.variants().stream()
                .skip(1)
                .map(v -> State.of(comparison.of(figures.of(v.name()), first)))
                .toList();
    }

    private List<State> claims(double level) {
        var estimates = estimates(level);
        return manifest.spec().claims().stream()
                .map(c -> State.of(ClaimCheck.of(c, figures::of, estimates).outcome()))
                .toList();
    }

    private Estimates estimates(double level) {
        return new Estimates(level, manifest.seed());
    }

    private interface StatesAtLevel {
        List<State> at(double level);
    }

    /// @param interval empty when there is no interval
    private record State(Optional<Interval> interval, boolean decided) {
        static State of(Verdict verdict) {
            return switch (verdict) {
                case Verdict.Baseline _, Verdict.NoEvidence _ -> new State(Optional.empty(), false);
                case Verdict.Better(var interval) -> new State(Optional.of(interval), true);
                case Verdict.Worse(var interval) -> new State(Optional.of(interval), true);
                case Verdict.NoDifference(var interval, _) ->
                        new State(Optional.of(interval), true);
                case Verdict.Undecided(var interval, _, _) ->
                        new State(Optional.of(interval), false);
            };
        }

        static State of(ClaimCheck.Outcome outcome) {
            return switch (outcome) {
                case ClaimCheck.Outcome.Supported(var interval) ->
                        new State(Optional.of(interval), true);
                case ClaimCheck.Outcome.Contradicted(var interval) ->
                        new State(Optional.of(interval), true);
                case ClaimCheck.Outcome.Undecided(var interval, _, _) ->
                        new State(Optional.of(interval), false);
                case ClaimCheck.Outcome.NoEvidence _ -> new State(Optional.empty(), false);
            };
        }
    }
}
