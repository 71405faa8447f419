package dev.loombench.spec;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.loombench.spec.load.TrafficSpec;
import dev.loombench.spec.load.Workload;

/// The work and the phases of a trial.
///
/// @param load the load, or the batch that the program executes
/// @param traffic the requests and their connections; none for a batch
/// @param phases for a batch no warm-up, and its time limit
public record Scenario(
        @JsonProperty("load") Workload load,
        @JsonProperty("traffic") TrafficSpec traffic,
        @JsonProperty("phases") Phases phases) {
    public Scenario {
        traffic.requireCompatible(load);
    }

    /// Whether the variants are programs that run to their end, without requests.
    public boolean isBatch() {
        return load instanceof Workload.Batch;
    }

    Scenario withTraffic(TrafficSpec other) {
        return new Scenario(load, other, phases);
    }

    Scenario withPhases(Phases other) {
        return new Scenario(load, traffic, other);
    }
}
