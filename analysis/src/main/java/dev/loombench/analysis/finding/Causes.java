package dev.loombench.analysis.finding;

import dev.loombench.finding.Severity;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Which kinds of findings explain which others, where both concern the same variant or the run.
///
/// A consequence is a fact of its own: it keeps its severity. Its remedy is that of its cause.
public final class Causes {
    /// Kinds that explain others only where they are long enough, or in enough trials, to make
    /// figures invalid: little follows from less.
    private static final Set<String> IF_INVALID =
            Set.of("server-stopped", "generator-stalled", "generator-saturated", "cpu-throttled");

    private static final Set<String> UNSTEADY =
            Set.of("not-steady", "non-stationary", "window-drift");

    private static final Set<String> LATE =
            Set.of("schedule-lagged", "rate-not-achieved", "agent-behind");

    /// What a wait of all requests leads to.
    private static final Set<String> STOOD_STILL =
            Set.of(
                    "overloaded",
                    "littles-law-broken",
                    "open-littles-law-broken",
                    "arrivals-omitted",
                    "window-too-short",
                    "rare-stalls",
                    "outlying-trial");

    /// In the order of preference where several explain a finding.
    private static final Map<String, Set<String>> CONSEQUENCES = consequences();

    private Causes() {}

    private static Map<String, Set<String>> consequences() {
        var of = new LinkedHashMap<String, Set<String>>();
        of.put(
                "agent-lost",
                Set.of(
                        "trials-failed",
                        "incomplete",
                        "rate-not-achieved",
                        "requests-not-sent",
                        "connections-not-achieved"));
        of.put("server-stopped", union(UNSTEADY, LATE, STOOD_STILL, Set.of("errors")));
        of.put("generator-stalled", union(UNSTEADY, LATE, STOOD_STILL));
        of.put(
                "generator-saturated",
                union(LATE, Set.of("overloaded", "littles-law-broken", "open-littles-law-broken")));
        of.put(
                "overloaded",
                union(
                        UNSTEADY,
                        LATE,
                        Set.of(
                                "no-good-response",
                                "errors",
                                "requests-unfinished",
                                "open-littles-law-broken",
                                "connections-not-achieved",
                                "connections-closed",
                                "window-too-short",
                                "busy-after-load",
                                "generator-starved",
                                "server-idle")));
        of.put("errors", union(LATE, Set.of("connections-not-achieved")));
        of.put(
                "concurrent-run",
                union(
                        disturbed(),
                        Set.of("cpu-contention-before", "cpu-contention-during", "memory-short")));
        of.put("cpu-throttled", disturbed());
        of.put("memory-short", union(disturbed(), Set.of("paused-by-collector")));
        of.put("cpu-contention-during", union(disturbed(), Set.of("cpu-contention-before")));
        of.put("generator-starved", LATE);
        of.put("agent-late", Set.of("rate-not-achieved", "agent-behind"));
        of.put("listen-queue-overflowed", Set.of("connections-not-achieved"));
        of.put("connections-not-achieved", union(LATE, Set.of("littles-law-broken")));
        of.put("still-compiling", UNSTEADY);
        of.put("compilers-starved", union(UNSTEADY, Set.of("still-compiling")));
        of.put("waits-from-before", Set.of("littles-law-broken"));
        of.put("window-too-short", Set.of("littles-law-broken", "open-littles-law-broken"));
        of.put("window-shorter-than-queue", union(UNSTEADY, Set.of("rare-stalls")));
        of.put("not-steady", Set.of("non-stationary", "window-drift"));
        return of;
    }

    /// What follows where others take the processors.
    private static Set<String> disturbed() {
        return union(
                UNSTEADY,
                LATE,
                Set.of(
                        "cpu-pressure",
                        "generator-starved",
                        "generator-stalled",
                        "compilers-starved",
                        "outlying-trial",
                        "resting-servers-busy"));
    }

    @SafeVarargs
    private static Set<String> union(Set<String>... sets) {
        var all = new HashSet<String>();
        for (var set : sets) {
            all.addAll(set);
        }
        return Set.copyOf(all);
    }

    /// Kinds of causes, with the kinds that each explains.
    static Map<String, Set<String>> all() {
        return Map.copyOf(CONSEQUENCES);
    }

    /// The cause of a finding that has none itself; empty where nothing explains the finding.
    public static Optional<ResultFinding> of(ResultFinding finding, List<ResultFinding> all) {
        var cause =
                CONSEQUENCES.entrySet().stream()
                        .filter(e -> e.getValue().contains(finding.kind().id()))
                        .flatMap(e ->
                                all.stream()
                                        .filter(c -> c.kind().id().equals(e.getKey()))
                                        .filter(Causes::mayExplain)
                                        .filter(c -> concernsSame(c, finding)))
                        .findFirst();
        return cause.map(c -> of(c, all).orElse(c));
    }

    private static boolean mayExplain(ResultFinding cause) {
        return cause.explains()
                && (!IF_INVALID.contains(cause.kind().id())
                        || cause.severity() == Severity.INVALID);
    }

    private static boolean concernsSame(ResultFinding cause, ResultFinding finding) {
        return cause.variants().isEmpty()
                || finding.variants().isEmpty()
                || cause.variants().stream().anyMatch(finding.variants()::contains);
    }
}
