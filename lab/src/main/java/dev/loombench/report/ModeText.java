package dev.loombench.report;

import dev.loombench.result.ChosenMode;

/// The text on how the trials of a block share the time.
public final class ModeText {
    private ModeText() {}

    public static String of(ChosenMode mode) {
        return switch (mode.mode()) {
            case INTERLEAVED ->
                    "interleaved: the servers of a block are alive at once, and the load alternates"
                            + " between them";
            case SEQUENTIAL ->
                    mode.reason().isEmpty()
                            ? "one after the other"
                            : "one after the other: " + mode.reason();
        };
    }
}
