package dev.loombench.analysis.comparison;

import dev.loombench.result.RunManifest;
import dev.loombench.stats.Interval;
import dev.loombench.stats.StudentT;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Whether a run that repeats until it is precise enough may stop.
///
/// Checked after whole rounds only, and a function of the stored trials alone. A run whose spread
/// is small by chance would stop too early, and its intervals would be too narrow; and repeated
/// analyses find a difference in the end. So each analysis before the last round uses the strict
/// level of an early [analysis][dev.loombench.stats.AlphaSpending]: a comparison or claim suffices
/// when its interval at that level is narrow enough, or decides. The report of a run that stopped
/// has the intervals of the same level. While a comparison depends on the process, the run
/// continues to its last round: more processes show the share of each kind.
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
        var repetition = manifest.experiment().trials();
        int variants = manifest.experiment().variants().size();
        return repetition.precision().isPresent()
                && figures.trials() % variants == 0
                && figures.trials() / variants >= repetition.min()
                && new StoppingRule(manifest, figures)
                        .suffices(Math.log1p(repetition.precision().getAsDouble()));
    }

    /// The number of blocks that is expected to be enough if the spread of the figures stays as it
    /// is: what is decided stays decided, and the other intervals become narrower with each block,
    /// until they are narrow enough or decide a comparison.
    ///
    /// @param figures of the first trials of the plan, as many as have ended
    /// @return empty where the number is fixed, within a block, and before the second has ended
    public static OptionalInt expectedBlocks(RunManifest manifest, RunFigures figures) {
        var precision = manifest.experiment().trials().precision();
        int variants = manifest.experiment().variants().size();
        int blocks = figures.trials() / variants;
        return precision.isEmpty() || blocks < 2 || figures.trials() % variants != 0
                ? OptionalInt.empty()
                : OptionalInt.of(
                        new StoppingRule(manifest, figures)
                                .expected(blocks, Math.log1p(precision.getAsDouble())));
    }

    private int expected(int blocks, double widest) {
        var repetition = manifest.experiment().trials();
        double level = level();
        var states = states().toList();
        for (int n = Math.max(blocks, repetition.min()); n < repetition.max(); n++) {
            double narrowing = StudentT.narrowing(blocks, n, level);
            if (states.stream().allMatch(state -> state.isExpected(narrowing, widest))) {
                return n;
            }
        }
        return repetition.max();
    }

    /// @param widest half of an interval, on a logarithmic scale
    private boolean suffices(double widest) {
        return states().allMatch(state -> state.decided() || state.isNarrow(widest));
    }

    /// The level of each interval that decides: one of the only variant has that of the analysis.
    private double level() {
        var confidence = new ConfidenceLevels(manifest.experiment(), true);
        return manifest.experiment().claims().isEmpty()
                ? confidence.ofComparison()
                : confidence.ofClaim();
    }

    private Stream<State> states() {
        var estimates = new Estimates(level());
        if (!manifest.experiment().claims().isEmpty()) {
            return claims(estimates);
        }
        return manifest.experiment().variants().size() == 1
                ? Stream.of(onlyVariant(estimates))
                : comparisons(estimates);
    }

    private State onlyVariant(Estimates estimates) {
        var experiment = manifest.experiment();
        var trials = figures.of(experiment.variants().getFirst().name());
        return State.open(estimates.interval(experiment.metric(), trials));
    }

    private Stream<State> comparisons(Estimates estimates) {
        var experiment = manifest.experiment();
        var comparison = new Comparison(experiment.metric(), experiment.margin(), estimates);
        var first = figures.of(experiment.variants().getFirst().name());
        return experiment.variants().stream()
                .skip(1)
                .map(v ->
                        State.of(comparison.of(figures.of(v.name()), first), experiment.margin()));
    }

    private Stream<State> claims(Estimates estimates) {
        return manifest.experiment().claims().stream()
                .map(c -> State.of(ClaimCheck.of(c, figures::of, estimates).outcome()));
    }

    /// @param interval empty when there is no interval
    /// @param deciding which intervals would decide
    private record State(
            Optional<Interval> interval, boolean decided, Predicate<Interval> deciding) {
        static State open(Optional<Interval> interval) {
            return new State(interval, false, _ -> false);
        }

        static State decided(Interval interval) {
            return new State(Optional.of(interval), true, _ -> true);
        }

        /// @param widest half of the interval, on a logarithmic scale
        boolean isNarrow(double widest) {
            return interval.filter(i -> i.low() > 0 && Math.log(i.high() / i.low()) / 2 <= widest)
                    .isPresent();
        }

        /// Whether it suffices once the interval has become narrower.
        ///
        /// @param narrowing its later width as a share of the present one
        /// @param widest half of an interval that suffices, on a logarithmic scale
        boolean isExpected(double narrowing, double widest) {
            return decided
                    || isNarrow(widest / narrowing)
                    || interval.filter(i -> i.low() > 0 && i.point() > 0)
                            .map(i -> narrowed(i, narrowing))
                            .filter(deciding)
                            .isPresent();
        }

        private static Interval narrowed(Interval i, double narrowing) {
            return new Interval(
                    i.point() * Math.pow(i.low() / i.point(), narrowing),
                    i.point(),
                    i.point() * Math.pow(i.high() / i.point(), narrowing));
        }

        static State of(Verdict verdict, double margin) {
            return switch (verdict) {
                case Verdict.Baseline _,
                        Verdict.NoEvidence _,
                        Verdict.DependsOnProcess _,
                        Verdict.Invalid _ ->
                        open(Optional.empty());
                case Verdict.Better(var interval) -> decided(interval);
                case Verdict.Worse(var interval) -> decided(interval);
                case Verdict.NoDifference(var interval, _) -> decided(interval);
                case Verdict.Different(var interval) -> ofComparison(interval, margin);
                case Verdict.Undecided(var interval, _, _) -> ofComparison(interval, margin);
            };
        }

        private static State ofComparison(Interval interval, double margin) {
            return new State(
                    Optional.of(interval), false, later -> Verdict.isDecided(later, margin));
        }

        static State of(ClaimCheck.Outcome outcome) {
            return switch (outcome) {
                case ClaimCheck.Outcome.Supported(var interval) -> decided(interval);
                case ClaimCheck.Outcome.Contradicted(var interval) -> decided(interval);
                case ClaimCheck.Outcome.Undecided(var interval, _, _) ->
                        open(Optional.of(interval));
                case ClaimCheck.Outcome.NoEvidence _, ClaimCheck.Outcome.Invalid _ ->
                        open(Optional.empty());
            };
        }
    }
}
