package dev.loombench.cli;

import dev.loombench.launch.HostLimits;
import dev.loombench.launch.Preflight;
import dev.loombench.launch.UnmetRequirement;
import dev.loombench.load.LoadEngine;
import dev.loombench.report.Format;
import dev.loombench.run.CounterRequirement;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.text.SpecError;
import java.util.stream.Collectors;

/// Checks of an experiment against this machine, before anything starts.
final class RunChecks {
    private RunChecks() {}

    /// @param given the experiment as on the command line
    /// @throws SpecError when the machine lacks something that the experiment needs
    static void require(ExperimentSpec spec, String given) {
        var unmet = Preflight.checkLimits(HostLimits.ofThisMachine(), spec);
        if (!unmet.isEmpty()) {
            throw new SpecError(
                    "%s: %s%n  details: loombench doctor %s"
                            .formatted(
                                    spec.name(),
                                    unmet.stream()
                                            .map(UnmetRequirement::message)
                                            .collect(Collectors.joining("; ")),
                                    Format.plain(given)));
        }
        CounterRequirement.require(spec);
        LoadEngine.checkSources(spec.traffic());
        LoadEngine.checkEnvironment(spec.traffic());
    }
}
