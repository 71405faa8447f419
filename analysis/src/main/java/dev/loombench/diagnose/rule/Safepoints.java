package dev.loombench.diagnose.rule;

import static dev.loombench.diagnose.rule.Amounts.percent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.CollectionHistory;
import dev.loombench.diagnose.evidence.Evidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Stops of all threads that take the service's time and are no collections: operations of the JVM,
/// as a print of all threads or a count of objects, and threads that stop late.
final class Safepoints {
    static final String ID = "safepoints";

    static final Rule RULE =
            new Rule(
                    ID,
                    "the JVM stops all threads for something else than collections, or threads stop late",
                    "the JVM's counters (`sun.rt.safepointTime`, `safepointSyncTime`) less the pauses of collections, or a log with lines of safepoints; without the stops of the inspection",
                    "all threads are stopped otherwise for %s of the time (critical from %s), or, where collections do not take as much and no quota stops the service, wait so long until the last one stops"
                            .formatted(
                                    percent(GarbageCollections.LOST_SHARE),
                                    percent(GarbageCollections.CRITICAL_SHARE)),
                    "warning",
                    "as for collections");

    private Safepoints() {}

    /// @param otherShare of the time in which all threads had stopped for no collection
    /// @param reachingShare in which threads waited until all had stopped
    record Figures(double otherShare, OptionalDouble reachingShare) {}

    static Optional<ServiceFinding> in(Evidence evidence) {
        return evidence.memory()
                .collections()
                .value()
                .filter(history -> history.otherStopShare().isPresent())
                .flatMap(history -> of(history, evidence));
    }

    /// Each collection stops threads too, and where the times until they stop are not known apart,
    /// those of many collections look like stops of another kind.
    private static Optional<ServiceFinding> of(CollectionHistory history, Evidence evidence) {
        double other = history.otherStopShare().orElseThrow();
        boolean collects = history.pauseShare() >= GarbageCollections.LOST_SHARE;
        var reaching = history.reachingShare();
        if (other >= GarbageCollections.LOST_SHARE && (reaching.isPresent() || !collects)) {
            return Optional.of(
                    finding(
                            other,
                            other >= GarbageCollections.CRITICAL_SHARE
                                    ? Severity.CRITICAL
                                    : Severity.WARNING,
                            reaching.isPresent() ? Confidence.HIGH : Confidence.MEDIUM,
                            new FindingText(
                                    reaching.isPresent()
                                            ? "the JVM stops all threads for %s of the time, beside collections"
                                                    .formatted(percent(other))
                                            : "the JVM stops all threads, or waits until they stop, for %s of the time, beside collections"
                                                    .formatted(percent(other)),
                                    "every request in progress waits until a stop ends",
                                    "find what stops them: jcmd PID VM.log output=FILE what=safepoint logs each stop"
                                            + " with its operation. A monitoring agent or a timer that prints all"
                                            + " threads, counts objects or writes a heap dump is to do so less often"),
                            history));
        }
        double late = reaching.orElse(0);
        return late >= GarbageCollections.LOST_SHARE
                        && !collects
                        && ContainerRules.throttled(evidence).isEmpty()
                ? Optional.of(
                        finding(
                                late,
                                Severity.WARNING, // they may wait for a processor, as all do then
                                Confidence.MEDIUM,
                                new FindingText(
                                        "for %s of the time threads that have stopped wait until the last one stops"
                                                .formatted(percent(late)),
                                        "every request in progress waits for the thread that stops last",
                                        "find that thread: -XX:+SafepointTimeout -XX:SafepointTimeoutDelay=100 logs those"
                                                + " that stop late. It may be in a long loop or a large copy, read a"
                                                + " mapped file or swapped memory, or lack a processor"),
                                history))
                : Optional.empty();
    }

    private static ServiceFinding finding(
            double lost,
            Severity severity,
            Confidence confidence,
            FindingText text,
            CollectionHistory history) {
        return ServiceFinding.of(RULE, severity, confidence, text, evidence(history), lost)
                .withFigures(
                        new Figures(
                                history.otherStopShare().orElseThrow(), history.reachingShare()));
    }

    private static List<String> evidence(CollectionHistory history) {
        var lines = new ArrayList<String>();
        lines.add(
                "all threads were stopped for %s of the time, of it %s by collections"
                        .formatted(
                                percent(history.safepointShare().orElseThrow()),
                                percent(history.pauseShare())));
        history.reachingShare()
                .ifPresent(share ->
                        lines.add(
                                "until all had stopped, threads waited for %s of the time"
                                        .formatted(percent(share))));
        return lines;
    }
}
