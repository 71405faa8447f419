package dev.loombench.analysis.validity.generator;

import static dev.loombench.text.Figures.percent;
import static dev.loombench.text.Figures.time;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.ResultFinding.OfPercentiles;
import dev.loombench.analysis.trial.Histograms;
import dev.loombench.analysis.validity.percentile.TailFinding.Percentile;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Second;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Requests of an open load waited for the next tick of its pacing, for a noticeable share of a
/// percentile by which the load is judged.
///
/// @param pacing as in the results
/// @param percentile with the largest share of those that judge
/// @param responseSeconds that percentile of the response time
/// @param serviceSeconds that of the service time, which does not contain the wait
/// @param share of the percentile: the difference of the two, of which a tick is the most that the
///   pacing explains, 0..1
public record PacedInTicks(
        String variant,
        String pacing,
        Percentile percentile,
        double responseSeconds,
        double serviceSeconds,
        double share)
        implements GeneratorFinding, OfPercentiles {
    /// The share by which a difference between two servers appears smaller than it is.
    static final double LIMIT = 0.1;

    public static final Kind KIND =
            new Kind(
                    "paced-in-ticks",
                    "requests that waited for a tick",
                    "open, pacing 0.1ms or 1ms: a percentile of the response time that is the metric, claimed or in `--fail-if` of a load is above that of the service time by more than %s of it, counting at most a tick"
                            .formatted(percent(LIMIT)),
                    "note");

    /// Of a variant, by the percentiles of the verdict and of claims.
    public static Optional<PacedInTicks> of(
            Experiment experiment, String variant, List<LoadResult> loads) {
        var claimed =
                experiment.claims().stream().filter(c -> c.mentions(variant)).map(Claim::metric);
        return of(
                variant,
                Stream.concat(Stream.of(experiment.metric()), claimed)
                        .filter(Metric::isPercentile)
                        .map(Percentile::of)
                        .toList(),
                loads);
    }

    /// @param judged percentiles by which the loads are judged
    public static Optional<PacedInTicks> of(
            String variant, List<Percentile> judged, List<LoadResult> loads) {
        return loads.stream()
                .map(LoadResult::generator)
                .filter(generator -> generator.lateArrivals().isPresent()) // the open model
                .filter(generator -> generator.tickNanos() > 0)
                .findFirst()
                .flatMap(generator ->
                        judged.stream()
                                .map(percentile -> of(variant, generator, percentile, loads))
                                .filter(found -> found.share > LIMIT)
                                .max(Comparator.comparingDouble(PacedInTicks::share)));
    }

    private static PacedInTicks of(
            String variant,
            LoadResult.Generator generator,
            Percentile percentile,
            List<LoadResult> loads) {
        var intervals = loads.stream().flatMap(load -> load.intervals().stream()).toList();
        double response =
                Histograms.percentile(
                                Histograms.merged(intervals.stream().map(Second::responseTime)),
                                percentile.percent())
                        .orElse(0);
        double service =
                Histograms.percentile(
                                Histograms.merged(intervals.stream().map(Second::serviceTime)),
                                percentile.percent())
                        .orElse(0);
        double waited = Math.min(response - service, (double) generator.tickNanos());
        return new PacedInTicks(
                variant,
                generator.pacing(),
                percentile,
                response / 1e9,
                service / 1e9,
                response > 0 ? waited / response : 0);
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "requests left at ticks of %s, which is up to %.0f %% of the %s of %s (service time: %s)"
                        .formatted(
                                pacing,
                                100 * share,
                                percentile.label(),
                                time(responseSeconds * 1e9),
                                time(serviceSeconds * 1e9)),
                "response times contain the wait for the tick, and a difference between servers appears smaller by that share",
                "use --pacing exact, which takes more CPU time of the load generator");
    }
}
