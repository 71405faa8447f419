package dev.loombench.cli.compare;

import dev.loombench.text.WrongInput;
import java.nio.file.Path;

/// A Java agent that a JVM loads at its start.
///
/// @param file its jar
/// @param options that it receives; empty for none
record JavaAgent(String file, String options) {
    JavaAgent {
        if (file.isBlank()) {
            throw new WrongInput(
                    "--java-agent must be like agent.jar or agent.jar=options, and one has no file");
        }
    }

    /// @param text as in `agent.jar` or `agent.jar=key=value`
    static JavaAgent of(String text) {
        int equals = text.indexOf('=');
        return equals < 0
                ? new JavaAgent(text, "")
                : new JavaAgent(text.substring(0, equals), text.substring(equals + 1));
    }

    /// The flag of a JVM.
    String flag() {
        return "-javaagent:" + file + (options.isEmpty() ? "" : "=" + options);
    }

    /// The name of its file, without the extension.
    String name() {
        return String.valueOf(Path.of(file).getFileName()).replaceFirst("\\.jar$", "");
    }
}
