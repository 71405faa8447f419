package dev.loombench.cli.compare;

import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.TextSanitizer;
import dev.loombench.spec.text.Units;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/// The values of `--ready` and `--ready-within`, as the key `ready` of an experiment.
public final class ReadyOption {
    private ReadyOption() {}

    /// `{http: "/health"}`, `{port: open, within: 120s}` or `{log: "Started"}`; empty for the
    /// defaults.
    ///
    /// @param event of `--ready`
    /// @param within of `--ready-within`
    public static Optional<String> mapping(Optional<String> event, Optional<Duration> within) {
        var entries =
                Stream.of(event.map(ReadyOption::event), within.map(ReadyOption::limit))
                        .flatMap(Optional::stream)
                        .toList();
        return entries.isEmpty()
                ? Optional.empty()
                : Optional.of("{" + String.join(", ", entries) + "}");
    }

    private static String limit(Duration within) {
        return "within: " + Units.text(within);
    }

    private static String event(String ready) {
        if (ready.startsWith("/")) {
            return ExperimentYaml.text("http", ready);
        }
        if (ready.equals("port")) {
            return "port: open";
        }
        if (ready.startsWith("log:")) {
            return ExperimentYaml.text("log", ready.substring(4).strip());
        }
        throw new SpecError(
                "--ready must be a /PATH, port or log:TEXT, was " + TextSanitizer.quoted(ready));
    }
}
