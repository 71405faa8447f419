package dev.loombench.cli.compare;

import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.TextSanitizer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of commands that start services of the user: when one is ready, and what must be
/// equal in their responses.
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

    /// Whether any of them is given.
    public boolean isGiven() {
        return ready != null || readyWithin != null || sameAnswers != null || !variables.isEmpty();
    }

    /// The lines of `ready` in an experiment; empty for the default.
    public Optional<String> ready() {
        return ReadyOption.mapping(
                Optional.ofNullable(ready),
                Optional.ofNullable(readyWithin)
                        .map(time -> OptionValues.seconds("--ready-within", time)));
    }

    /// The values of `environment` of a service by name, in which `${NAME}` is a variable of the
    /// lab.
    ///
    /// @throws SpecError when an option names no variable
    public Map<String, String> environment() {
        var environment = new LinkedHashMap<String, String>();
        for (var variable : variables) {
            int equals = variable.indexOf('=');
            var name = equals < 0 ? variable : variable.substring(0, equals);
            if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
                throw new SpecError(
                        "--env must be like NAME=VALUE or NAME, was " + TextSanitizer.quoted(name));
            }
            environment.put(name, equals < 0 ? "${" + name + "}" : variable.substring(equals + 1));
        }
        return environment;
    }

    public Optional<String> sameAnswers() {
        return Optional.ofNullable(sameAnswers);
    }
}
