package dev.loombench.analysis.validity;

import static dev.loombench.spec.text.Figures.axis;

import com.fasterxml.jackson.annotation.JsonValue;
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
/// @param percentile that the experiment is decided by, or a threshold of a load, or else p99
/// @param fewest responses in a window
/// @param windowSeconds length of that window
/// @param decides whether the experiment is decided by it
public record TailFinding(
        String variant, Percentile percentile, long fewest, double windowSeconds, boolean decides)
        implements PercentileFinding {
    /// Responses beyond a percentile that it needs in each window.
    public static final double ENOUGH = 10;

    /// A response more or less at the end of a window is not counted.
    private static final double TOLERANCE = 0.02;

    /// Of the arithmetic: 99.9 % of 10,000 is not exactly 9,990.
    private static final double ROUNDING = 1e-6;

    public static final Kind KIND =
            new Kind(
                    "few-responses-beyond",
                    "fewer than %s responses beyond a percentile in a window: %s responses for p99"
                            .formatted(axis(ENOUGH), axis(100 * ENOUGH)),
                    "invalid for that percentile and higher ones if one of them decides; else information, and invalid in the scorecard");

    /// @param label as in `p99.9`
    /// @param percent above 0 and below 100
    public record Percentile(@JsonValue String label, double percent) {
        static Percentile of(Metric metric) {
            return new Percentile(metric.label(), metric.percent());
        }

        /// The expected number of responses beyond it.
        ///
        /// @param responses all of them
        public double beyond(long responses) {
            return responses * (100 - percent) / 100;
        }

        /// The same in whole responses.
        public long wholeBeyond(long responses) {
            return (long) Math.floor(beyond(responses) + ROUNDING);
        }

        /// Whether it has so few that it is not judged.
        public boolean isOfFew(long responses) {
            return beyond(responses) < (1 - TOLERANCE) * ENOUGH;
        }

        /// What has enough responses beyond it, in whole units.
        ///
        /// @param present what had these responses: a time, or a number of requests
        public long sufficient(double present, long responses) {
            return (long) Math.ceil(present * ENOUGH / beyond(responses) - ROUNDING);
        }
    }

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
                                Percentile.of(
                                        deciding.filter(m -> tooFew(responses(load), m))
                                                .orElse(Metric.P99)),
                                responses(load),
                                load.window().seconds(),
                                deciding.filter(m -> tooFew(responses(load), m)).isPresent()))
                .filter(found -> found.percentile.isOfFew(found.fewest));
    }

    /// Of a load by itself, where a threshold on such a percentile stays undecided. Time-outs alone
    /// have no percentiles.
    ///
    /// @param limited percentiles of its thresholds
    public static Optional<TailFinding> of(
            String variant, LoadResult load, List<Percentile> limited) {
        long responses = responses(load);
        var named =
                limited.stream()
                        .filter(p -> p.isOfFew(responses))
                        .max(Comparator.comparingDouble(Percentile::percent))
                        .orElse(Percentile.of(Metric.P99));
        return load.counts().succeeded() > 0 && responses > 0 && named.isOfFew(responses)
                ? Optional.of(
                        new TailFinding(variant, named, responses, load.window().seconds(), false))
                : Optional.empty();
    }

    private static long responses(LoadResult load) {
        return load.intervals().stream().mapToLong(i -> i.responseTime().getTotalCount()).sum();
    }

    /// The number of responses beyond a percentile, in whole ones.
    public static long beyond(long responses, Metric percentile) {
        return Percentile.of(percentile).wholeBeyond(responses);
    }

    /// Whether a percentile has so few beyond it that it is not judged; false of other metrics.
    public static boolean tooFew(long responses, Metric metric) {
        return metric.isPercentile() && Percentile.of(metric).isOfFew(responses);
    }

    /// A window with enough of them, in whole seconds.
    public Duration sufficient() {
        return Duration.ofSeconds(percentile.sufficient(windowSeconds, fewest));
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
                "%,d responses in a window of %.0f s, %,d of them beyond %s"
                        .formatted(
                                fewest,
                                windowSeconds,
                                percentile.wholeBeyond(fewest),
                                percentile.label()),
                "its %s is one of the few longest, hardly more than chance; from ten beyond it is judged"
                        .formatted(percentile.label()),
                "use a longer window (%s), or judge by a lower percentile"
                        .formatted(LongerRun.window(sufficient())));
    }

    /// `loombench load` also ends after a number of requests.
    @Override
    public FindingText ofLoad() {
        var words = words(LongerRun.UNKNOWN);
        return new FindingText(
                words.message(),
                words.impact(),
                "measure more requests (%s or -n %d), or judge by a lower percentile"
                        .formatted(
                                LongerRun.window(sufficient()),
                                percentile.sufficient((double) fewest, fewest)));
    }
}
