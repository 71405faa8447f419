package dev.loombench.launch;

import dev.loombench.base.JvmVariables;
import dev.loombench.experiment.variant.LaunchConfiguration;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/// The options of JVMs in the lab's own environment.
///
/// A server of the zoo gets only those that its variant sets: one of the lab would change every
/// model, and be in no result. A service keeps them, since its user may have set them for it; a run
/// records that they were there.
final class JvmOptionsOfLab {
    private JvmOptionsOfLab() {}

    static void removeFrom(Map<String, String> environment) {
        JvmVariables.NAMES.forEach(environment::remove);
    }

    /// Those of the lab that reach a service, as in `environment variable JAVA_TOOL_OPTIONS` ->
    /// checksum: their values may hold secrets.
    ///
    /// @param lab the lab's own environment
    static Map<String, String> identities(LaunchConfiguration launched, Map<String, String> lab) {
        var checksums = new TreeMap<String, String>();
        for (var name : JvmVariables.NAMES) {
            var value = lab.get(name);
            if (value != null && !launched.environment().containsKey(name)) {
                checksums.put(
                        JvmVariables.IDENTITY + name,
                        Builds.ofBytes(value.getBytes(StandardCharsets.UTF_8)));
            }
        }
        return checksums;
    }
}
