package dev.loombench.analysis.validity.load;

import static dev.loombench.text.Figures.axis;
import static dev.loombench.text.Figures.time;

import dev.loombench.analysis.finding.Finding.Severity;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.Kind;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.trial.Histograms;
import dev.loombench.analysis.trial.Latency;
import dev.loombench.experiment.Metric;
import dev.loombench.load.limit.LoadLimits;
import java.util.Optional;

/// A closed load whose percentiles hide for how long the server stood still, or whose requests
/// differ much in cost.
///
/// @param sentNanos p99 of the requests that users sent
/// @param arrivingNanos p99 of a request that arrives at any moment
public record ArrivalsOmitted(String variant, double sentNanos, double arrivingNanos)
        implements LoadFinding {
    private static final double PERCENT = 99;

    public static final Kind KIND =
            new Kind(
                    "arrivals-omitted",
                    "closed: the p99 of an arriving request is at least %s times that of the requests sent (our choice; exponential response times reach it in fewer than 1 %% of loads of 1,000 requests: `LoadFindingTest`)"
                            .formatted(axis(LoadLimits.ARRIVING_MULTIPLE)),
                    "note");

    public static Optional<ArrivalsOmitted> of(String variant, Latency latency) {
        var sent = Histograms.percentile(latency.responseTime(), PERCENT);
        var arriving = latency.percentile(PERCENT);
        return sent.isPresent() && LoadLimits.omitsArrivals(sent.getAsDouble(), arriving.orElse(0))
                ? Optional.of(
                        new ArrivalsOmitted(variant, sent.getAsDouble(), arriving.getAsDouble()))
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
                "the p99 of the requests that its users sent is %s, that of a request that arrives at any moment %s"
                        .formatted(time(sentNanos), time(arrivingNanos)),
                "the server stands still at times, when waiting users send nothing; or requests differ in cost, and the second figure is too high",
                "measure with an open load (-R), which needs no estimate");
    }
}
