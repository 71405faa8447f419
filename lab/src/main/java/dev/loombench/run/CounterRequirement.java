package dev.loombench.run;

import dev.loombench.launch.UnmetRequirement;
import dev.loombench.observe.perf.PerfSupport;
import dev.loombench.observe.result.MetricId;
import dev.loombench.spec.Claim;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Metric;
import dev.loombench.spec.text.SpecError;
import java.util.Optional;
import java.util.stream.Stream;

/// The counters that an experiment needs for its metric and its claims.
public final class CounterRequirement {
    private CounterRequirement() {}

    /// @throws SpecError when this machine does not count what the experiment is decided by
    public static void require(ExperimentSpec spec) {
        if (spec.criteria().decidedBy(Metric::isCounted)) {
            unmet(spec, PerfSupport.ofThisMachine())
                    .ifPresent(unmet -> {
                        throw new SpecError("%s: %s".formatted(spec.name(), unmet.message()));
                    });
        }
    }

    /// The first metric that is not counted; empty when all are, or none is needed.
    static Optional<UnmetRequirement> unmet(ExperimentSpec spec, PerfSupport support) {
        return Stream.concat(Stream.of(spec.metric()), spec.claims().stream().map(Claim::metric))
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
