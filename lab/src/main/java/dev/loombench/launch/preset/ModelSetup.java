package dev.loombench.launch.preset;

import dev.loombench.experiment.variant.RequestThreads;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// How a framework is set to a thread model, or why it cannot be.
public sealed interface ModelSetup {

    /// @param settings key -> value, in the order of the command line
    /// @param expects the threads that run requests if the settings are in force; empty where they
    ///   decide little
    /// @param note to print with the command
    record Settings(
            Map<String, String> settings, Optional<RequestThreads> expects, Optional<String> note)
            implements ModelSetup {
        public Settings {
            settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        }
    }

    /// @param reason with what to do instead
    record Refused(String reason) implements ModelSetup {}
}
