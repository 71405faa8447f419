package dev.loombench.experiment.yaml;

import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.Cpus;
import dev.loombench.experiment.variant.Dependencies;
import dev.loombench.experiment.variant.Dependencies.Backend;
import dev.loombench.experiment.variant.Dependencies.TrialCommand;
import dev.loombench.experiment.variant.Endpoint;
import dev.loombench.experiment.variant.Jdk;
import dev.loombench.experiment.variant.LaunchConfiguration;
import dev.loombench.experiment.variant.Ready;
import dev.loombench.experiment.variant.RequestThreads;
import dev.loombench.experiment.variant.SameAnswers;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.experiment.variant.ZooServer;
import dev.loombench.text.Units;
import dev.loombench.yaml.MappingWriter;
import dev.loombench.yaml.YamlNodes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.Node;

/// Writes `service`, what the user's own services have in common, and `variants`.
final class VariantWriter {
    private final Experiment experiment;
    private final Path folder;
    private final Map<String, String> sharedEnvironment;

    /// @param folder of the file, by default the working directory of services
    VariantWriter(Experiment experiment, Path folder) {
        this.experiment = experiment;
        this.folder = absolute(folder);
        this.sharedEnvironment = sharedEnvironment(experiment);
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }

    private static Map<String, String> sharedEnvironment(Experiment experiment) {
        var shared = new LinkedHashMap<>(experiment.variants().getFirst().environment());
        for (var variant : experiment.variants()) {
            shared.entrySet().retainAll(variant.environment().entrySet());
        }
        return shared;
    }

    /// The value of `service`; empty for servers of the zoo.
    Optional<Node> service() {
        var first = experiment.variants().getFirst();
        var service = new MappingWriter();
        switch (first.subject()) {
            case ZooServer _ -> {
                return Optional.empty();
            }
            case Endpoint endpoint -> sameAnswers(endpoint.sameAnswers(), service);
            case ServiceCommand command -> {
                var byDefault = Ready.defaultFor(experiment.traffic());
                service.add(
                        "ready", ready(command.ready(), byDefault, command.within()), node -> node);
                service.texts("environment", sharedEnvironment);
                workingDirectory(first, service);
                sameAnswers(command.sameAnswers(), service);
            }
        }
        dependencies(experiment.dependencies(), service);
        return Optional.of(service.block());
    }

    private static void sameAnswers(SameAnswers level, MappingWriter service) {
        service.unless(SameAnswers.BODY, "same-answers", level, l -> YamlNodes.text(l.label()));
    }

    private void workingDirectory(LaunchConfiguration launched, MappingWriter keys) {
        keys.add(
                "working-directory",
                launched.workingDirectory().filter(path -> !path.equals(folder)),
                path -> YamlNodes.text(path.toString()));
    }

    /// Empty where both the event and its time limit are those by default.
    private static Optional<Node> ready(Ready event, Ready byDefault, Duration within) {
        var ready = new MappingWriter();
        if (!event.equals(byDefault)) {
            switch (event) {
                case Ready.Http(var path) -> ready.text("http", path);
                case Ready.Port _ -> ready.plain("port", "open");
                case Ready.LogLine(var text) -> ready.text("log", text);
            }
        }
        within(ServiceCommand.DEFAULT_WITHIN, within, ready);
        return ready.isEmpty() ? Optional.empty() : Optional.of(ready.inline());
    }

    private static void within(Duration byDefault, Duration time, MappingWriter keys) {
        keys.unless(byDefault, "within", time, t -> YamlNodes.plain(Units.text(t)));
    }

    private void dependencies(Dependencies dependencies, MappingWriter service) {
        if (!dependencies.backends().isEmpty()) {
            service.add(
                    "backends",
                    YamlNodes.list(dependencies.backends().stream().map(this::backend).toList()));
        }
        service.add("before-each", dependencies.beforeEach(), VariantWriter::command)
                .add("after-each", dependencies.afterEach(), VariantWriter::command);
    }

    private Node backend(Backend backend) {
        var command = backend.command();
        var keys =
                new MappingWriter()
                        .text("name", backend.name())
                        .words("command", command.words())
                        .add(
                                "ready",
                                ready(command.ready(), new Ready.Port(), command.within()),
                                node -> node)
                        .unless(
                                Dependencies.Lifetime.RUN,
                                "per",
                                backend.lifetime(),
                                lifetime -> YamlNodes.plain(lifetime.label()))
                        .texts("environment", backend.environment());
        workingDirectory(backend, keys);
        platform(backend, keys);
        return keys.block();
    }

    private static Node command(TrialCommand command) {
        if (command.within().equals(TrialCommand.DEFAULT_WITHIN)) {
            return YamlNodes.words(command.words());
        }
        var keys = new MappingWriter().words("command", command.words());
        within(TrialCommand.DEFAULT_WITHIN, command.within(), keys);
        return keys.inline();
    }

    /// The value of `variants`.
    Node variants() {
        return YamlNodes.list(experiment.variants().stream().map(this::variant).toList());
    }

    private Node variant(Variant variant) {
        var keys = new MappingWriter().text("name", variant.name());
        switch (variant.subject()) {
            case ZooServer server -> zooServer(variant, server, keys);
            case Endpoint endpoint -> {
                keys.text("url", endpoint.url());
                endpoint.connectTo().ifPresent(to -> keys.text("connect-to", to));
                endpoint.pid().ifPresent(pid -> keys.plain("pid", pid));
            }
            case ServiceCommand command -> service(variant, command, keys);
        }
        return keys.block();
    }

    private void zooServer(Variant variant, ZooServer server, MappingWriter keys) {
        keys.plain("server", server.server()).plain("model", server.model());
        server.settings().forEach((name, value) -> keys.add(name, setting(value)));
        keys.words("jvm", server.jvm());
        keys.add("working-directory", variant.workingDirectory(), this::directory);
        keys.texts("environment", variant.environment());
        platform(variant, keys);
    }

    /// The path from the folder of the file, where the directory is in it.
    private Node directory(Path path) {
        var directory = absolute(path);
        if (!directory.startsWith(folder)) {
            return YamlNodes.text(directory.toString());
        }
        var inside = folder.relativize(directory).toString();
        return YamlNodes.text(inside.isEmpty() ? "." : inside);
    }

    private static Node setting(String value) {
        return value.matches("\\d+|true|false") ? YamlNodes.plain(value) : YamlNodes.text(value);
    }

    private void service(Variant variant, ServiceCommand command, MappingWriter keys) {
        requireShared(variant, command);
        keys.words("command", command.words())
                .add("expects", command.expects().map(RequestThreads::label), YamlNodes::plain);
        var own = new LinkedHashMap<>(variant.environment());
        own.keySet().removeAll(sharedEnvironment.keySet());
        keys.texts("environment", own);
        platform(variant, keys);
    }

    /// A file has these once for all variants.
    private void requireShared(Variant variant, ServiceCommand command) {
        var first = experiment.variants().getFirst();
        var shared = first.service().orElseThrow();
        if (!command.ready().equals(shared.ready())
                || !command.within().equals(shared.within())
                || command.sameAnswers() != shared.sameAnswers()
                || !variant.workingDirectory().equals(first.workingDirectory())) {
            throw new IllegalArgumentException(
                    "%s and %s differ in what is a key of service"
                            .formatted(first.name(), variant.name()));
        }
    }

    private static void platform(LaunchConfiguration launched, MappingWriter keys) {
        keys.add("jdk", launched.jdk().map(Jdk::text), YamlNodes::text)
                .add("cpus", launched.cpus().map(Cpus::text), YamlNodes::text)
                .unless(0, "port", launched.port(), YamlNodes::plain);
    }
}
