package dev.loombench.analysis.validity.jvm;

import static dev.loombench.analysis.finding.Exceedance.scaled;
import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.Exceedance;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.finding.VariantTrials.KnownBound;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.TrialResult;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Just-in-time compilation in the window, which CPU per request includes.
///
/// @param variants in which it was observed
/// @param share of the server's CPU time in the window, highest of the trials
/// @param decides whether a measure of CPU work decides the experiment
public record StillCompiling(List<String> variants, double share, boolean decides)
        implements JvmFinding {
    /// Where the figures depend on CPU time.
    private static final double LIMIT = 0.1;

    /// Beyond it, CPU per request is over 40 % above its final level.
    private static final double TOO_MUCH = 0.3;

    public static final Kind KIND =
            new Kind(
                    "still-compiling",
                    "compilers at work",
                    "compilers used over %s of the server's CPU time in the window, or over %s where CPU counts; above %s, where CPU, instructions or cycles per request is the metric or claimed; above %s, CPU per request is invalid in the scorecard"
                            .formatted(
                                    percent(TOO_MUCH),
                                    percent(LIMIT),
                                    percent(TOO_MUCH),
                                    percent(TOO_MUCH)),
                    "note; invalid");

    public StillCompiling {
        variants = List.copyOf(variants);
    }

    /// Up to two: of the variants above the higher limit, and of others whose figures depend on
    /// their CPU time.
    public static List<StillCompiling> of(
            Experiment experiment, List<TrialResult> results, List<VariantTrials> trials) {
        var much = Exceedance.of(results, StillCompiling::share, TOO_MUCH);
        var others = new HashSet<>(names(trials, v -> cpuCounts(experiment, v)));
        much.ifPresent(e -> others.removeAll(e.variants()));
        var some = Exceedance.of(ofVariants(results, others), StillCompiling::share, LIMIT);
        return Stream.of(much, some)
                .flatMap(Optional::stream)
                .map(e -> new StillCompiling(e.variants(), e.highest(), decidedByCpu(experiment)))
                .toList();
    }

    /// Uses the elapsed time of the compiler threads where the kernel's account of their CPU time
    /// is missing, or has none under the names that are known: it is more than their CPU time if
    /// they waited for a processor.
    private static OptionalDouble share(Successful trial) {
        double cpu = TrialMetrics.growth(trial, MetricId.PROCESS_CPU).orElse(0);
        var used = TrialMetrics.growth(trial, MetricId.JIT_CPU);
        var elapsed = TrialMetrics.growth(trial, MetricId.JIT_TIME);
        return cpu > 0
                ? scaled(used.orElse(0) > 0 || elapsed.isEmpty() ? used : elapsed, 1 / cpu)
                : OptionalDouble.empty();
    }

    /// Whether CPU time affects the variant's figures: a server that waits has spare CPU for its
    /// compilers.
    private static boolean cpuCounts(Experiment experiment, VariantTrials trials) {
        return decidedByCpu(experiment) || trials.bound() == KnownBound.CPU;
    }

    private static boolean decidedByCpu(Experiment experiment) {
        return experiment.criteria().decidedBy(Metric::isWork);
    }

    private static Set<String> names(
            List<VariantTrials> trials, Predicate<VariantTrials> condition) {
        return trials.stream()
                .filter(condition)
                .map(VariantTrials::variant)
                .collect(Collectors.toSet());
    }

    private static List<TrialResult> ofVariants(List<TrialResult> results, Set<String> variants) {
        return results.stream().filter(r -> variants.contains(r.trial().variant())).toList();
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public Severity severity() {
        return decides && share > TOO_MUCH ? Severity.INVALID : Severity.NOTE;
    }

    @Override
    public boolean affects(Metric metric) {
        return metric.isWork();
    }

    @Override
    public boolean isUnsteady() {
        return share > TOO_MUCH;
    }

    @Override
    public boolean invalidates(Metric metric, String variant, String other) {
        return share > TOO_MUCH
                && metric.isWork()
                && (variants.contains(variant) || variants.contains(other));
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the just-in-time compilers used up to %.0f %% of the server's CPU time in the window"
                        .formatted(100 * share),
                decides
                        ? "the verdict is about CPU work per request, which includes that of the compilers and decreases once it is done"
                        : "CPU per request includes that work and decreases once it is done; a throughput that CPU bounds increases then",
                "use a longer warm-up (%s)".formatted(longer.warmUpOption()));
    }
}
