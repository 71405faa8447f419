package dev.loombench.analysis.validity.spread;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.trial.ProcessKinds;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialResult;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The processes of a variant are of [two kinds][ProcessKinds], separated by more than the margin.
/// All trials stay in the figures.
///
/// @param metric in which they are separated
/// @param trials of the rarer kind: their numbers in the plan
/// @param completed trials in total
/// @param level geometric mean of the rarer kind, and `otherLevel` of the other, in the metric's
///   unit
/// @param compiled whether the metric shows the code that JVMs compiled
public record BimodalTrials(
        String variant,
        Metric metric,
        List<Integer> trials,
        int completed,
        double level,
        double otherLevel,
        boolean compiled)
        implements SpreadFinding {
    public static final Kind KIND =
            new Kind(
                    "bimodal-trials",
                    "with 3 trials or more, [processes of two kinds](differences.md#processes-of-two-kinds), further apart than the margin; by instructions per request where they are counted, else by the metric",
                    "note");

    public BimodalTrials {
        trials = List.copyOf(trials);
    }

    /// The rarer kind over the other.
    public double factor() {
        return level / otherLevel;
    }

    /// By instructions per request where they are counted, since they show the cause; else by the
    /// metric that decides the experiment.
    ///
    /// @param all variants of the run
    public static Optional<BimodalTrials> of(
            Experiment experiment, VariantTrials trials, List<VariantTrials> all) {
        return Stream.of(Metric.INSTRUCTIONS_PER_REQUEST, experiment.metric())
                .distinct()
                .flatMap(metric -> of(metric, experiment.margin(), trials, all).stream())
                .findFirst();
    }

    private static Optional<BimodalTrials> of(
            Metric metric, double margin, VariantTrials trials, List<VariantTrials> all) {
        var others =
                all.stream()
                        .filter(v -> !v.variant().equals(trials.variant()))
                        .map(VariantTrials::figures)
                        .toList();
        return ProcessKinds.of(metric, trials.figures(), others)
                .filter(kinds -> Math.abs(Math.log(kinds.factor())) > Math.log1p(margin))
                .filter(kinds -> !isOfBlocks(kinds, others))
                .map(kinds ->
                        new BimodalTrials(
                                trials.variant(),
                                metric,
                                numbers(kinds, trials),
                                kinds.few().size() + kinds.many().size(),
                                kinds.level(kinds.few()),
                                kinds.level(kinds.many()),
                                metric == Metric.INSTRUCTIONS_PER_REQUEST && isOfJvms(trials)));
    }

    /// Whether all other variants changed alike.
    private static boolean isOfBlocks(ProcessKinds kinds, List<List<TrialFigures>> others) {
        return !others.isEmpty() && others.stream().allMatch(kinds::sharedBy);
    }

    private static List<Integer> numbers(ProcessKinds kinds, VariantTrials trials) {
        return trials.successfulResults().stream()
                .map(TrialResult::trial)
                .filter(t -> kinds.isFew(t.block()))
                .map(Trial::number)
                .toList();
    }

    private static boolean isOfJvms(VariantTrials trials) {
        return trials.successful().stream().anyMatch(t -> t.series(MetricId.JIT_TIME).isPresent());
    }

    @Override
    public FindingText words(LongerRun longer) {
        int few = trials.size();
        return new FindingText(
                compiled
                        ? "%d of %d JVMs took %.2f times the instructions per request"
                                .formatted(few, completed, factor())
                        : "processes are of two kinds; in %d of %d %s was %.2f times that of the others"
                                .formatted(few, completed, metric.label(), factor()),
                compiled
                        ? "these JVMs compiled the code in another way: a mean depends on the share of each kind"
                        : "a mean depends on the share of each kind, which so few trials do not show",
                "use more trials (%s), and compare %s with others"
                        .formatted(longer.trialsOption(), folders()));
    }

    /// `trial-003, trial-005`.
    private String folders() {
        return trials.stream().map("trial-%03d"::formatted).collect(Collectors.joining(", "));
    }
}
