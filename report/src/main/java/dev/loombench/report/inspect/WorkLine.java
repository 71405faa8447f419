package dev.loombench.report.inspect;

import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.PlatformPool;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.WebServerThreads;
import dev.loombench.diagnose.finding.Amounts;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.text.Figures;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What requests run on, the pools of platform threads, and the thread with most CPU time, in one
/// line.
final class WorkLine {
    private static final int SHOWN = 3;

    /// The least share of one processor that is shown of a thread.
    private static final double MUCH = 0.5;

    private WorkLine() {}

    /// `requests run on platform threads (Tomcat); 2 platform pools: http-nio-8080-exec 10 of 10
    /// busy, scheduling-1`; empty where the threads were not printed.
    static Optional<String> of(Evidence evidence) {
        return evidence.printed()
                .value()
                .map(history ->
                        requests(WebServerThreads.of(evidence, history))
                                + pools(history)
                                + busiest(history));
    }

    private static String requests(List<WebServerThreads> servers) {
        return servers.stream()
                .map(server -> requests(server) + "; ")
                .collect(Collectors.joining());
    }

    private static String requests(WebServerThreads requests) {
        return switch (requests.kind()) {
            case VIRTUAL -> "requests run on virtual threads (%s)".formatted(requests.server());
            case PLATFORM -> "requests run on platform threads (%s)".formatted(requests.server());
            case PROBABLY_VIRTUAL ->
                    "requests probably run on virtual threads (%s)".formatted(requests.server());
            case UNKNOWN -> "no request was seen on a thread (%s)".formatted(requests.server());
        };
    }

    private static String pools(ThreadHistory history) {
        var pools = PlatformPool.of(history.last());
        if (pools.isEmpty()) {
            return "no pool of platform threads";
        }
        return "%s%s: %s%s"
                .formatted(
                        Figures.counted(pools.size(), "platform pool"),
                        history.last().whole() ? "" : " (of some of the threads)",
                        pools.stream()
                                .limit(SHOWN)
                                .map(WorkLine::pool)
                                .collect(Collectors.joining(", ")),
                        pools.size() > SHOWN ? ", \u2026" : "");
    }

    /// `; most CPU: thread "main" with 97 % of a processor, last in Shop.index(Shop.java:8)`; empty
    /// where no platform thread used much.
    private static String busiest(ThreadHistory history) {
        return history.last().threads().stream()
                .filter(thread -> history.processorShare(thread).orElse(0) >= MUCH)
                .max(Comparator.comparingDouble(thread -> history.processorShare(thread).orElse(0)))
                .map(thread ->
                        "; most CPU: thread %s with %s of a processor, last in %s"
                                .formatted(
                                        thread.label(),
                                        Amounts.percent(history.processorShare(thread).orElse(0)),
                                        AppCalls.of(thread.frames())))
                .orElse("");
    }

    private static String pool(PlatformPool pool) {
        return pool.size() == 1
                ? pool.threads().getFirst().name()
                : "%s %,d of %,d busy".formatted(pool.name(), pool.busy(), pool.size());
    }
}
