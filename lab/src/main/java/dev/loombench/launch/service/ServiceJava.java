package dev.loombench.launch.service;

import dev.loombench.experiment.variant.LaunchConfiguration;
import dev.loombench.launch.jdk.Jdks;
import dev.loombench.launch.limit.PathLookup;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The `java` of the user's services: that of the variant's JDK; else that of `JAVA_HOME`, as for
/// the lab; else that of the `PATH`. Of the last two, what the variant sets comes before what the
/// lab has.
public final class ServiceJava {
    public static final String JAVA = "java";
    private static final String JAVA_HOME = "JAVA_HOME";

    private ServiceJava() {}

    /// @param folder the working directory
    /// @param lab variables of the lab, after those of the variant
    /// @return empty where there is none
    static Optional<Path> of(
            LaunchConfiguration launched, Path folder, Jdks jdks, Map<String, String> lab) {
        if (launched.jdk().isPresent()) {
            return jdks.java(launched);
        }
        var path = ServiceProgram.variable(PathLookup.PATH, launched, lab);
        var first = launched.environment().containsKey(JAVA_HOME) ? "" : added(path, lab);
        return PathLookup.find(JAVA, first, folder)
                .or(() -> ofHome(ServiceProgram.variable(JAVA_HOME, launched, lab)))
                .or(() -> PathLookup.find(JAVA, path, folder));
    }

    /// The folders that the `PATH` of the lab does not have.
    private static String added(String path, Map<String, String> lab) {
        var known = List.of(lab.getOrDefault(PathLookup.PATH, "").split(File.pathSeparator, -1));
        return Arrays.stream(path.split(File.pathSeparator, -1))
                .filter(folder -> !known.contains(folder))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /// The home of the JDK of services that name none.
    ///
    /// @param lab variables of the lab
    /// @return empty where there is none
    public static Optional<Path> defaultHome(Map<String, String> lab) {
        return ofHome(lab.getOrDefault(JAVA_HOME, ""))
                .or(() -> PathLookup.find(JAVA))
                .flatMap(ServiceJava::home);
    }

    private static Optional<Path> ofHome(String home) {
        return Optional.of(home)
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, "bin", JAVA).toAbsolutePath())
                .filter(Files::isExecutable);
    }

    /// The folder of the JDK, two above a `java` that may be linked.
    public static Optional<Path> home(Path java) {
        try {
            return Files.isExecutable(java)
                    ? Optional.of(java.toRealPath()).map(Path::getParent).map(Path::getParent)
                    : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
