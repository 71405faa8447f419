package dev.loombench.analysis.validity.load;

import static dev.loombench.text.Figures.axis;
import static dev.loombench.text.Figures.time;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.trial.Histograms;
import dev.loombench.analysis.trial.Latency;
import dev.loombench.analysis.validity.percentile.TailFinding.Percentile;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.limit.LoadLimits;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A closed load whose percentiles hide for how long the server stood still, or whose requests
/// differ much in cost.
///
/// @param percentile p99, or else one that decides
/// @param sentNanos that percentile of the requests that users sent
/// @param arrivingNanos that of a request that arrives at any moment
public record ArrivalsOmitted(
        String variant, Percentile percentile, double sentNanos, double arrivingNanos)
        implements LoadFinding {
    private static final Percentile P99 = Percentile.of(Metric.P99);

    public static final Kind KIND =
            new Kind(
                    "arrivals-omitted",
                    "closed: the p99 of an arriving request, or else a percentile that decides, is at least %s times that of the requests sent (our choice; exponential response times reach it at p99 in fewer than 1 %% of loads of 1,000 requests: `LoadFindingTest`)"
                            .formatted(axis(LoadLimits.ARRIVING_MULTIPLE)),
                    "note");

    /// @param judged percentiles that decide something
    public static Optional<ArrivalsOmitted> of(
            String variant, Latency latency, List<Percentile> judged) {
        return Stream.concat(Stream.of(P99), judged.stream())
                .flatMap(p -> of(variant, latency, p).stream())
                .findFirst();
    }

    private static Optional<ArrivalsOmitted> of(
            String variant, Latency latency, Percentile percentile) {
        var sent = Histograms.percentile(latency.responseTime(), percentile.percent());
        var arriving = latency.percentile(percentile.percent());
        return sent.isPresent() && LoadLimits.omitsArrivals(sent.getAsDouble(), arriving.orElse(0))
                ? Optional.of(
                        new ArrivalsOmitted(
                                variant, percentile, sent.getAsDouble(), arriving.getAsDouble()))
                : Optional.empty();
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public Severity severity() {
        return Severity.NOTE;
    }

    @Override
    public boolean affects(Metric metric) {
        return metric.isPercentile();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the %s of the requests that its users sent is %s, that of a request that arrives at any moment %s"
                        .formatted(percentile.label(), time(sentNanos), time(arrivingNanos)),
                "the server stands still at times, when waiting users send nothing; or requests differ in cost, and the second figure is too high",
                "measure with an open load (-R), which needs no estimate");
    }
}
