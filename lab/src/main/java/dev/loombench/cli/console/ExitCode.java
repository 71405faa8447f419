package dev.loombench.cli.console;

import dev.loombench.analysis.Analysis;
import java.util.List;

/// What the exit codes mean.
public final class ExitCode {
    public static final int FINE = 0;
    public static final int OUR_FAULT = 1;
    public static final int USAGE = 2;
    public static final int INVALID = 3;
    public static final int UNDECIDED = 4;
    public static final int THRESHOLD = 99;
    public static final int INTERRUPTED = 130;

    private static final List<Integer> RISING = List.of(FINE, UNDECIDED, THRESHOLD, INVALID);

    private ExitCode() {}

    /// Of several runs: what must not be relied on comes before what was found, and that before
    /// what is open.
    public static int worse(int one, int other) {
        return RISING.indexOf(one) >= RISING.indexOf(other) ? one : other;
    }

    public static int of(Analysis analysis) {
        if (!analysis.valid()) {
            return INVALID;
        }
        if (analysis.contradicted()) {
            return THRESHOLD;
        }
        return analysis.decided() ? FINE : UNDECIDED;
    }
}
