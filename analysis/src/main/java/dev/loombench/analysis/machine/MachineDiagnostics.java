package dev.loombench.analysis.machine;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Optional;

/// The limits and conditions of a machine, compared with the requirements of an experiment.
///
/// @param checks in order of display
public record MachineDiagnostics(List<Check> checks) {
    /// The result of a check.
    public enum State {
        @JsonProperty("ok")
        OK,
        /// A run is possible, but its figures may be worse.
        @JsonProperty("warn")
        WARN,
        /// The experiment cannot run.
        @JsonProperty("fail")
        FAIL
    }

    /// One check of the machine.
    ///
    /// @param allows what a run can have
    /// @param needs of the experiment; empty without a need or an experiment
    /// @param remedy command or instruction; empty when nothing is wrong
    public record Check(
            String name,
            String current,
            String allows,
            Optional<String> needs,
            State state,
            Optional<String> remedy) {}

    public MachineDiagnostics {
        checks = List.copyOf(checks);
    }

    /// Whether the experiment can run.
    public boolean passed() {
        return checks.stream().noneMatch(c -> c.state() == State.FAIL);
    }
}
