package dev.loombench.diagnose;

import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.observe.jmx.InspectedJvm;
import dev.loombench.result.Observation.Pool;
import dev.loombench.result.Observation.Unavailable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads the pools that a JVM publishes, at several moments.
final class PoolSampler {
    private final InspectedJvm jvm;
    private final Map<String, List<Pool>> readings = new LinkedHashMap<>();
    private String failure = "none is published as a management bean";

    PoolSampler(InspectedJvm jvm) {
        this.jvm = jvm;
    }

    void sample() throws IOException {
        for (var observation : jvm.pools()) {
            switch (observation) {
                case Pool pool ->
                        readings.computeIfAbsent(
                                        pool.library() + " " + pool.name(), _ -> new ArrayList<>())
                                .add(pool);
                case Unavailable missing -> failure = missing.reason();
                default -> throw new IllegalStateException("no pool: " + observation);
            }
        }
    }

    Part<List<PoolReading>> pools() {
        return readings.isEmpty()
                ? Part.missing(failure)
                : Part.of(readings.values().stream().map(PoolReading::new).toList());
    }
}
