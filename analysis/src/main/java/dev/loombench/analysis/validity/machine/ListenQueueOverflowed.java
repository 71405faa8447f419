package dev.loombench.analysis.validity.machine;

import dev.loombench.analysis.finding.Exceedance;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.finding.Kind;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A full listen queue rejected connections.
///
/// @param connections most in a trial
/// @param timedOut most connections in a trial that the load generator closed because their
///   requests timed out: they stay in the queue of a server that does not accept them
public record ListenQueueOverflowed(List<String> variants, double connections, long timedOut)
        implements MachineFinding {
    /// Attempts of a kernel to open a connection within a minute: at once, and after 1, 3, 7, 15
    /// and 31 s.
    private static final int ATTEMPTS = 6;

    public static final Kind KIND =
            new Kind(
                    "listen-queue-overflowed",
                    "any connection rejected within the window; where the load generator closed one for every %d of them because their requests timed out, the finding says that: a server that does not accept them keeps them in its queue, and a kernel tries %d times within a minute"
                            .formatted(ATTEMPTS, ATTEMPTS),
                    "note");

    public ListenQueueOverflowed {
        variants = List.copyOf(variants);
    }

    public static Optional<ListenQueueOverflowed> of(List<TrialResult> results) {
        return Exceedance.of(results, t -> TrialMetrics.growth(t, MetricId.NET_LISTEN_OVERFLOWS), 0)
                .map(e ->
                        new ListenQueueOverflowed(
                                e.variants(), e.highest(), timedOut(results, e.variants())));
    }

    private static long timedOut(List<TrialResult> results, List<String> variants) {
        return results.stream()
                .filter(result -> variants.contains(result.trial().variant()))
                .flatMap(result ->
                        result.outcome() instanceof Completed trial
                                ? Stream.of(trial.load().connections().timedOut())
                                : Stream.<Long>empty())
                .max(Long::compare)
                .orElse(0L);
    }

    /// Whether time-outs closed as many connections as the queue rejected attempts to replace them.
    public boolean followsTimeOuts() {
        return ATTEMPTS * timedOut >= connections;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "a full listen queue rejected up to %,.0f connections%s"
                        .formatted(
                                connections,
                                followsTimeOuts()
                                        ? ", after the load generator had closed %,d whose requests timed out"
                                                .formatted(timedOut)
                                        : ""),
                "the client's kernel retries after 1 s, which appears as a slow server",
                followsTimeOuts()
                        ? "find why requests time out: closed connections stay in the queue of a server that does not accept them"
                        : "raise the server's backlog and net.core.somaxconn, or open fewer connections at once");
    }
}
