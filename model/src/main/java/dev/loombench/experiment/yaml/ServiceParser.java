package dev.loombench.experiment.yaml;

import dev.loombench.experiment.variant.Ready;
import dev.loombench.experiment.variant.SameAnswers;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.text.CommandWords;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import dev.loombench.yaml.MappingReader;
import dev.loombench.yaml.Node;
import dev.loombench.yaml.Values;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Parses `service`: the user's own service, which variants start with other arguments.
final class ServiceParser {
    private static final List<String> EVENTS = List.of("http", "port", "log");

    /// Keys of a service that need a start.
    private static final List<String> STARTED =
            List.of("command", "ready", "environment", "working-directory");

    private static final Map<String, SameAnswers> SAME_ANSWERS =
            Values.byName(List.of(SameAnswers.values()), SameAnswers::label);

    private final MappingReader service;
    private final Path folder;

    /// The service as the experiment describes it, common to its variants.
    ///
    /// @param command empty where every variant has its own
    /// @param ready empty for the default
    /// @param isStarted whether any of its keys describes a start
    record Service(
            Optional<List<String>> command,
            Optional<Ready> ready,
            Duration within,
            Map<String, String> environment,
            Path workingDirectory,
            SameAnswers sameAnswers,
            boolean isStarted) {}

    /// @param folder of the experiment's file, the default of the working directory
    ServiceParser(MappingReader service, Path folder) {
        this.service = service;
        this.folder = folder;
    }

    Service read() {
        var ready = readySection();
        return new Service(
                service.read("command", ServiceParser::command),
                ready.flatMap(ServiceParser::event),
                ready.map(r ->
                                r.read(
                                        "within",
                                        Values::durationAboveZero,
                                        ServiceCommand.DEFAULT_WITHIN))
                        .orElse(ServiceCommand.DEFAULT_WITHIN),
                service.map("environment", VariantParser::environmentValue),
                folder.resolve(service.read("working-directory", Values::path, Path.of("")))
                        .toAbsolutePath()
                        .normalize(),
                service.read(
                        "same-answers",
                        Values.oneOf(SAME_ANSWERS, "value of same-answers"),
                        SameAnswers.BODY),
                STARTED.stream().anyMatch(service::has));
    }

    /// The [#words] of a command, the first of which is its program.
    static List<String> command(Node node) {
        return CommandWords.checked(words(node));
    }

    /// Words in one text, which is split as a command, or in a list.
    static List<String> words(Node node) {
        return switch (node) {
            case Node.Sequence sequence when !sequence.items().isEmpty() ->
                    sequence.items().stream().map(ServiceParser::word).toList();
            case Node.Sequence _ -> throw new WrongInput("needs at least one word");
            case Node.Scalar _, Node.Mapping _ -> CommandWords.split(Values.argument(node));
        };
    }

    /// A word of a list, which may be empty or blank, as in `[app, --prefix, "", --separator, " "]`
    /// and between quotes in one text.
    private static String word(Node node) {
        var text = Values.scalar(node);
        return text.isBlank() && TextSanitizer.isPrintable(text) ? text : Values.argument(node);
    }

    private Optional<MappingReader> readySection() {
        return service.section("ready", "ready", Keys.READY);
    }

    /// The event of a section `ready`; empty where it names none.
    static Optional<Ready> event(MappingReader ready) {
        var events = EVENTS.stream().filter(ready::has).toList();
        if (events.size() > 1) {
            ready.reject(
                    events.get(1),
                    "ready takes one of http, port and log, found %s and %s"
                            .formatted(events.get(0), events.get(1)));
        }
        var path = ready.read("http", node -> new Ready.Http(Values.text(node)));
        var port = ready.read("port", ServiceParser::open);
        var line = ready.read("log", node -> new Ready.LogLine(Values.argument(node)));
        return path.<Ready>map(p -> p).or(() -> port).or(() -> line);
    }

    private static Ready open(Node node) {
        if (!Values.text(node).equals("open")) {
            throw new WrongInput(
                    "expected open, found %s; the number of a port is set in a variant"
                            .formatted(TextSanitizer.quoted(Values.scalar(node))));
        }
        return new Ready.Port();
    }
}
