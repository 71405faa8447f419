package dev.loombench.report.next;

import dev.loombench.experiment.NotStored;
import dev.loombench.result.Invocation;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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

    /// What a run will need to be resumed, said at its start; empty where it needs nothing.
    public static Optional<String> notice(NotStored missing) {
        if (!missing.lost().isEmpty()) {
            return Optional.of(
                    "results have no value of %s: if it is interrupted, it cannot be resumed"
                            .formatted(String.join(", ", missing.lost())));
        }
        return missing.variables().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "results have no secrets: if it is interrupted, it is resumed after export %s=..."
                                .formatted(String.join("=... ", missing.variables())));
    }

    /// How an interrupted run goes on: the command that resumes it, and what that needs before; or
    /// why it cannot be resumed, and the command of a new run.
    ///
    /// @param run its folder
    /// @param typed the command line that began it, or resumed it
    /// @param missing what it has not stored
    /// @param anew the command line of a new run
    public static String sentence(Path run, Invocation typed, NotStored missing, String anew) {
        if (!missing.lost().isEmpty()) {
            return "It cannot be resumed, as results have no value of %s. New run%s: %s"
                    .formatted(
                            String.join(", ", missing.lost()),
                            anew.contains(NextCommand.MASK)
                                    ? ", with the values in place of " + NextCommand.MASK
                                    : "",
                            anew);
        }
        return missing.variables().isEmpty()
                ? "Resume: " + line(run, typed)
                : "Resume, after export %s=...: %s"
                        .formatted(String.join("=... ", missing.variables()), line(run, typed));
    }
}
