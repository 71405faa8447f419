package dev.loombench.cli.compare;

import dev.loombench.experiment.variant.Ready;
import dev.loombench.experiment.variant.SameAnswers;
import dev.loombench.load.option.ConnectToOption;
import dev.loombench.load.option.OptionValues;
import dev.loombench.text.PlainText;
import dev.loombench.text.Suggestions;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of commands that measure services of the user: when one that they start is ready,
/// where one that already runs is found, and what must be equal in their responses.
public final class ServiceOptions {
    @Option(
            names = "--ready",
            paramLabel = "EVENT",
            description = {
                "Shows that the service accepts requests: a /PATH that responds with a status below"
                        + " 500, port for an open port, or log:TEXT for a line of its output."
                        + " Default: the measured path."
            })
    private @Nullable String ready;

    @Option(
            names = "--ready-within",
            paramLabel = "TIME",
            description = "Longest time until the service is ready. Default: 60s.")
    private @Nullable String readyWithin;

    @Option(
            names = "--same-answers",
            paramLabel = "LEVEL",
            description = {
                "What must be equal in the responses of all variants to one request before the"
                        + " load: body (with status and content type), status or off. Default:"
                        + " body."
            })
    private @Nullable String sameAnswers;

    @Option(
            names = "--env",
            paramLabel = "NAME[=VALUE]",
            description = {
                "Variable of the services' environment; without a value, that of the lab."
                        + " Repeatable."
            })
    private List<String> variables = List.of();

    @Mixin private ConnectToOption connectTo = new ConnectToOption();

    /// Whether any of them is given.
    public boolean isGiven() {
        return ready != null
                || readyWithin != null
                || sameAnswers != null
                || !variables.isEmpty()
                || connectTo.text().isPresent();
    }

    /// How the services start, in the current folder.
    ///
    /// @throws WrongInput when an option is wrong
    public StartSettings start() {
        return new StartSettings(
                Optional.ofNullable(ready).map(ServiceOptions::event),
                Optional.ofNullable(readyWithin)
                        .map(time -> OptionValues.secondsAboveZero("--ready-within", time)),
                Optional.ofNullable(sameAnswers)
                        .map(label -> OptionValues.of("--same-answers", () -> level(label)))
                        .orElse(SameAnswers.BODY),
                environment(),
                Path.of("").toAbsolutePath().normalize(),
                connectTo.address().flatMap(_ -> connectTo.text()));
    }

    private static Ready event(String ready) {
        if (ready.startsWith("/")) {
            return OptionValues.of("--ready", () -> new Ready.Http(ready));
        }
        if (ready.equals("port")) {
            return new Ready.Port();
        }
        if (ready.startsWith("log:")) {
            var text = ready.substring(4).strip();
            return new Ready.LogLine(OptionValues.of("--ready", () -> PlainText.argument(text)));
        }
        throw new WrongInput(
                "--ready must be a /PATH, port or log:TEXT, was " + TextSanitizer.quoted(ready));
    }

    private static SameAnswers level(String label) {
        return Suggestions.known(
                label,
                "level",
                Arrays.stream(SameAnswers.values())
                        .collect(
                                Collectors.toMap(
                                        SameAnswers::label,
                                        level -> level,
                                        (a, _) -> a,
                                        LinkedHashMap::new)));
    }

    private Map<String, String> environment() {
        var environment = new LinkedHashMap<String, String>();
        for (var variable : variables) {
            int equals = variable.indexOf('=');
            var name = equals < 0 ? variable : variable.substring(0, equals);
            if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
                throw new WrongInput(
                        "--env must be like NAME=VALUE or NAME, was " + TextSanitizer.quoted(name));
            }
            var value = equals < 0 ? "${" + name + "}" : variable.substring(equals + 1);
            if (environment.put(name, value.isEmpty() ? value : checked(name, value)) != null) {
                throw new WrongInput("--env %s was given twice".formatted(name));
            }
        }
        return environment;
    }

    private static String checked(String name, String value) {
        return OptionValues.of("--env " + name, () -> PlainText.argument(value));
    }
}
