package dev.loombench.launch;

import dev.loombench.launch.jdk.Jdks;
import dev.loombench.spec.Variant;
import dev.loombench.spec.text.EnvironmentValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The `java` of the user's services: that of the variant's JDK; else that of `JAVA_HOME`, as for
/// the lab; else that of the `PATH`.
public final class ServiceJava {
    static final String JAVA = "java";
    private static final String JAVA_HOME = "JAVA_HOME";

    private ServiceJava() {}

    /// @param lab variables of the lab, after those of the variant
    /// @return empty where there is none
    static Optional<Path> of(Variant variant, Jdks jdks, Map<String, String> lab) {
        if (variant.jdk().isPresent()) {
            return jdks.java(variant);
        }
        var own = variant.environment().get(JAVA_HOME);
        return ofHome(
                own == null
                        ? lab.getOrDefault(JAVA_HOME, "")
                        : EnvironmentValue.expanded(JAVA_HOME, own, lab));
    }

    /// The home of the JDK of services that name none.
    ///
    /// @param lab variables of the lab
    /// @return empty where there is none
    public static Optional<Path> defaultHome(Map<String, String> lab) {
        return ofHome(lab.getOrDefault(JAVA_HOME, "")).flatMap(ServiceJava::home);
    }

    private static Optional<Path> ofHome(String home) {
        return Optional.of(home)
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, "bin", JAVA).toAbsolutePath())
                .filter(Files::isExecutable)
                .or(() -> PathLookup.find(JAVA));
    }

    /// The folder of the JDK, two above a `java` that may be linked.
    static Optional<Path> home(Path java) {
        try {
            return Files.isExecutable(java)
                    ? Optional.of(java.toRealPath()).map(Path::getParent).map(Path::getParent)
                    : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
