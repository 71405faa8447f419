package dev.loombench.export;

import java.util.Arrays;
import java.util.Optional;

/// How far a result answers its question; a worse one is behind a better one.
public enum AnswerStatus {
    /// It has not ended.
    RUNNING("running"),
    DECIDED("decided"),
    /// Decided, and what was judged did not pass.
    FAILED("failed"),
    /// More measurements are needed.
    UNDECIDED("undecided"),
    INVALID("invalid");

    private final String label;

    AnswerStatus(String label) {
        this.label = label;
    }

    /// The name in files and in the styles of pages.
    public String label() {
        return label;
    }

    /// The one with this label; empty for none.
    public static Optional<AnswerStatus> labelled(String label) {
        return Arrays.stream(values()).filter(status -> status.label.equals(label)).findFirst();
    }
}
