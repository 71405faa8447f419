package dev.loombench.experiment.yaml;

import dev.loombench.experiment.variant.Cpus;
import dev.loombench.experiment.variant.Dependencies;
import dev.loombench.experiment.variant.Dependencies.Backend;
import dev.loombench.experiment.variant.Dependencies.Lifetime;
import dev.loombench.experiment.variant.Dependencies.TrialCommand;
import dev.loombench.experiment.variant.Ready;
import dev.loombench.experiment.variant.SameAnswers;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.text.WrongInput;
import dev.loombench.yaml.MappingReader;
import dev.loombench.yaml.Node;
import dev.loombench.yaml.Values;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Parses the keys `backends`, `before-each` and `after-each` of a `service`.
final class DependenciesParser {
    private static final Map<String, Lifetime> LIFETIMES =
            Values.byName(List.of(Lifetime.values()), Lifetime::label);

    private final MappingReader service;
    private final Path folder;

    /// @param folder of the experiment's file, the default of the working directories
    DependenciesParser(MappingReader service, Path folder) {
        this.service = service;
        this.folder = folder;
    }

    /// @return empty when anything about them is wrong
    Optional<Dependencies> read() {
        var problemsBefore = service.problems().count();
        var backends = new ArrayList<Backend>();
        for (var node : service.list("backends", node -> node)) {
            backend(node).ifPresent(backends::add);
        }
        var before = command("before-each");
        var after = command("after-each");
        return service.problems().count() > problemsBefore
                ? Optional.empty()
                : service.problems()
                        .attempt(
                                service.location("backends"),
                                () -> new Dependencies(backends, before, after));
    }

    private Optional<Backend> backend(Node node) {
        if (!(node instanceof Node.Mapping mapping)) {
            service.problems()
                    .add(
                            node.location(),
                            "expected a mapping with name and command, found "
                                    + node.description());
            return Optional.empty();
        }
        var backend = new MappingReader("a backend", mapping, service.problems());
        backend.allow(Keys.BACKEND);
        var name = backend.require("name", Values::line);
        var command = backend.require("command", ServiceParser::command);
        var ready = backend.section("ready", "ready", Keys.READY);
        var event = ready.flatMap(ServiceParser::event).orElse(new Ready.Port());
        var within =
                ready.map(r ->
                                r.read(
                                        "within",
                                        Values::durationAboveZero,
                                        ServiceCommand.DEFAULT_WITHIN))
                        .orElse(ServiceCommand.DEFAULT_WITHIN);
        var lifetime = backend.read("per", Values.oneOf(LIFETIMES, "value of per"), Lifetime.RUN);
        var environment = backend.map("environment", VariantParser::environmentValue);
        var workingDirectory = backend.read("working-directory", Values::path, Path.of(""));
        var cpus = backend.read("cpus", n -> Cpus.of(Values.scalar(n)));
        int port = backend.read("port", Values.whole(0, 65_535), 0);
        if (name.isEmpty() || command.isEmpty()) {
            return Optional.empty();
        }
        return service.problems()
                .attempt(
                        node.location(),
                        () ->
                                new Backend(
                                        name.get(),
                                        new ServiceCommand(
                                                command.get(),
                                                event,
                                                within,
                                                SameAnswers.OFF,
                                                Optional.empty()),
                                        cpus,
                                        Optional.of(absolute(workingDirectory)),
                                        environment,
                                        port,
                                        lifetime));
    }

    private Path absolute(Path path) {
        return folder.resolve(path).toAbsolutePath().normalize();
    }

    /// A command in one text or a list of words, or a mapping with its time limit.
    private Optional<TrialCommand> command(String key) {
        return service.read(key, this::command);
    }

    private TrialCommand command(Node node) {
        if (!(node instanceof Node.Mapping mapping)) {
            return new TrialCommand(ServiceParser.command(node), TrialCommand.DEFAULT_WITHIN);
        }
        var reader = new MappingReader("a command", mapping, service.problems());
        reader.allow(Keys.TRIAL_COMMAND);
        var words = reader.require("command", ServiceParser::command);
        var within = reader.read("within", Values::durationAboveZero, TrialCommand.DEFAULT_WITHIN);
        return new TrialCommand(words.orElseThrow(() -> new WrongInput("needs a command")), within);
    }
}
