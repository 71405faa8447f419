package dev.loombench.experiment.variant;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.loombench.text.CommandWords;
import dev.loombench.text.Suggestions;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What the lab starts and executes around the user's own services.
///
/// @param backends in the order of their start; each may use the ports of those before it
/// @param beforeEach executed before each process of a variant starts
/// @param afterEach executed after each process of a variant has ended
public record Dependencies(
        List<Backend> backends,
        @JsonInclude(Include.NON_ABSENT) Optional<TrialCommand> beforeEach,
        @JsonInclude(Include.NON_ABSENT) Optional<TrialCommand> afterEach) {
    /// No dependencies.
    public static final Dependencies NONE =
            new Dependencies(List.of(), Optional.empty(), Optional.empty());

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");
    private static final Pattern PORT = Pattern.compile("\\{([a-z][a-z0-9-]*)\\.port}");

    /// A service that the variants use, such as a database.
    ///
    /// @param name that `{NAME.port}` refers to
    /// @param lifetime how long one process of it lives
    public record Backend(
            String name,
            ServiceCommand command,
            Optional<Cpus> cpus,
            Optional<Path> workingDirectory,
            Map<String, String> environment,
            int port,
            Lifetime lifetime)
            implements LaunchConfiguration {
        public Backend {
            if (!NAME.matcher(name).matches()) {
                throw new WrongInput(
                        "a backend's name must consist of small letters, digits and -, was "
                                + TextSanitizer.quoted(name));
            }
            Variant.requirePort(port);
            environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        }

        @Override
        public ServiceCommand subject() {
            return command;
        }

        /// The same, with the ports of the backends that it names.
        public Backend withPorts(Map<String, Integer> ports) {
            return new Backend(
                    name,
                    Dependencies.withPorts(command, ports),
                    cpus,
                    workingDirectory,
                    Dependencies.withPorts(environment, ports),
                    port,
                    lifetime);
        }

        private Backend withWords(UnaryOperator<List<String>> others) {
            return new Backend(
                    name,
                    command.withWords(others.apply(command.words())),
                    cpus,
                    workingDirectory,
                    environment,
                    port,
                    lifetime);
        }

        private Backend withEnvironment(UnaryOperator<Map<String, String>> others) {
            return new Backend(
                    name,
                    command,
                    cpus,
                    workingDirectory,
                    others.apply(environment),
                    port,
                    lifetime);
        }

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Backend read(StoredBackend stored) {
            return stored.backend();
        }

        /// The form in results, which has no secrets of its environment and its command.
        @JsonValue
        StoredBackend stored() {
            return new StoredBackend(StoredConfiguration.of(this), lifetime);
        }
    }

    /// A backend as results store it.
    record StoredBackend(StoredConfiguration service, @JsonProperty("per") Lifetime lifetime) {
        Backend backend() {
            return new Backend(
                    service.name(),
                    service.service().orElseThrow(),
                    service.cpus(),
                    service.workingDirectory(),
                    service.environment(),
                    service.port(),
                    lifetime);
        }
    }

    /// How long one process of a backend lives.
    public enum Lifetime {
        /// As long as the run.
        RUN("run"),
        /// For the trials of a block.
        BLOCK("block"),
        /// For one process of a variant.
        PROCESS("process");

        private final String label;

        Lifetime(String label) {
            this.label = label;
        }

        @JsonValue
        public String label() {
            return label;
        }
    }

    /// A command that is executed to its end.
    ///
    /// @param words program and arguments, passed to the system without a shell
    /// @param within time limit
    public record TrialCommand(List<String> words, Duration within) {
        public static final Duration DEFAULT_WITHIN = Duration.ofSeconds(60);

        public TrialCommand {
            words = CommandWords.checked(words);
            if (within.isNegative() || within.isZero()) {
                throw new WrongInput("within must be above 0");
            }
        }

        /// The command for a process of a variant, in its folder and with its environment. `{port}`
        /// and the variables of the port are those of a fixed port: another is not known before the
        /// process starts.
        ///
        /// @param name of the command in messages
        public ProcessCommand of(Variant variant, String name) {
            var environment = new LinkedHashMap<String, String>();
            if (variant.port() != 0) {
                ServiceCommand.PORT_VARIABLES.forEach(
                        variable -> environment.put(variable, ServiceCommand.PORT));
            }
            environment.putAll(variant.environment());
            environment.replaceAll((_, value) -> withPort(value, variant));
            return new ProcessCommand(
                    name,
                    new ServiceCommand(
                            words.stream().map(word -> withPort(word, variant)).toList(),
                            new Ready.Port(),
                            within,
                            SameAnswers.OFF,
                            Optional.empty()),
                    variant.workingDirectory(),
                    environment);
        }

        private TrialCommand withWords(UnaryOperator<List<String>> others) {
            return new TrialCommand(others.apply(words), within);
        }

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static TrialCommand read(StoredCommand stored) {
            return new TrialCommand(stored.words(), stored.within());
        }

        /// The form in results, which has no secrets.
        @JsonValue
        StoredCommand stored() {
            return new StoredCommand(CommandSecrets.masked(words), within);
        }

        private static String withPort(String text, Variant variant) {
            return variant.port() == 0
                    ? text
                    : text.replace(ServiceCommand.PORT, Integer.toString(variant.port()));
        }
    }

    /// A command as results store it.
    record StoredCommand(List<String> words, Duration within) {}

    /// A command before or after a process of a variant.
    ///
    /// @param workingDirectory that of the variant
    /// @param environment that of the variant
    public record ProcessCommand(
            String name,
            ServiceCommand command,
            Optional<Path> workingDirectory,
            Map<String, String> environment)
            implements LaunchConfiguration {
        public ProcessCommand {
            environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        }

        @Override
        public ServiceCommand subject() {
            return command;
        }

        /// The same, with the ports of the backends that it names.
        public ProcessCommand withPorts(Map<String, Integer> ports) {
            return new ProcessCommand(
                    name,
                    Dependencies.withPorts(command, ports),
                    workingDirectory,
                    Dependencies.withPorts(environment, ports));
        }
    }

    public Dependencies {
        backends = List.copyOf(backends);
        var names = new HashSet<String>();
        for (var backend : backends) {
            requireKnown(backend, List.copyOf(names));
            if (!names.add(backend.name())) {
                throw new WrongInput("two backends are named " + backend.name());
            }
            requireOtherPort(backend, backends.subList(0, names.size() - 1));
        }
        commandWords(beforeEach, afterEach).forEach(word -> requireKnown(word, List.copyOf(names)));
    }

    private static Stream<String> commandWords(
            Optional<TrialCommand> before, Optional<TrialCommand> after) {
        return Stream.concat(before.stream(), after.stream())
                .flatMap(command -> command.words.stream());
    }

    /// Whether there are none.
    public boolean isEmpty() {
        return equals(NONE);
    }

    /// The same with other words of each command.
    public Dependencies withWords(UnaryOperator<List<String>> others) {
        return new Dependencies(
                backends.stream().map(backend -> backend.withWords(others)).toList(),
                beforeEach.map(command -> command.withWords(others)),
                afterEach.map(command -> command.withWords(others)));
    }

    /// The same with other variables of each backend.
    public Dependencies withEnvironment(UnaryOperator<Map<String, String>> others) {
        return new Dependencies(
                backends.stream().map(backend -> backend.withEnvironment(others)).toList(),
                beforeEach,
                afterEach);
    }

    /// Whether commands are executed around each process of a variant.
    public boolean hasCommands() {
        return beforeEach.isPresent() || afterEach.isPresent();
    }

    /// The commands around each process of a variant, in the order of their execution.
    public List<ProcessCommand> commands(Variant variant) {
        return Stream.concat(
                        beforeEach.map(command -> command.of(variant, "before-each")).stream(),
                        afterEach.map(command -> command.of(variant, "after-each")).stream())
                .toList();
    }

    /// The names of the backends that several processes of variants use.
    public List<String> shared() {
        return backends.stream()
                .filter(b -> b.lifetime != Lifetime.PROCESS)
                .map(Backend::name)
                .toList();
    }

    /// @throws WrongInput when a variant uses the port of a backend that does not exist, has the
    ///   port of a backend, or has no fixed port that a command around its processes uses
    public void requireKnown(Variant variant) {
        requireKnown(variant, backends.stream().map(Backend::name).toList());
        requireOtherPort(variant, backends);
        if (variant.port() == 0
                && commandWords(beforeEach, afterEach)
                        .anyMatch(word -> word.contains(ServiceCommand.PORT))) {
            throw new WrongInput(
                    "before-each and after-each have {port} only where each variant has a fixed one, and %s has none: set its port"
                            .formatted(TextSanitizer.quoted(variant.name())));
        }
    }

    /// @param backends that are alive at the same time
    private static void requireOtherPort(LaunchConfiguration launched, List<Backend> backends) {
        backends.stream()
                .filter(backend -> backend.port != 0 && backend.port == launched.port())
                .findFirst()
                .ifPresent(backend -> {
                    throw new WrongInput(
                            "%s and the backend %s have the same port, %d, and are alive at the same time; give one of them another"
                                    .formatted(
                                            TextSanitizer.quoted(launched.name()),
                                            TextSanitizer.quoted(backend.name),
                                            backend.port));
                });
    }

    private static void requireKnown(LaunchConfiguration launched, List<String> names) {
        texts(launched).forEach(text -> requireKnown(text, names));
    }

    private static Stream<String> texts(LaunchConfiguration launched) {
        return Stream.concat(
                launched.service().stream().flatMap(s -> s.words().stream()),
                launched.environment().values().stream());
    }

    /// Whether a text has the `{NAME.port}` of a backend.
    public static boolean namesPort(String text) {
        return PORT.matcher(text).find();
    }

    private static void requireKnown(String text, List<String> names) {
        var ports = PORT.matcher(text);
        while (ports.find()) {
            var name = ports.group(1);
            if (!names.contains(name)) {
                throw new WrongInput(
                        "%s names no backend%s"
                                .formatted(ports.group(), Suggestions.hint(name, names)));
            }
        }
    }

    /// A variant whose `{NAME.port}` are replaced.
    ///
    /// @param ports of all backends that it names
    public static Variant withPorts(Variant variant, Map<String, Integer> ports) {
        var subject =
                variant.service()
                        .<Subject>map(command -> withPorts(command, ports))
                        .orElse(variant.subject());
        return variant.withSubject(subject)
                .withEnvironment(withPorts(variant.environment(), ports));
    }

    private static ServiceCommand withPorts(ServiceCommand command, Map<String, Integer> ports) {
        return command.withWords(
                command.words().stream().map(word -> withPorts(word, ports)).toList());
    }

    private static Map<String, String> withPorts(
            Map<String, String> environment, Map<String, Integer> ports) {
        var replaced = new LinkedHashMap<>(environment);
        replaced.replaceAll((_, value) -> withPorts(value, ports));
        return replaced;
    }

    private static String withPorts(String text, Map<String, Integer> ports) {
        return PORT.matcher(text)
                .replaceAll(found -> String.valueOf(ports.getOrDefault(found.group(1), 0)));
    }
}
