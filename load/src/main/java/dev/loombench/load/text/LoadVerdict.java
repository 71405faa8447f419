package dev.loombench.load.text;

import dev.loombench.export.AnswerStatus;
import java.util.List;

/// What must be known to read the figures of a load.
///
/// @param valid whether no problem makes them invalid
/// @param interrupted whether it was stopped early
/// @param failed the conditions under which it has failed, as in `p99>50ms`
/// @param undecided those of which it is too short to tell
public record LoadVerdict(
        boolean valid, boolean interrupted, List<String> failed, List<String> undecided) {
    public LoadVerdict {
        failed = List.copyOf(failed);
        undecided = List.copyOf(undecided);
    }

    /// Undecided where it was interrupted: a condition is of the whole window.
    public AnswerStatus status() {
        if (!valid) {
            return AnswerStatus.INVALID;
        }
        if (interrupted) {
            return AnswerStatus.UNDECIDED;
        }
        if (!failed.isEmpty()) {
            return AnswerStatus.FAILED;
        }
        return undecided.isEmpty() ? AnswerStatus.DECIDED : AnswerStatus.UNDECIDED;
    }

    /// The headline after that, as in `Invalid result: 99.0 good …` or `Failed, p99>50ms: 99.0 good
    /// …`.
    public String headline(String figures) {
        if (!valid) {
            return (interrupted ? "Invalid result, interrupted: " : "Invalid result: ") + figures;
        }
        if (interrupted) {
            return "Interrupted: " + figures;
        }
        if (!failed.isEmpty()) {
            return "Failed, %s: %s".formatted(String.join(", ", failed), figures);
        }
        return undecided.isEmpty()
                ? figures
                : "Undecided, %s: %s".formatted(String.join(", ", undecided), figures);
    }
}
