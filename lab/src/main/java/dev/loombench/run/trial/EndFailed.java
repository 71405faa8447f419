package dev.loombench.run.trial;

import dev.loombench.result.TrialResult;
import java.util.List;
import java.util.stream.Collectors;

/// Trials that have their results, and a server, its load or what it depended on that failed to
/// end: it would disturb further trials.
public final class EndFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<TrialResult> results;

    /// @param results of all trials that were executed together
    public EndFailed(List<TrialResult> results, RuntimeException cause) {
        super(
                "%s: the results are complete and kept, but ending the servers failed: %s"
                        .formatted(
                                results.stream()
                                        .map(result -> "trial " + result.trial().number())
                                        .collect(Collectors.joining(", ")),
                                cause.getMessage()),
                cause);
        this.results = List.copyOf(results);
    }

    public List<TrialResult> results() {
        return results;
    }
}
