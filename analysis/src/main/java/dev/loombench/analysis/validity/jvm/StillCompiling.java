package dev.loombench.analysis.validity.jvm;

import static dev.loombench.analysis.finding.Exceedance.scaled;
import static dev.loombench.text.Figures.percent;

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
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// Just-in-time compilation in the window, which CPU per request includes.
///
/// @param variants in which it was observed
/// @param share of the server's CPU time in the window, mean of the trials, highest of the variants
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
                    "compilers used over %s of the server's CPU time in the window, or over %s where CPU counts (mean of a variant's trials); above %s, where CPU, instructions or cycles per request is the metric or claimed; above %s, CPU per request is invalid in the scorecard"
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
    public static List<StillCompiling> of(Experiment experiment, List<VariantTrials> variants) {
        var much = variants.stream().filter(v -> meanShare(v) > TOO_MUCH).toList();
        var some =
                variants.stream()
                        .filter(v -> meanShare(v) > LIMIT && meanShare(v) <= TOO_MUCH)
                        .filter(v -> cpuCounts(experiment, v))
                        .toList();
        return Stream.of(much, some)
                .filter(compiling -> !compiling.isEmpty())
                .map(compiling ->
                        new StillCompiling(
                                compiling.stream().map(VariantTrials::variant).toList(),
                                compiling.stream()
                                        .mapToDouble(StillCompiling::meanShare)
                                        .max()
                                        .orElseThrow(),
                                decidedByCpu(experiment)))
                .toList();
    }

    /// Over the trials, as of the figures: one that compiled longer changes them by its part.
    private static double meanShare(VariantTrials trials) {
        return TrialMetrics.mean(trials.successful(), StillCompiling::shareOf).orElse(0);
    }

    /// Uses the elapsed time of the compiler threads where the kernel's account of their CPU time
    /// is missing, or has none under the names that are known: it is more than their CPU time if
    /// they waited for a processor.
    private static OptionalDouble shareOf(Successful trial) {
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
