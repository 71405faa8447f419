package dev.loombench.analysis.validity.generator;

import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.api.GeneratorProblem;
import dev.loombench.load.limit.LoadLimits;
import dev.loombench.load.result.LoadResult;
import java.util.List;
import java.util.Optional;

/// The load generator was ready to run, and other threads had the CPU.
///
/// @param share of the window, mean of the trials, 0..1
/// @param lateArrivals of an open load, including those never sent
/// @param timed whether response times or scheduled arrivals count; in a closed load the users
///   share the CPU with the server, and throughput is what results from it
public record GeneratorStarved(String variant, double share, long lateArrivals, boolean timed)
        implements GeneratorFinding {
    public static final Kind KIND =
            GeneratorProblem.GeneratorStarved.KIND.with(
                    ": for an open load, held connections, or a percentile as metric or claim; for other closed loads. For the former also above %s, when p90 includes it"
                            .formatted(percent(LoadLimits.P90_WAITS)),
                    "invalid; note; note");

    public static Optional<GeneratorStarved> of(
            String variant, boolean timed, List<LoadResult> loads) {
        var generators = loads.stream().map(LoadResult::generator).toList();
        double share =
                generators.stream()
                        .flatMapToDouble(g -> g.runQueueWaitShare().stream())
                        .average()
                        .orElse(0);
        long late = generators.stream().flatMapToLong(g -> g.lateArrivals().stream()).sum();
        return Optional.of(new GeneratorStarved(variant, share, late, timed))
                .filter(starved ->
                        starved.problem().isInvalid() || (timed && share > LoadLimits.P90_WAITS));
    }

    private GeneratorProblem.GeneratorStarved problem() {
        return new GeneratorProblem.GeneratorStarved(share, lateArrivals);
    }

    @Override
    public Severity severity() {
        return timed ? problem().severity() : Severity.NOTE;
    }

    @Override
    public boolean affects(Metric metric) {
        return metric.isPercentile() || (metric == Metric.THROUGHPUT && lateArrivals > 0);
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                problem().message(),
                "responses wait until it runs, and that counts as response time",
                "a core for the generator that the server does not use (taskset -c), or a lower load");
    }
}
