package dev.loombench.launch.service;

import dev.loombench.experiment.variant.CommandSecrets;
import dev.loombench.experiment.variant.LaunchConfiguration;
import dev.loombench.experiment.variant.RequestThreads;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.launch.jdk.Jdks;
import dev.loombench.launch.limit.UnmetRequirement;
import dev.loombench.text.EnvironmentValue;
import dev.loombench.text.FileFault;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/// Checks of a service's command before anything starts.
public final class ServiceChecks {
    /// JEP 444.
    private static final int FIRST_WITH_VIRTUAL = 21;

    /// The first whose scheduler of virtual threads can be changed.
    private static final int FIRST_GOVERNED = 24;

    /// The agent of the governor.
    private static final String GOVERNOR = "dev.loombench.governor.carrier.GovernorAgent";

    private static final Attributes.Name PREMAIN = new Attributes.Name("Premain-Class");

    private ServiceChecks() {}

    /// @param jdks that a remedy may name
    /// @return unmet requirements; empty when the command can be started
    public static List<UnmetRequirement> check(
            LaunchConfiguration launched,
            ServiceCommand service,
            ServiceProgram program,
            Jdks jdks) {
        var unmet = new ArrayList<UnmetRequirement>();
        if (!lacksItsJdk(launched, service, program)) {
            program(service, program).ifPresent(unmet::add);
        }
        program.jar().flatMap(ServiceChecks::jar).ifPresent(unmet::add);
        program.javaAgents(service).forEach(agent -> javaAgent(agent).ifPresent(unmet::add));
        otherJdk(launched, service, program).ifPresent(unmet::add);
        governor(service, program, jdks)
                .or(() -> virtualThreads(service, program, jdks))
                .ifPresent(unmet::add);
        environment(launched).ifPresent(unmet::add);
        secrets(launched, service).ifPresent(unmet::add);
        return unmet;
    }

    /// Frameworks ignore their setting for virtual threads on an older JDK.
    private static Optional<UnmetRequirement> virtualThreads(
            ServiceCommand service, ServiceProgram program, Jdks jdks) {
        return service.expects().equals(Optional.of(RequestThreads.VIRTUAL))
                ? older(program, FIRST_WITH_VIRTUAL, "has no virtual threads", jdks)
                : Optional.empty();
    }

    /// The governor lets a service on an older JDK start, and does nothing there.
    private static Optional<UnmetRequirement> governor(
            ServiceCommand service, ServiceProgram program, Jdks jdks) {
        return program.javaAgents(service).stream().anyMatch(ServiceChecks::isGovernor)
                ? older(program, FIRST_GOVERNED, "cannot be governed", jdks)
                : Optional.empty();
    }

    private static boolean isGovernor(Path jar) {
        try (var file = new JarFile(jar.toFile())) {
            var manifest = file.getManifest();
            return manifest != null
                    && GOVERNOR.equals(manifest.getMainAttributes().getValue(PREMAIN));
        } catch (IOException unreadable) {
            return false; // which the check of the agent says
        }
    }

    /// @param lack what a JDK before the first one lacks, in words that follow its name
    private static Optional<UnmetRequirement> older(
            ServiceProgram program, int first, String lack, Jdks jdks) {
        return program.javaHome()
                .filter(home -> Jdks.major(home).filter(m -> m < first).isPresent())
                .flatMap(home ->
                        unmet(
                                "%s %s".formatted(Jdks.describe(home), lack),
                                "JDK %d or later".formatted(first),
                                from(first, jdks)));
    }

    private static String from(int first, Jdks jdks) {
        return jdks.newest()
                .filter(jdk -> jdk.major() >= first)
                .map(jdk ->
                        "add --jdk %d (%s), or jdk in the experiment"
                                .formatted(jdk.major(), jdk.describe()))
                .orElse("name another with --jdk, or jdk in the experiment");
    }

    /// Whether its `java` is missing because the JDK that the variant names is, which is a
    /// requirement of its own.
    private static boolean lacksItsJdk(
            LaunchConfiguration launched, ServiceCommand service, ServiceProgram program) {
        return launched.jdk().isPresent()
                && program.file().isEmpty()
                && service.words().getFirst().equals(ServiceJava.JAVA);
    }

    private static Optional<UnmetRequirement> program(
            ServiceCommand service, ServiceProgram program) {
        var word = service.words().getFirst();
        if (program.file().isEmpty()) {
            boolean named = word.contains("/");
            return unmet(
                    named
                            ? "no file " + program.folder().resolve(word).normalize()
                            : "no program " + word + " on the PATH",
                    "the program of the command",
                    named
                            ? "correct the command, or set working-directory in a file"
                            : "install it, or write its path, as in ./" + word);
        }
        var file = program.file().get();
        if (Files.isDirectory(file)) {
            return unmet(
                    file + " is a folder", "the program of the command", "correct the command");
        }
        return Files.isExecutable(file)
                ? Optional.empty()
                : unmet(
                        file + " is not executable",
                        "a program",
                        file.toString().endsWith(".jar")
                                ? "write java -jar " + word
                                : "run chmod +x, or name its interpreter, as in sh " + word);
    }

    private static Optional<UnmetRequirement> jar(Path jar) {
        if (!Files.isRegularFile(jar)) {
            return unmet(
                    "no jar " + jar,
                    "the jar of the command",
                    "build it, correct the command, or set working-directory in a file");
        }
        return named(
                jar,
                Attributes.Name.MAIN_CLASS,
                "a jar that java -jar can run",
                "name the executable jar, or use java -cp with the class");
    }

    /// @param attribute of the manifest
    private static Optional<UnmetRequirement> named(
            Path jar, Attributes.Name attribute, String expected, String remedy) {
        try (var file = new JarFile(jar.toFile())) {
            var manifest = file.getManifest();
            return manifest != null && manifest.getMainAttributes().containsKey(attribute)
                    ? Optional.empty()
                    : unmet(
                            "%s names no %s in its manifest".formatted(jar, attribute),
                            expected,
                            remedy);
        } catch (IOException e) {
            return unmet(
                    "%s cannot be read as a jar: %s".formatted(jar, FileFault.of(e)),
                    expected,
                    "build it again");
        }
    }

    /// A JVM without one of its Java agents ends at once.
    private static Optional<UnmetRequirement> javaAgent(Path jar) {
        return Files.isRegularFile(jar)
                ? named(jar, PREMAIN, "a Java agent", "name the jar of the agent")
                : unmet("no file " + jar, "the Java agent of the command", "correct its path");
    }

    /// A command that names its `java` by a path would run on that JDK, whatever `jdk` says.
    private static Optional<UnmetRequirement> otherJdk(
            LaunchConfiguration launched, ServiceCommand service, ServiceProgram program) {
        var word = service.words().getFirst();
        return launched.jdk().isPresent() && program.runsJava() && word.contains("/")
                ? unmet(
                        "the command of %s runs %s".formatted(launched.name(), word),
                        "java without a path, for which jdk (--jdk) chooses the JDK",
                        "write java, or name no jdk")
                : Optional.empty();
    }

    private static Optional<UnmetRequirement> environment(LaunchConfiguration launched) {
        for (var entry : launched.environment().entrySet()) {
            try {
                EnvironmentValue.expanded(entry.getKey(), entry.getValue(), System.getenv());
            } catch (WrongInput missing) {
                return unmet(
                        missing.getMessage(),
                        "a value for " + entry.getKey() + " of " + launched.name(),
                        switch (entry.getValue()) {
                            case EnvironmentValue.NOT_STORED -> "or start a new run";
                            case EnvironmentValue.LOST ->
                                    "start a new run, with ${NAME} in place of its secret";
                            default -> "set the variable before the start of the lab";
                        });
            }
        }
        return Optional.empty();
    }

    /// A command from results has `***` in place of its secrets.
    private static Optional<UnmetRequirement> secrets(
            LaunchConfiguration launched, ServiceCommand service) {
        try {
            CommandSecrets.requireStored(service.words());
            return Optional.empty();
        } catch (WrongInput missing) {
            return unmet(
                    missing.getMessage(),
                    "the whole command of " + launched.name(),
                    "or start a new run");
        }
    }

    private static Optional<UnmetRequirement> unmet(String actual, String expected, String remedy) {
        return Optional.of(new UnmetRequirement(actual, expected, remedy));
    }
}
