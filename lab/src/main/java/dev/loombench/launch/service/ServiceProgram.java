package dev.loombench.launch.service;

import dev.loombench.experiment.variant.LaunchConfiguration;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.launch.jdk.Jdks;
import dev.loombench.launch.limit.PathLookup;
import dev.loombench.text.EnvironmentValue;
import dev.loombench.text.WrongInput;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The program of a service on this machine.
///
/// @param file the program. Where the command has no folder, a `java` is a [ServiceJava], and any
///   other is found on the `PATH` of the service, which begins with the variant's JDK; empty when
///   there is none
/// @param jar that a `java` command runs with `-jar`
/// @param runsJava whether the program is a `java`
/// @param javaHome of a `java` command as far as it is known, or the variant's JDK
/// @param folder its working directory
public record ServiceProgram(
        Optional<Path> file,
        Optional<Path> jar,
        boolean runsJava,
        Optional<Path> javaHome,
        Path folder) {
    private static final String JAVA_AGENT = "-javaagent:";

    public static ServiceProgram of(
            LaunchConfiguration launched, ServiceCommand service, Jdks jdks) {
        return of(launched, service, jdks, System.getenv());
    }

    /// @param lab variables of the lab
    public static ServiceProgram of(
            LaunchConfiguration launched,
            ServiceCommand service,
            Jdks jdks,
            Map<String, String> lab) {
        var folder = launched.workingDirectory().orElse(Path.of("")).toAbsolutePath().normalize();
        var word = service.words().getFirst();
        boolean named = word.contains("/");
        var file =
                word.equals(ServiceJava.JAVA)
                        ? ServiceJava.of(launched, folder, jdks, lab)
                        : named
                                ? existing(folder, word)
                                : onPath(launched, folder, jdks, lab, word);
        boolean java = ServiceCommand.isJava(word);
        return new ServiceProgram(
                file,
                java ? jar(service.words(), folder) : Optional.empty(),
                java,
                java
                        ? file.flatMap(ServiceJava::home)
                        : launched.jdk().flatMap(_ -> jdks.home(launched)),
                folder);
    }

    /// The value of a variable of the service; empty where it has none. A value of the variant that
    /// cannot be expanded is left to [ServiceChecks], and that of the lab is taken.
    ///
    /// @param lab variables of the lab, after those of the variant
    static String variable(String name, LaunchConfiguration launched, Map<String, String> lab) {
        var ofLab = lab.getOrDefault(name, "");
        try {
            var own = launched.environment().get(name);
            return own == null ? ofLab : EnvironmentValue.expanded(name, own, lab);
        } catch (WrongInput notSet) {
            return ofLab;
        }
    }

    private static Optional<Path> onPath(
            LaunchConfiguration launched,
            Path folder,
            Jdks jdks,
            Map<String, String> lab,
            String word) {
        var path = variable(PathLookup.PATH, launched, lab);
        return launched.jdk()
                .flatMap(_ -> jdks.home(launched))
                .flatMap(home -> PathLookup.findIn(home.resolve("bin"), word))
                .or(() -> PathLookup.find(word, path, folder));
    }

    private static Optional<Path> existing(Path folder, String word) {
        try {
            return Optional.of(folder.resolve(word).normalize()).filter(Files::exists);
        } catch (InvalidPathException notAPath) {
            return Optional.empty();
        }
    }

    private static Optional<Path> jar(List<String> words, Path folder) {
        int at = words.indexOf("-jar");
        return at < 0 || at + 1 == words.size()
                ? Optional.empty()
                : Optional.of(folder.resolve(words.get(at + 1)).normalize());
    }

    /// The jars of its Java agents, from `-javaagent:FILE=OPTIONS`.
    public List<Path> javaAgents(ServiceCommand service) {
        return service.words().stream()
                .filter(word -> runsJava && word.startsWith(JAVA_AGENT))
                .map(word -> word.substring(JAVA_AGENT.length()).split("=", 2)[0])
                .map(file -> folder.resolve(file).normalize())
                .toList();
    }

    /// Whether the lab can add JVM flags to the command: it runs a `java` that knows them.
    boolean takesJvmFlags() {
        return runsJava && javaHome.flatMap(Jdks::major).filter(major -> major >= 9).isPresent();
    }
}
