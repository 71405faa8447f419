package dev.loombench.experiment.variant;

import dev.loombench.base.JvmVariables;
import dev.loombench.requests.secret.SecretMask;
import dev.loombench.text.EnvironmentValue;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.ValueSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/// The secrets that a service may show: the values of its environment, those in its command, and
/// those of its requests; of each also its lines.
public final class ServiceSecrets {
    private ServiceSecrets() {}

    /// The mask of the values of a service's environment, the secrets in its command, and the
    /// variables of the lab and the secrets in its requests.
    ///
    /// @param requestValues the sources of values in its requests
    /// @throws WrongInput when a variable is not set, or a value is not stored
    public static SecretMask mask(
            LaunchConfiguration launched, Collection<ValueSource> requestValues) {
        return mask(launched, requestValues, System.getenv());
    }

    /// @param lab variables of the lab, of which a service gets those with options of the JVM too
    static SecretMask mask(
            LaunchConfiguration launched,
            Collection<ValueSource> requestValues,
            Map<String, String> lab) {
        var secrets = new ArrayList<String>();
        launched.environment()
                .forEach((name, value) -> {
                    var expanded = EnvironmentValue.expanded(name, value, lab);
                    secrets.add(expanded);
                    secrets.addAll(within(name, expanded));
                });
        launched.service()
                .ifPresent(service -> {
                    CommandSecrets.requireStored(service.words());
                    secrets.addAll(CommandSecrets.of(service.words()));
                    lab.forEach((name, value) -> {
                        if (JvmVariables.NAMES.contains(name)) {
                            secrets.addAll(within(name, value));
                        }
                    });
                });
        secrets.addAll(SecretMask.ofRequests(requestValues, lab).secrets());
        return new SecretMask(secrets.stream().flatMap(SecretMask::withLines).toList());
    }

    /// The secrets in the value of a variable, such as the password in a URL: a JVM prints its
    /// options, and a service may print a part of a value.
    private static List<String> within(String name, String value) {
        return CommandSecrets.of(List.of(name + "=" + value));
    }
}
