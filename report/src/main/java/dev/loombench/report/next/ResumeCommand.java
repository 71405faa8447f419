package dev.loombench.report.next;

import dev.loombench.result.Invocation;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The command that continues an interrupted run, on the agents that it was typed with.
public final class ResumeCommand {
    /// What a run on the same agents needs again, and does not store: where they are.
    static final List<String> AGENTS =
            List.of("--load-on", "--server-on", "--key-file", "--listen", "-t", "--threads");

    private ResumeCommand() {}

    /// @param run its folder
    /// @param typed the command line that began it, or resumed it
    public static String line(Path run, Invocation typed) {
        var words =
                Stream.concat(Stream.of("run", "--resume=" + run), typed.options(AGENTS).stream());
        return new Invocation(words.toList()).line();
    }
}
