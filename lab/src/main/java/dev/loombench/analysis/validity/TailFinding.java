package dev.loombench.analysis.validity;

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
    public String kind() {
        return "few-responses-beyond";
    }

    @Override
    public Severity severity() {
        return decides ? Severity.INVALID : Severity.INFORMATION;
    }

    @Override
    public List<String> variants() {
        return List.of(variant);
    }

    @Override
    public boolean affects(Metric metric) {
        return tooFew(fewest, metric);
    }
}
