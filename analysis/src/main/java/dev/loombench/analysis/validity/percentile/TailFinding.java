package dev.loombench.analysis.validity.percentile;

import static dev.loombench.text.Figures.axis;
import static dev.loombench.text.Figures.time;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.trial.Latency;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.ResponsesBeyond;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Windows of a variant have fewer than ten responses beyond a percentile: it is one of the few
/// longest, and hardly more than chance.
///
/// Those [beyond][Latency#beyond] the percentile of an arriving request are requests sent that took
/// as long.
///
/// @param percentile that the experiment is decided by, or a threshold of a load, or else p99
/// @param ofArriving whether it is that of an arriving request
/// @param responses in the window that has the fewest beyond it
/// @param beyond of these, the number beyond it
/// @param windowSeconds length of that window
/// @param affected percentiles with as few in any window
/// @param decides whether the experiment is decided by it
public record TailFinding(
        String variant,
        Percentile percentile,
        boolean ofArriving,
        long responses,
        double beyond,
        double windowSeconds,
        List<Metric> affected,
        boolean decides)
        implements PercentileFinding {
    public static final Kind KIND =
            new Kind(
                    "few-responses-beyond",
                    "fewer than %s responses beyond a percentile in a window: %s responses for p99. Of an [arriving request](load.md), fewer requests sent that took as long"
                            .formatted(
                                    axis(ResponsesBeyond.ENOUGH),
                                    axis(100 * ResponsesBeyond.ENOUGH)),
                    "invalid for that percentile and higher ones if one of them decides; else information, and invalid in the scorecard");

    public TailFinding {
        affected = List.copyOf(affected);
    }

    /// @param label as in `p99.9`
    /// @param percent above 0 and below 100
    public record Percentile(@JsonValue String label, double percent) {
        public static Percentile of(Metric metric) {
            return new Percentile(metric.label(), metric.percent());
        }

        /// The number of whole responses beyond it.
        public long wholeBeyond(Latency latency) {
            return ResponsesBeyond.whole(latency.beyond(percent));
        }

        /// Whether it has so few that it is not judged.
        public boolean isOfFew(Latency latency) {
            return ResponsesBeyond.areFew(latency.beyond(percent));
        }
    }

    /// The latencies of one window.
    private record Measured(LoadModel model, Latency latency, double seconds) {
        static Measured of(LoadModel model, LoadResult load) {
            return new Measured(
                    model,
                    Latency.of(model, load.responseTime(), load.serviceTime(), List.of()),
                    load.window().seconds());
        }

        long responses() {
            return latency.responseTime().getTotalCount();
        }

        TailFinding finding(
                String variant, Percentile percentile, List<Metric> affected, boolean decides) {
            return new TailFinding(
                    variant,
                    percentile,
                    Latency.isOfArriving(percentile.percent(), model),
                    responses(),
                    latency.beyond(percentile.percent()),
                    seconds,
                    affected,
                    decides);
        }
    }

    /// Of a load that changes, too.
    ///
    /// @param latencies of the loads
    public static Optional<TailFinding> of(
            Experiment experiment,
            String variant,
            List<LoadResult> loads,
            List<Latency> latencies) {
        if (!(experiment.load() instanceof LoadModel model)) {
            return Optional.empty();
        }
        var windows =
                IntStream.range(0, loads.size())
                        .mapToObj(i ->
                                new Measured(
                                        model, latencies.get(i), loads.get(i).window().seconds()))
                        .filter(w -> w.responses() > 0)
                        .toList();
        var affected = affected(windows);
        var deciding = PercentileFinding.deciding(experiment, variant).filter(affected::contains);
        var percentile = Percentile.of(deciding.orElse(Metric.P99));
        return windows.stream()
                .min(Comparator.comparingDouble(w -> w.latency().beyond(percentile.percent())))
                .filter(w -> percentile.isOfFew(w.latency()))
                .map(w -> w.finding(variant, percentile, affected, deciding.isPresent()));
    }

    /// Of a load by itself, where a threshold on such a percentile stays undecided. Time-outs alone
    /// have no percentiles.
    ///
    /// @param limited percentiles of its thresholds
    public static Optional<TailFinding> of(
            String variant, LoadModel model, LoadResult load, List<Percentile> limited) {
        var window = Measured.of(model, load);
        var named =
                limited.stream()
                        .filter(p -> p.isOfFew(window.latency()))
                        .max(Comparator.comparingDouble(Percentile::percent))
                        .orElse(Percentile.of(Metric.P99));
        return load.counts().succeeded() > 0
                        && window.responses() > 0
                        && named.isOfFew(window.latency())
                ? Optional.of(window.finding(variant, named, affected(List.of(window)), false))
                : Optional.empty();
    }

    private static List<Metric> affected(List<Measured> windows) {
        return Arrays.stream(Metric.values())
                .filter(m -> windows.stream().anyMatch(w -> tooFew(w.latency(), m)))
                .toList();
    }

    /// The number of responses beyond a percentile, in whole ones.
    public static long beyond(Latency latency, Metric percentile) {
        return Percentile.of(percentile).wholeBeyond(latency);
    }

    /// Whether a percentile has so few beyond it that it is not judged; false of other metrics.
    public static boolean tooFew(Latency latency, Metric metric) {
        return metric.isPercentile() && Percentile.of(metric).isOfFew(latency);
    }

    /// A window with enough of them, in whole seconds.
    public Duration sufficient() {
        return Duration.ofSeconds(ResponsesBeyond.sufficient(windowSeconds, beyond));
    }

    @Override
    public Severity severity() {
        return decides ? Severity.INVALID : Severity.INFORMATION;
    }

    @Override
    public boolean affects(Metric metric) {
        return affected.contains(metric);
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "%,d responses in a window of %s, %,d of them beyond %s"
                        .formatted(
                                responses,
                                windowSeconds < 1
                                        ? time(1e9 * windowSeconds)
                                        : "%.0f s".formatted(windowSeconds),
                                ResponsesBeyond.whole(beyond),
                                ofArriving
                                        ? "the %s of an arriving request"
                                                .formatted(percentile.label())
                                        : percentile.label()),
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
                                ResponsesBeyond.sufficient((double) responses, beyond)));
    }
}
