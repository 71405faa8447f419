package dev.loombench.report.next;

import dev.loombench.result.Invocation;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The command that continues an interrupted run, on the agents and with the pacing that it was
/// typed with.
public final class ResumeCommand {
    /// What a run needs again, and does not store: how its loads are driven, and where.
    static final List<String> LOADED_BY =
            List.of(
                    "--load-on",
                    "--server-on",
                    "--key-file",
                    "--listen",
                    "-t",
                    "--threads",
                    "--pacing");

    private ResumeCommand() {}

    /// @param run its folder
    /// @param typed the command line that began it, or resumed it
    public static String line(Path run, Invocation typed) {
        var words =
                Stream.concat(
                        Stream.of("run", "--resume=" + run), typed.options(LOADED_BY).stream());
        return new Invocation(words.toList()).line();
    }
}
