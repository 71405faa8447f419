package dev.loombench.report;

import dev.loombench.analysis.mode.RunMode;
import dev.loombench.text.Figures;

/// How the trials of a run shared the time, in words.
public final class ModeText {
    private ModeText() {}

    public static String of(RunMode mode) {
        return switch (mode.mode()) {
            case INTERLEAVED ->
                    "interleaved: the servers of a block are alive at once, and the load alternates"
                            + " between them in %s of each window".formatted(slices(mode));
            case SEQUENTIAL ->
                    mode.reason().isEmpty()
                            ? "one after the other"
                            : "one after the other: " + mode.reason();
        };
    }

    /// The same in one line.
    public static String brief(RunMode mode) {
        return switch (mode.mode()) {
            case INTERLEAVED -> "interleaved in %s of each window".formatted(slices(mode));
            case SEQUENTIAL -> of(mode);
        };
    }

    private static String slices(RunMode mode) {
        return mode.fewestSlices() == mode.mostSlices()
                ? Figures.counted(mode.mostSlices(), "slice")
                : "%d to %d slices".formatted(mode.fewestSlices(), mode.mostSlices());
    }
}
