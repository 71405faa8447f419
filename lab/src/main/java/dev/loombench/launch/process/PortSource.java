package dev.loombench.launch.process;

import dev.loombench.experiment.variant.LaunchConfiguration;
import dev.loombench.experiment.variant.ServiceCommand;

/// How a service learns the port on which it is to listen.
public enum PortSource {
    /// Its command, or a variable that its variant sets, has `{port}`.
    PLACEHOLDER,

    /// By the [variables][ServiceCommand#PORT_VARIABLES] that every service gets.
    VARIABLES,

    /// It has a port of its own, which its variant names.
    FIXED;

    public static PortSource of(LaunchConfiguration launched, ServiceCommand service) {
        if (launched.port() != 0) {
            return FIXED;
        }
        boolean named =
                service.takesPort()
                        || launched.environment().values().stream()
                                .anyMatch(value -> value.contains(ServiceCommand.PORT));
        return named ? PLACEHOLDER : VARIABLES;
    }
}
