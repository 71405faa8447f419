package dev.loombench.experiment;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.loombench.experiment.variant.Dependencies;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// The work and the phases of a trial.
///
/// @param load the load, or the batch that the program executes
/// @param traffic the requests and their connections; none for a batch
/// @param phases for a batch no warm-up, and its time limit
/// @param dependencies of the user's own services
public record Scenario(
        Workload load,
        Traffic traffic,
        Phases phases,
        @JsonInclude(Include.NON_ABSENT) Optional<Dependencies> dependencies) {
    public Scenario {
        traffic.requireCompatible(load);
        dependencies = dependencies.filter(d -> !d.isEmpty());
    }

    /// A scenario without dependencies.
    public Scenario(Workload load, Traffic traffic, Phases phases) {
        this(load, traffic, phases, Optional.empty());
    }

    /// Whether the variants are programs that run to their end, without requests.
    public boolean isBatch() {
        return load instanceof Workload.Batch;
    }

    Scenario withTraffic(Traffic other) {
        return new Scenario(load, other, phases, dependencies);
    }

    Scenario withPhases(Phases other) {
        return new Scenario(load, traffic, other, dependencies);
    }

    /// The same with other words of the commands around the services.
    Scenario withWords(UnaryOperator<List<String>> others) {
        return new Scenario(load, traffic, phases, dependencies.map(d -> d.withWords(others)));
    }

    /// The same with other variables of the backends.
    Scenario withEnvironment(UnaryOperator<Map<String, String>> others) {
        return new Scenario(
                load, traffic, phases, dependencies.map(d -> d.withEnvironment(others)));
    }
}
