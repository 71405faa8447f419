package dev.loombench.cli.console;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.ClaimEvaluation;
import dev.loombench.analysis.sweep.Sweep;
import dev.loombench.report.capacity.StoredSearch;
import java.util.List;

/// The exit codes of the commands.
public final class ExitCode {
    public static final int OK = 0;
    public static final int INTERNAL_ERROR = 1;
    public static final int USAGE = 2;
    public static final int INVALID = 3;
    public static final int UNDECIDED = 4;
    public static final int THRESHOLD = 99;
    public static final int INTERRUPTED = 130;

    private static final List<Integer> BY_SEVERITY = List.of(OK, UNDECIDED, THRESHOLD, INVALID);

    private ExitCode() {}

    /// The exit code of two runs: an invalid result outweighs a failed threshold, and that an
    /// undecided result.
    public static int worse(int one, int other) {
        return BY_SEVERITY.indexOf(one) >= BY_SEVERITY.indexOf(other) ? one : other;
    }

    public static int of(Analysis analysis) {
        if (!analysis.valid()) {
            return INVALID;
        }
        if (analysis.contradicted()) {
            return THRESHOLD;
        }
        return analysis.decided() ? OK : UNDECIDED;
    }

    /// The worst of those of its levels; a level without a run is undecided.
    public static int of(Sweep sweep) {
        return sweep.levels().stream()
                .map(level -> of(level.analysis()))
                .reduce(sweep.missing().isEmpty() ? OK : UNDECIDED, ExitCode::worse);
    }

    public static int of(StoredSearch.Outcome search) {
        return switch (search.status()) {
            case INVALID -> INVALID;
            case FAILED -> THRESHOLD;
            case DECIDED -> search.contradicted() ? THRESHOLD : OK;
            case UNDECIDED, RUNNING -> search.contradicted() ? THRESHOLD : UNDECIDED;
        };
    }

    /// A contradicted claim is a finding about the article, not a failure.
    public static int of(ClaimEvaluation claims) {
        return claims.valid() ? OK : INVALID;
    }
}
