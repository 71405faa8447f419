package dev.loombench.cli;

import dev.loombench.cli.agent.RunAgentOptions.RunAgents;
import dev.loombench.experiment.Experiment;
import dev.loombench.launch.Preflight;
import dev.loombench.launch.limit.HostLimits;
import dev.loombench.launch.limit.UnmetRequirement;
import dev.loombench.load.LoadEngine;
import dev.loombench.report.Format;
import dev.loombench.run.CounterRequirement;
import dev.loombench.text.WrongInput;
import java.util.List;
import java.util.stream.Collectors;

/// Checks of an experiment against this machine, before anything starts.
final class RunChecks {
    private RunChecks() {}

    /// @param given the experiment as on the command line
    /// @param agents that drive its load, or start its servers on another machine
    /// @throws WrongInput when the machine lacks something that the experiment needs
    static void require(Experiment experiment, String given, RunAgents agents) {
        var unmet = unmet(experiment, agents.loadOn().isPresent(), agents.serverOn().isPresent());
        if (!unmet.isEmpty()) {
            throw new WrongInput(
                    "%s: %s%n  details: loombench doctor %s"
                            .formatted(
                                    experiment.name(),
                                    unmet.stream()
                                            .map(UnmetRequirement::message)
                                            .collect(Collectors.joining("; ")),
                                    Format.plain(given)));
        }
        if (agents.serverOn().isEmpty()) {
            CounterRequirement.require(experiment);
        }
        if (agents.loadOn().isEmpty()) {
            LoadEngine.checkSources(experiment.traffic());
        }
        LoadEngine.checkValues(experiment.traffic());
    }

    private static List<UnmetRequirement> unmet(
            Experiment experiment, boolean loadElsewhere, boolean serversElsewhere) {
        var host = HostLimits.ofThisMachine();
        if (loadElsewhere) {
            return serversElsewhere ? List.of() : Preflight.checkServerLimits(host, experiment);
        }
        return serversElsewhere
                ? Preflight.checkLoadLimits(host, experiment)
                : Preflight.checkLimits(host, experiment);
    }
}
