package dev.loombench.run.remote;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.loombench.result.Observation;
import dev.loombench.result.RunManifest;
import dev.loombench.spec.ExperimentSpec;
import java.util.List;
import java.util.Optional;

/// The JSON forms of calls and replies that no other record has.
final class Messages {
    private Messages() {}

    record Build(@JsonProperty("specs") List<ExperimentSpec> specs) {}

    /// @param obstacle see `ServerMachine.mode`
    record Mode(
            @JsonProperty("spec") ExperimentSpec spec,
            @JsonProperty("obstacle") Optional<String> obstacle) {}

    record Use(
            @JsonProperty("exclusive") boolean exclusive,
            @JsonProperty("problem") Optional<String> problem) {}

    /// @param listen address of the agent's machine on which servers accept connections
    record StartRun(
            @JsonProperty("manifest") RunManifest manifest,
            @JsonProperty("listen") String listen) {}

    /// @param address of the server on the agent's machine
    record Launched(@JsonProperty("address") String address, @JsonProperty("port") int port) {}

    record Observations(@JsonProperty("observations") List<Observation> observations) {}

    record Lines(@JsonProperty("lines") List<String> lines) {}
}
