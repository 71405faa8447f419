package dev.loombench.experiment.variant;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A configuration of a server, compared with the other variants of an experiment.
///
/// @param name unique in the experiment, shown in every table
/// @param subject the program that it runs
/// @param jdk the JDK it runs on; empty for the lab's own, or for that of a service's command
/// @param cpus processors that the server may use; empty for all
/// @param workingDirectory empty for the trial's own
/// @param environment variables added to the lab's own; of a service, `${NAME}` in a value is a
///   variable of the lab
/// @param port port to listen on; 0 for a free one
public record Variant(
        String name,
        Subject subject,
        Optional<Jdk> jdk,
        Optional<Cpus> cpus,
        Optional<Path> workingDirectory,
        Map<String, String> environment,
        int port)
        implements LaunchConfiguration {

    /// Most characters of a name: more than an address has.
    private static final int MAX_NAME = 300;

    public Variant {
        if (name.isBlank()) {
            throw new WrongInput("a variant needs a name");
        }
        if (name.length() > MAX_NAME) {
            throw new WrongInput(
                    "the name of a variant has at most %d characters, found %,d: %s"
                            .formatted(MAX_NAME, name.length(), TextSanitizer.quoted(name)));
        }
        requirePort(port);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    /// @throws WrongInput when it is no port, and not 0 for a free one
    static void requirePort(int port) {
        if (port < 0 || port > 65_535) {
            throw new WrongInput("port must be between 0 and 65535, was " + port);
        }
    }

    /// A variant with every default: the lab's JDK, all processors, a free port.
    public static Variant of(String name, Subject subject) {
        return new Variant(
                name, subject, Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), 0);
    }

    /// The same of a server of the zoo, with its default name.
    public static Variant of(
            String server, String model, Threading threads, Map<String, String> settings) {
        return of(
                defaultName(server, model, settings),
                new ZooServer(server, model, threads, settings, List.of()));
    }

    /// The name of a variant without a `name`: `tomcat platform-pool 200`.
    public static String defaultName(String server, String model, Map<String, String> settings) {
        var threads = settings.get("threads");
        return server + " " + model + (threads == null ? "" : " " + threads);
    }

    /// What must be equal in the responses of all variants; nothing for servers of the zoo.
    public SameAnswers sameAnswers() {
        return switch (subject) {
            case ZooServer _ -> SameAnswers.OFF;
            case ServiceCommand service -> service.sameAnswers();
            case Endpoint endpoint -> endpoint.sameAnswers();
        };
    }

    /// Whether its model runs handlers in these threads; false where the threads are unknown.
    public boolean runsOn(Threading threads) {
        return zooServer().filter(server -> server.threads() == threads).isPresent();
    }

    /// The settings of its model; none for a service.
    public Map<String, String> settings() {
        return zooServer().map(ZooServer::settings).orElse(Map.of());
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Variant read(StoredConfiguration stored) {
        return stored.variant();
    }

    /// The form in results, which has no secrets of a service's environment and its command.
    @JsonValue
    StoredConfiguration stored() {
        return StoredConfiguration.of(this);
    }

    /// The same variant of another subject.
    Variant withSubject(Subject other) {
        return new Variant(name, other, jdk, cpus, workingDirectory, environment, port);
    }

    /// The same variant with other words of its command, where it has one.
    public Variant withWords(UnaryOperator<List<String>> others) {
        return service()
                .map(service -> withSubject(service.withWords(others.apply(service.words()))))
                .orElse(this);
    }

    /// The same variant with other variables.
    public Variant withEnvironment(Map<String, String> other) {
        return new Variant(name, subject, jdk, cpus, workingDirectory, other, port);
    }

    /// The number of processors that the server may use.
    ///
    /// @param machine number of processors of its machine
    public double cores(int machine) {
        return cpus.map(Cpus::cores).filter(own -> own < machine).orElse((double) machine);
    }
}
