package dev.loombench.cli.compare;

import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.TextSanitizer;

/// The value of `--ready`, as the key `ready` of an experiment.
public final class ReadyOption {
    private ReadyOption() {}

    /// `{http: "/health"}`, `{port: open}` or `{log: "Started"}`.
    public static String event(String ready) {
        if (ready.startsWith("/")) {
            return "{" + ExperimentYaml.text("http", ready) + "}";
        }
        if (ready.equals("port")) {
            return "{port: open}";
        }
        if (ready.startsWith("log:")) {
            return "{" + ExperimentYaml.text("log", ready.substring(4).strip()) + "}";
        }
        throw new SpecError(
                "--ready must be a /PATH, port or log:TEXT, was " + TextSanitizer.quoted(ready));
    }
}
