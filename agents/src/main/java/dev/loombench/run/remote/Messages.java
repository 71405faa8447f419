package dev.loombench.run.remote;

import dev.loombench.experiment.Experiment;
import dev.loombench.observe.result.Observation;
import dev.loombench.result.RunManifest;
import java.util.List;
import java.util.Optional;

/// The JSON forms of calls and replies that no other record has.
final class Messages {
    private Messages() {}

    record Build(List<Experiment> experiments) {}

    /// @param obstacle see `ServerMachine.mode`
    record Mode(Experiment experiment, Optional<String> obstacle) {}

    record Use(boolean exclusive, Optional<String> problem) {}

    /// @param listen address of the agent's machine on which servers accept connections
    record StartRun(RunManifest manifest, String listen) {}

    /// @param address of the server on the agent's machine
    record Launched(String address, int port) {}

    record Observations(List<Observation> observations) {}

    record Lines(List<String> lines) {}
}
