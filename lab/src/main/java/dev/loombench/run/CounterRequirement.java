package dev.loombench.run;

import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.launch.limit.UnmetRequirement;
import dev.loombench.observe.perf.PerfSupport;
import dev.loombench.observe.result.MetricId;
import dev.loombench.text.WrongInput;
import java.util.Optional;
import java.util.stream.Stream;

/// The counters that an experiment needs for its metric and its claims.
public final class CounterRequirement {
    private CounterRequirement() {}

    /// @throws WrongInput when this machine does not count what the experiment is decided by
    public static void require(Experiment experiment) {
        if (experiment.criteria().decidedBy(Metric::isCounted)) {
            unmet(experiment, PerfSupport.ofThisMachine())
                    .ifPresent(unmet -> {
                        throw new WrongInput(
                                "%s: %s".formatted(experiment.name(), unmet.message()));
                    });
        }
    }

    /// The first metric that is not counted; empty when all are, or none is needed.
    static Optional<UnmetRequirement> unmet(Experiment experiment, PerfSupport support) {
        return Stream.concat(
                        Stream.of(experiment.metric()),
                        experiment.claims().stream().map(Claim::metric))
                .flatMap(metric -> unmet(metric, support).stream())
                .findFirst();
    }

    private static Optional<UnmetRequirement> unmet(Metric metric, PerfSupport support) {
        return counter(metric)
                .flatMap(support::refusal)
                .map(refusal ->
                        new UnmetRequirement(
                                refusal.reason(),
                                "a counter for the metric " + metric.label(),
                                refusal.remedy()));
    }

    private static Optional<MetricId> counter(Metric metric) {
        return switch (metric) {
            case INSTRUCTIONS_PER_REQUEST -> Optional.of(MetricId.COUNTED_INSTRUCTIONS);
            case CYCLES_PER_REQUEST -> Optional.of(MetricId.COUNTED_CYCLES);
            case THROUGHPUT,
                    CPU_PER_REQUEST,
                    P50,
                    P75,
                    P90,
                    P95,
                    P99,
                    P999,
                    P9999,
                    PEAK_RSS,
                    THREADS,
                    ELAPSED,
                    RAMP_UP,
                    CAPACITY ->
                    Optional.empty();
        };
    }
}
