package dev.loombench.analysis.validity.load;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.ResultFinding.OfPercentiles;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.trial.Histograms;
import dev.loombench.analysis.trial.Latency;
import dev.loombench.analysis.validity.percentile.TailFinding.Percentile;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.load.api.ResponseProblem;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// A closed load whose percentiles hide for how long the server stood still, or whose requests
/// differ much in cost.
///
/// @param percentile p99, or else one that decides
/// @param sentNanos that percentile of the requests that users sent
/// @param arrivingNanos that of a request that arrives at any moment
public record ArrivalsOmitted(
        String variant, Percentile percentile, double sentNanos, double arrivingNanos)
        implements LoadFinding, OfPercentiles {
    private static final Percentile P99 = Percentile.of(Metric.P99);
    private static final Percentile P50 = Percentile.of(Metric.P50);

    /// Share of the time without a response in which most requests that arrive at any moment wait.
    private static final double HALF = 0.5;

    /// Responses per sample from which on a sample without one is none by chance.
    private static final int MANY = 10;

    public static final Kind KIND =
            ResponseProblem.ArrivalsOmitted.KIND.with(
                    " (our choice; exponential response times reach it at p99 in fewer than 1 % of loads of 1,000 requests: `ArrivalsOmittedTest`), or else that of a percentile that decides; of p50, if that decides, where no response arrived in half of the samples of the window",
                    "note");

    /// @param judged percentiles that decide something
    public static Optional<ArrivalsOmitted> of(
            String variant, Latency latency, List<Percentile> judged) {
        return Stream.concat(Stream.of(P99), judged.stream())
                .flatMap(p -> of(variant, latency, p).stream())
                .findFirst();
    }

    /// Of the median: a server that stands still for half of the time, as a limiter that gives out
    /// its tokens once a second, keeps most arrivals waiting, while each user sends most of its
    /// requests in between. Requests of different cost change the estimate as much, so that the
    /// server has to be seen to stand still.
    public static Optional<ArrivalsOmitted> ofMedian(VariantTrials trials) {
        double still =
                trials.completed().stream()
                        .mapToDouble(ArrivalsOmitted::standsStill)
                        .average()
                        .orElse(0);
        var latency = trials.latency();
        return latency.arriving()
                .filter(_ -> still >= HALF)
                .flatMap(times ->
                        of(
                                trials.variant(),
                                latency,
                                P50,
                                Histograms.percentile(times, P50.percent())));
    }

    /// The share of the window's samples in which no response arrived, by their length.
    private static double standsStill(Completed trial) {
        var points =
                trial.series(MetricId.LOAD_RESPONSES).stream()
                        .flatMap(series -> series.points().stream())
                        .filter(point -> trial.window().contains(point.nanos()))
                        .toList();
        if (points.size() < 2
                || points.getLast().value() - points.getFirst().value() < MANY * points.size()) {
            return 0;
        }
        double still = 0;
        for (int i = 1; i < points.size(); i++) {
            var from = points.get(i - 1);
            var to = points.get(i);
            still += to.value() > from.value() ? 0 : to.nanos() - from.nanos();
        }
        return still / (points.getLast().nanos() - points.getFirst().nanos());
    }

    private static Optional<ArrivalsOmitted> of(
            String variant, Latency latency, Percentile percentile) {
        return of(variant, latency, percentile, latency.percentile(percentile.percent()));
    }

    private static Optional<ArrivalsOmitted> of(
            String variant, Latency latency, Percentile percentile, OptionalDouble arriving) {
        var sent = Histograms.percentile(latency.responseTime(), percentile.percent());
        return sent.isPresent()
                ? ResponseProblem.ArrivalsOmitted.in(
                                percentile.label(), sent.getAsDouble(), arriving.orElse(0))
                        .map(found ->
                                new ArrivalsOmitted(
                                        variant,
                                        percentile,
                                        found.sentNanos(),
                                        found.arrivingNanos()))
                : Optional.empty();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                new ResponseProblem.ArrivalsOmitted(percentile.label(), sentNanos, arrivingNanos)
                        .message(),
                "the server stands still at times, when waiting users send nothing; or requests differ in cost, and the second figure is too high",
                "measure with an open load (-R), which needs no estimate");
    }
}
