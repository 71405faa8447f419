package dev.loombench.report.inspect;

import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.PlatformPool;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.WebServerThreads;
import dev.loombench.diagnose.finding.Amounts;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.text.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What requests run on, the pools of platform threads, and the thread with most CPU time, in one
/// line.
final class WorkLine {
    private static final int SHOWN = 3;

    /// The least share of one processor that is shown of a thread.
    private static final double MUCH = 0.5;

    private WorkLine() {}

    /// `requests run on platform threads (Tomcat); 2 platform pools: http-nio-8080-exec 10 of 10
    /// busy (50 waiting), scheduling-1; other threads: mail 0 of 2 busy`; empty where the threads
    /// were not printed.
    static Optional<String> of(Evidence evidence) {
        return evidence.printed()
                .value()
                .map(history ->
                        requests(WebServerThreads.of(evidence, history))
                                + pools(history, evidence)
                                + others(history, evidence)
                                + busiest(history));
    }

    /// Whether the line tells the use of a pool that is known by a bean or its fields.
    static boolean tells(PoolReading reading, Evidence evidence) {
        return evidence.printed()
                .value()
                .filter(history ->
                        groups(history, evidence, true)
                                .limit(SHOWN)
                                .flatMap(group -> reading(group, history, evidence).stream())
                                .anyMatch(reading::equals))
                .isPresent();
    }

    private static boolean isOf(PoolReading reading, PlatformPool group, ThreadHistory history) {
        return reading.find(PlatformPool.of(history.last())).filter(group::equals).isPresent();
    }

    /// Threads with numbered names: those of pools, by what they run or as a bean publishes them,
    /// or the others.
    private static Stream<PlatformPool> groups(
            ThreadHistory history, Evidence evidence, boolean pools) {
        return PlatformPool.of(history.last()).stream()
                .filter(group ->
                        pools
                                == (group.isPool()
                                        || reading(group, history, evidence).isPresent()));
    }

    /// What is known of the use of a pool by a bean or its fields: by its name where one has it.
    private static Optional<PoolReading> reading(
            PlatformPool group, ThreadHistory history, Evidence evidence) {
        return evidence.allPools().stream()
                .filter(reading -> isOf(reading, group, history))
                .min(Comparator.comparing(reading -> !reading.names(group)));
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

    private static String pools(ThreadHistory history, Evidence evidence) {
        var pools = groups(history, evidence, true).toList();
        return pools.isEmpty()
                ? "no pool of platform threads"
                : "%s%s: %s"
                        .formatted(
                                Figures.counted(pools.size(), "platform pool"),
                                history.last().whole() ? "" : " (of some of the threads)",
                                named(pools, history, evidence));
    }

    /// Threads that belong to no executor.
    private static String others(ThreadHistory history, Evidence evidence) {
        var others = groups(history, evidence, false).toList();
        return others.isEmpty() ? "" : "; other threads: " + named(others, history, evidence);
    }

    private static String named(
            List<PlatformPool> groups, ThreadHistory history, Evidence evidence) {
        return groups.stream()
                        .limit(SHOWN)
                        .map(group ->
                                name(group)
                                        + reading(group, history, evidence)
                                                .map(reading -> use(group, reading, evidence))
                                                .orElse(""))
                        .collect(Collectors.joining(", "))
                + (groups.size() > SHOWN ? ", \u2026" : "");
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

    private static String name(PlatformPool group) {
        return group.size() == 1
                ? group.threads().getFirst().name()
                : "%s %,d of %,d busy".formatted(group.name(), group.busy(), group.size());
    }

    /// ` (50 waiting, up to 200 threads, at most 80/s)`; empty where none of them is known.
    private static String use(PlatformPool group, PoolReading reading, Evidence evidence) {
        var parts = new ArrayList<String>();
        var pool = reading.last();
        pool.waiting().ifPresent(waiting -> parts.add("%,d waiting".formatted(waiting)));
        if (pool.capacity() > group.size() && pool.capacity() < Integer.MAX_VALUE) {
            parts.add("up to %,d threads".formatted(pool.capacity()));
        }
        var most = evidence.mostPerSecond(reading);
        most.ifPresent(rate -> parts.add("at most %s/s".formatted(Figures.number(rate))));
        return parts.isEmpty() ? "" : " (%s)".formatted(String.join(", ", parts));
    }
}
