package dev.loombench.analysis.validity;

import static dev.loombench.spec.text.Figures.axis;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.Kind;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.load.result.LoadResult;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Metric;
import dev.loombench.spec.load.LoadModel;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Windows of a variant have fewer than ten responses beyond a percentile: it is one of the few
/// longest, and hardly more than chance.
///
/// @param percentile that the experiment is decided by, or else p99
/// @param fewest responses in a window
/// @param windowSeconds length of that window
/// @param decides whether the experiment is decided by it
public record TailFinding(
        String variant, Metric percentile, long fewest, double windowSeconds, boolean decides)
        implements PercentileFinding {
    /// Responses beyond a percentile that it needs in each window.
    static final double ENOUGH = 10;

    /// A response more or less at the end of a window is not counted.
    private static final double TOLERANCE = 0.02;

    public static final Kind KIND =
            new Kind(
                    "few-responses-beyond",
                    "fewer than %s responses beyond a percentile in a window: %s responses for p99"
                            .formatted(axis(ENOUGH), axis(100 * ENOUGH)),
                    "invalid for that percentile and higher ones if one of them decides; else information, and invalid in the scorecard");

    /// Of a load that changes, too.
    static Optional<TailFinding> of(ExperimentSpec spec, String variant, List<LoadResult> loads) {
        if (!(spec.load() instanceof LoadModel)) {
            return Optional.empty();
        }
        var deciding = PercentileFinding.deciding(spec, variant);
        return loads.stream()
                .min(Comparator.comparingLong(TailFinding::responses))
                .filter(load -> responses(load) > 0)
                .map(load ->
                        new TailFinding(
                                variant,
                                deciding.filter(m -> tooFew(responses(load), m)).orElse(Metric.P99),
                                responses(load),
                                load.window().seconds(),
                                deciding.filter(m -> tooFew(responses(load), m)).isPresent()))
                .filter(found -> tooFew(found.fewest, found.percentile));
    }

    private static long responses(LoadResult load) {
        return load.intervals().stream().mapToLong(i -> i.responseTime().getTotalCount()).sum();
    }

    /// The expected number of responses beyond a percentile.
    public static double beyond(long responses, Metric percentile) {
        return responses * (100 - percentile.percent()) / 100;
    }

    private static boolean tooFew(long responses, Metric metric) {
        return metric.isPercentile() && beyond(responses, metric) < (1 - TOLERANCE) * ENOUGH;
    }

    /// A window with enough of them, in whole seconds.
    public Duration sufficient() {
        double seconds = windowSeconds * ENOUGH / beyond(fewest, percentile);
        return Duration.ofSeconds((long) Math.ceil(seconds));
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public Severity severity() {
        return decides ? Severity.INVALID : Severity.INFORMATION;
    }

    @Override
    public boolean affects(Metric metric) {
        return tooFew(fewest, metric);
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "%,d responses in a window of %.0f s, of which %.1f lie beyond %s"
                        .formatted(
                                fewest,
                                windowSeconds,
                                beyond(fewest, percentile),
                                percentile.label()),
                "its %s is one of the few longest, hardly more than chance; from ten beyond it is judged"
                        .formatted(percentile.label()),
                "use a longer window (%s), or judge by a lower percentile"
                        .formatted(LongerRun.window(sufficient())));
    }
}
