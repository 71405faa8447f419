package dev.loombench.report.inspect;

import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.PlatformPool;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.Amounts;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.rule.resource.WebServerThreads;
import dev.loombench.text.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// What requests run on, the pools of platform threads, and the thread with most CPU time, in one
/// line.
final class WorkLine {
    private static final int SHOWN = 3;

    /// The least share of one processor that is shown of a thread.
    private static final double MUCH = 0.5;

    private WorkLine() {}

    /// Threads with numbered names at the last moment.
    ///
    /// @param pools by what they run, or as a bean publishes them
    /// @param others that belong to no executor
    /// @param readings name of a group -> what is known of its use by a bean or its fields
    private record Groups(
            List<PlatformPool> pools,
            List<PlatformPool> others,
            Map<String, PoolReading> readings) {
        static Groups of(ThreadHistory history, Evidence evidence) {
            var all = PlatformPool.of(history.last());
            var readings = new HashMap<String, PoolReading>();
            for (var reading : evidence.pools().all()) {
                reading.find(all)
                        .ifPresent(group ->
                                readings.merge(
                                        group.name(),
                                        reading,
                                        (first, other) -> first.names(group) ? first : other));
            }
            Predicate<PlatformPool> isPool =
                    group -> group.isPool() || readings.containsKey(group.name());
            return new Groups(
                    all.stream().filter(isPool).toList(),
                    all.stream().filter(isPool.negate()).toList(),
                    readings);
        }

        Optional<PoolReading> reading(PlatformPool group) {
            return Optional.ofNullable(readings.get(group.name()));
        }
    }

    /// `requests run on platform threads (Tomcat); 2 platform pools: http-nio-8080-exec 10 of 10
    /// busy (50 waiting), scheduling-1; other threads: mail 0 of 2 busy`; empty where the threads
    /// were not printed.
    static Optional<String> of(Evidence evidence) {
        return evidence.printed().value().map(history -> of(history, evidence));
    }

    private static String of(ThreadHistory history, Evidence evidence) {
        var groups = Groups.of(history, evidence);
        return requests(WebServerThreads.of(evidence, history))
                + pools(groups, history, evidence)
                + others(groups, evidence)
                + busiest(history);
    }

    /// The pools that are known by a bean or their fields, and whose use the line tells.
    static List<PoolReading> told(Evidence evidence) {
        return evidence.printed().value().stream()
                .map(history -> Groups.of(history, evidence))
                .flatMap(groups ->
                        groups.pools().stream()
                                .limit(SHOWN)
                                .flatMap(group -> groups.reading(group).stream()))
                .toList();
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

    private static String pools(Groups groups, ThreadHistory history, Evidence evidence) {
        var some = history.last().whole() ? "" : " (of some of the threads)";
        return groups.pools().isEmpty()
                ? "no pool of platform threads" + some
                : "%s%s: %s"
                        .formatted(
                                Figures.counted(groups.pools().size(), "platform pool"),
                                some,
                                named(groups.pools(), groups, evidence));
    }

    private static String others(Groups groups, Evidence evidence) {
        return groups.others().isEmpty()
                ? ""
                : "; other threads: " + named(groups.others(), groups, evidence);
    }

    /// @param some of the groups
    private static String named(List<PlatformPool> some, Groups groups, Evidence evidence) {
        return some.stream()
                        .limit(SHOWN)
                        .map(group ->
                                name(group)
                                        + groups.reading(group)
                                                .map(reading -> use(group, reading, evidence))
                                                .orElse(""))
                        .collect(Collectors.joining(", "))
                + (some.size() > SHOWN ? ", \u2026" : "");
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
                                        AppCalls.withCaller(thread.frames())))
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
