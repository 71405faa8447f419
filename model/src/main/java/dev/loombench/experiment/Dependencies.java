package dev.loombench.experiment;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.loombench.text.Suggestions;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    /// @param service its command, with a name that `{NAME.port}` refers to
    /// @param lifetime how long one process of it lives
    public record Backend(Variant service, @JsonProperty("per") Lifetime lifetime) {
        public Backend {
            if (!NAME.matcher(service.name()).matches()) {
                throw new WrongInput(
                        "a backend's name must consist of small letters, digits and -, was "
                                + TextSanitizer.quoted(service.name()));
            }
        }

        public String name() {
            return service.name();
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
            if (words.isEmpty() || words.getFirst().isBlank()) {
                throw new WrongInput("a command needs a program");
            }
            if (within.isNegative() || within.isZero()) {
                throw new WrongInput("within must be above 0");
            }
            words = List.copyOf(words);
        }

        /// The command for a process of a variant, in its folder and with its environment. `{port}`
        /// and the variables of the port are those of a fixed port: another is not known before the
        /// process starts.
        ///
        /// @param name of the command in messages
        public Variant of(Variant variant, String name) {
            var environment = new LinkedHashMap<String, String>();
            if (variant.port() != 0) {
                ServiceCommand.PORT_VARIABLES.forEach(
                        variable -> environment.put(variable, ServiceCommand.PORT));
            }
            environment.putAll(variant.environment());
            environment.replaceAll((_, value) -> withPort(value, variant));
            return new Variant(
                    name,
                    new ServiceCommand(
                            words.stream().map(word -> withPort(word, variant)).toList(),
                            new Ready.Port(),
                            within,
                            SameAnswers.OFF,
                            Optional.empty()),
                    Optional.empty(),
                    Optional.empty(),
                    variant.workingDirectory(),
                    environment,
                    0);
        }

        private static String withPort(String text, Variant variant) {
            return variant.port() == 0
                    ? text
                    : text.replace(ServiceCommand.PORT, Integer.toString(variant.port()));
        }
    }

    public Dependencies {
        backends = List.copyOf(backends);
        var names = new HashSet<String>();
        for (var backend : backends) {
            requireKnown(backend.service, List.copyOf(names));
            if (!names.add(backend.name())) {
                throw new WrongInput("two backends are named " + backend.name());
            }
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

    /// Whether commands are executed around each process of a variant.
    public boolean hasCommands() {
        return beforeEach.isPresent() || afterEach.isPresent();
    }

    /// The names of the backends that several processes of variants use.
    public List<String> shared() {
        return backends.stream()
                .filter(b -> b.lifetime != Lifetime.PROCESS)
                .map(Backend::name)
                .toList();
    }

    /// @throws WrongInput when a variant uses the port of a backend that does not exist, or has no
    ///   fixed port that a command around its processes uses
    void requireKnown(Variant variant) {
        requireKnown(variant, backends.stream().map(Backend::name).toList());
        if (variant.port() == 0
                && commandWords(beforeEach, afterEach)
                        .anyMatch(word -> word.contains(ServiceCommand.PORT))) {
            throw new WrongInput(
                    "before-each and after-each have {port} only where each variant has a fixed one, and %s has none: set its port"
                            .formatted(TextSanitizer.quoted(variant.name())));
        }
    }

    private static void requireKnown(Variant variant, List<String> names) {
        texts(variant).forEach(text -> requireKnown(text, names));
    }

    private static Stream<String> texts(Variant variant) {
        return Stream.concat(
                variant.service().stream().flatMap(s -> s.words().stream()),
                variant.environment().values().stream());
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
        var environment = new LinkedHashMap<>(variant.environment());
        environment.replaceAll((_, value) -> withPorts(value, ports));
        var subject =
                variant.service()
                        .<Subject>map(s ->
                                s.withWords(
                                        s.words().stream()
                                                .map(word -> withPorts(word, ports))
                                                .toList()))
                        .orElse(variant.subject());
        return new Variant(
                variant.name(),
                subject,
                variant.jdk(),
                variant.cpus(),
                variant.workingDirectory(),
                environment,
                variant.port());
    }

    private static String withPorts(String text, Map<String, Integer> ports) {
        return PORT.matcher(text)
                .replaceAll(found -> String.valueOf(ports.getOrDefault(found.group(1), 0)));
    }
}
