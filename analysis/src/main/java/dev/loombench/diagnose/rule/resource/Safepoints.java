package dev.loombench.diagnose.rule.resource;

import static dev.loombench.diagnose.finding.Amounts.percent;
import static dev.loombench.diagnose.finding.Amounts.seconds;

import dev.loombench.analysis.concurrency.EventThreads;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.CollectionHistory;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Stops of all threads that take the service's time and are no collections: operations of the JVM,
/// as a print of all threads or a count of objects, and threads that stop late. A log names the
/// operations. What a quota of the container makes longer is ranked behind it.
public final class Safepoints {
    public static final String ID = "safepoints";

    /// The least time until all threads have stopped at a stop that is late, or on average where
    /// single stops are unknown: many stops that take no longer are many stops.
    static final double LATE_SECONDS = CollectionHistory.LATE_NANOS / 1e9;

    /// A quota that takes less than this share of what stops take explains none of them.
    private static final double QUOTA_PART = 0.25;

    /// Operations that a finding shows.
    private static final int SHOWN = 3;

    /// What stops all threads, and what to do about it.
    ///
    /// @param operations names of HotSpot's `vmOperation.hpp`
    private record Cause(Pattern operations, String remedy) {
        private Cause(String operations, String remedy) {
            this(Pattern.compile(operations), remedy);
        }
    }

    private static final List<Cause> CAUSES =
            List.of(
                    new Cause(
                            "PrintThreads|ThreadDump|FindDeadlocks|Get(All|ThreadList)StackTraces",
                            "a monitoring agent, a profiler or a timer prints threads or looks for deadlocks: have it"
                                    + " do so less often"),
                    new Cause(
                            "GC_HeapInspection|HeapDumper|HeapWalkOperation|HeapIterateOperation",
                            "an agent, a timer or a tool counts or dumps the objects of the heap: have it do so less"
                                    + " often"),
                    new Cause(
                            "RedefineClasses",
                            "an agent changes classes that are loaded: have it start with the JVM (-javaagent), and"
                                    + " change each class once"),
                    new Cause(
                            "ChangeBreakpoints|ChangeSingleStep|GetOrSetLocal|SetFramePop|GetObjectMonitorUsage",
                            "a debugger is attached: detach it"),
                    new Cause(
                            "RevokeBias|BulkRevokeBias|EnableBiasedLocking",
                            "threads share objects whose locks are biased: set -XX:-UseBiasedLocking"),
                    new Cause(
                            "ICBufferFull",
                            "compiled code changes what it calls; JDK 23 and later do not stop threads for it"));

    private static final Pattern ANY = Pattern.compile(".*");

    private static final String NAMED_CAUSE =
            "find what requests these operations, as a monitoring agent, a tool or a timer, and have"
                    + " it do so less often";

    private static final String UNKNOWN_CAUSE =
            "find what stops them: jcmd PID VM.log output=FILE what=safepoint logs each stop"
                    + " with its operation, which inspect FILE names. A monitoring agent or a timer that prints"
                    + " all threads, counts objects or writes a heap dump is to do so less often";

    private static final String FIND_LAST =
            "find that thread: -XX:+SafepointTimeout -XX:SafepointTimeoutDelay=100 logs those that stop"
                    + " late; it may also lack a processor";

    private static final String LOOP =
            "look there for a loop with a counter that has no safepoint, a copy of large arrays, and a read"
                    + " of a mapped file or of swapped memory; for a loop, ";

    static final Rule RULE =
            new Rule(
                    ID,
                    "the JVM stops all threads for something else than collections, or threads stop late",
                    "the JVM's counters (`sun.rt.safepointTime`, `safepointSyncTime`, `safepoints`) less the pauses of collections, or a log of safepoints or a flight recording, which name the operations; without the stops of the inspection",
                    "all threads are stopped otherwise for %s of the time (critical from %s), or, where collections do not take as much, no quota stops the service and processors are free, wait so long until the last one stops, at stops where that takes %.0f ms (on average where no log shows each); named by the method in which a thread ran at most moments of the inspection for which one stopped so late, two at least, and at fewer of the others, the fewest of all methods. Not before a `cpu-throttled` that takes %s as much"
                            .formatted(
                                    percent(GarbageCollections.LOST_SHARE),
                                    percent(GarbageCollections.CRITICAL_SHARE),
                                    1e3 * LATE_SECONDS,
                                    percent(QUOTA_PART)),
                    "warning",
                    "as for collections",
                    Figures.class);

    private Safepoints() {}

    /// @param otherShare of the time in which all threads had stopped for no collection
    /// @param reachingShare in which threads waited until all had stopped
    /// @param meanReachingSeconds at one stop
    record Figures(
            double otherShare, OptionalDouble reachingShare, OptionalDouble meanReachingSeconds) {}

    public static Optional<ServiceFinding> in(Evidence evidence) {
        return evidence.memory()
                .collections()
                .value()
                .filter(history -> history.otherStopShare().isPresent())
                .flatMap(history -> of(history, evidence));
    }

    /// Each collection stops threads too, and where the times until they stop are not known apart,
    /// those of many collections look like stops of another kind. A recording shows the operations
    /// without these times.
    private static Optional<ServiceFinding> of(CollectionHistory history, Evidence evidence) {
        double other = history.otherStopShare().orElseThrow();
        boolean collects = history.pauseShare() >= GarbageCollections.LOST_SHARE;
        boolean apart = history.reachingShare().isPresent() || !history.operationShares().isEmpty();
        boolean stops = other >= GarbageCollections.LOST_SHARE && (apart || !collects);
        double late = collects || !mayRun(evidence) ? 0 : lateShare(history, evidence);
        if (late >= GarbageCollections.LOST_SHARE && (late > other || !stops)) {
            var finding = late(history, evidence);
            return Optional.of(
                    stops
                            ? finding.andRemedy(
                                    "the stops themselves take %s: %s"
                                            .formatted(
                                                    percent(other),
                                                    remedy(other, history, evidence)))
                            : finding);
        }
        if (!stops) {
            return Optional.empty();
        }
        var finding = others(other, apart, history, evidence);
        return ContainerRules.throttled(evidence)
                .filter(quota -> quota.lost() >= QUOTA_PART * other)
                .map(finding::causedBy)
                .or(() -> Optional.of(finding));
    }

    /// The share of the time in which threads waited for others that stop late; 0 where it is
    /// unknown. A thread that was seen to stop late takes most of this time, also where most stops
    /// are soon.
    private static double lateShare(CollectionHistory history, Evidence evidence) {
        boolean late =
                history.meanReachingSeconds().orElse(0) >= LATE_SECONDS
                        || LateThreads.of(evidence).isPresent();
        return history.lateShare().orElse(late ? history.reachingShare().orElse(0) : 0);
    }

    /// Whether threads that stop late do not lack a processor, as far as is known.
    private static boolean mayRun(Evidence evidence) {
        return ContainerRules.throttled(evidence).isEmpty()
                && evidence.freeProcessors().orElse(EventThreads.FREE) >= EventThreads.FREE;
    }

    /// @param apart whether the time until threads have stopped is known apart
    private static ServiceFinding others(
            double share, boolean apart, CollectionHistory history, Evidence evidence) {
        return finding(
                share,
                share >= GarbageCollections.CRITICAL_SHARE ? Severity.CRITICAL : Severity.WARNING,
                apart ? Confidence.HIGH : Confidence.MEDIUM,
                new FindingText(
                        apart
                                ? "the JVM stops all threads for %s of the time, beside collections"
                                        .formatted(percent(share))
                                : "the JVM stops all threads, or waits until they stop, for %s of the time, beside collections"
                                        .formatted(percent(share)),
                        "every request in progress waits until a stop ends",
                        remedy(share, history, evidence)),
                evidence(history),
                history);
    }

    /// By the cause whose operations take most of the time, where it is known; else by the thread
    /// that is seen to ask for such.
    ///
    /// @param share of the time of all
    private static String remedy(double share, CollectionHistory history, Evidence evidence) {
        return CAUSES.stream()
                .filter(cause -> share(cause.operations(), history) > share / 2)
                .map(Cause::remedy)
                .findFirst()
                .or(() -> StopRequests.of(evidence).map(StopRequests::remedy))
                .orElse(share(ANY, history) > share / 2 ? NAMED_CAUSE : UNKNOWN_CAUSE);
    }

    /// @param names of operations
    private static double share(Pattern names, CollectionHistory history) {
        return history.operationShares().entrySet().stream()
                .filter(operation -> names.matcher(operation.getKey()).matches())
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    /// Threads of which none is seen may lack a processor that other processes take.
    private static ServiceFinding late(CollectionHistory history, Evidence evidence) {
        double share = lateShare(history, evidence);
        var last = LateThreads.of(evidence);
        var finding =
                finding(
                        share,
                        last.isPresent() && share >= GarbageCollections.CRITICAL_SHARE
                                ? Severity.CRITICAL
                                : Severity.WARNING,
                        last.isPresent() ? Confidence.HIGH : Confidence.MEDIUM,
                        new FindingText(
                                "for %s of the time threads that have stopped wait until the last one stops%s"
                                        .formatted(
                                                percent(share),
                                                last.map(LateThreads::call)
                                                        .map(", which runs in "::concat)
                                                        .orElse("")),
                                "every request in progress waits for the thread that stops last",
                                last.isPresent()
                                        ? inLoop(history)
                                        : FIND_LAST + "; " + inLoop(history)),
                        Stream.concat(
                                        evidence(history).stream(),
                                        last.stream().flatMap(LateThreads::evidence))
                                .toList(),
                        history);
        return last.map(threads -> finding.withFrames(threads.frames())).orElse(finding);
    }

    /// What lets a thread stop sooner.
    private static String inLoop(CollectionHistory history) {
        return LOOP
                + (history.leavesLoopsWithoutSafepoints()
                        ? "set -XX:+UseCountedLoopSafepoints -XX:LoopStripMiningIter=1000, which this"
                                + " collector leaves off"
                        : "remove -XX:-UseCountedLoopSafepoints if it is set, or set"
                                + " -XX:LoopStripMiningIter below 1000")
                + ", or split the loop into calls of a method that is not inlined";
    }

    private static ServiceFinding finding(
            double lost,
            Severity severity,
            Confidence confidence,
            FindingText text,
            List<String> evidence,
            CollectionHistory history) {
        return ServiceFinding.of(
                RULE,
                severity,
                confidence,
                text,
                evidence,
                lost,
                new Figures(
                        history.otherStopShare().orElseThrow(),
                        history.reachingShare(),
                        history.meanReachingSeconds()));
    }

    private static List<String> evidence(CollectionHistory history) {
        var lines = new ArrayList<String>();
        lines.add(
                "all threads were stopped for %s of the time, of it %s by collections"
                        .formatted(
                                percent(history.safepointShare().orElseThrow()),
                                percent(history.pauseShare())));
        var operations = history.operationShares();
        if (!operations.isEmpty()) {
            lines.add("operations: " + shown(operations));
        }
        history.reachingShare()
                .ifPresent(share ->
                        lines.add(
                                "until all had stopped, threads waited for %s of the time%s"
                                        .formatted(
                                                percent(share),
                                                mean(history.meanReachingSeconds()))));
        return lines;
    }

    /// `ThreadDump 30 %, Cleanup 2 %` of the time.
    private static String shown(Map<String, Double> operations) {
        return operations.entrySet().stream()
                .limit(SHOWN)
                .map(operation ->
                        "%s %s".formatted(operation.getKey(), percent(operation.getValue())))
                .collect(Collectors.joining(", ", "", " of the time"));
    }

    private static String mean(OptionalDouble reachingSeconds) {
        return reachingSeconds.isPresent()
                ? ", %s at a stop on average".formatted(seconds(reachingSeconds.getAsDouble()))
                : "";
    }
}
