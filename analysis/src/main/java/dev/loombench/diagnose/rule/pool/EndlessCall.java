package dev.loombench.diagnose.rule.pool;

import static dev.loombench.diagnose.finding.Amounts.percent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.finding.Severity;
import java.util.List;
import java.util.stream.Stream;

/// Tasks of executors that run over the whole observation: a loop that does not end, as over a
/// collection that several threads change, or one long computation.
///
/// The same stack at all moments does not show it, as short tasks of one kind have it too. An
/// executor counts the tasks that end: none did. Other threads are not known to return.
public final class EndlessCall {
    static final String ID = "endless-call";

    /// The least share of one processor: what a thread that always runs gets on a busy machine.
    private static final double LEAST = 0.02;

    static final Rule RULE =
            new Rule(
                    ID,
                    "a task of an executor runs in one call over the whole observation",
                    "printed threads and their CPU time over 10 s or more; the tasks that an executor has completed",
                    "no task of an executor ended, and a thread of it runs Java code on the same stack but for its last line at all moments, three at least, and used %s of a processor or more"
                            .formatted(percent(LEAST)),
                    "warning",
                    "");

    private EndlessCall() {}

    /// @param processorShare of one processor
    record Figures(double processorShare, long seconds) {}

    public static Stream<ServiceFinding> in(Evidence evidence) {
        return evidence.printed().value().stream()
                .filter(_ -> evidence.window().compareTo(ThreadHistory.SHORTEST) >= 0)
                .flatMap(history ->
                        history.last().threads().stream()
                                .filter(thread -> isOfStuckExecutor(thread, evidence))
                                .filter(history::runsInOneCall)
                                .filter(thread -> share(thread, history) >= LEAST)
                                .map(thread -> finding(thread, history, evidence)));
    }

    /// Whether it is a thread of an executor that completed no task.
    private static boolean isOfStuckExecutor(LiveThread thread, Evidence evidence) {
        return evidence.unpublished().stream()
                .filter(executor -> executor.perSecond().orElse(1) == 0)
                .anyMatch(
                        executor -> ExecutorExhausted.isOf(executor.last().name(), thread.name()));
    }

    private static double share(LiveThread thread, ThreadHistory history) {
        return history.processorShare(thread).orElse(0);
    }

    private static ServiceFinding finding(
            LiveThread thread, ThreadHistory history, Evidence evidence) {
        double share = share(thread, history);
        long seconds = evidence.window().toSeconds();
        return ServiceFinding.of(
                        RULE,
                        Severity.WARNING,
                        Confidence.HIGH,
                        new FindingText(
                                "thread %s has run for %d s in one call that does not return"
                                        .formatted(thread.label(), seconds),
                                "what it does does not end, and takes processors from all other threads",
                                "look for a loop that does not end, as over a collection that several"
                                        + " threads change; run a long computation with a lower priority"
                                        + " or elsewhere"),
                        List.of(
                                "it ran in this call at all %d moments, used %s of a processor, and no task of its executor ended"
                                        .formatted(history.moments().size(), percent(share))),
                        evidence.allowedProcessors().isPresent()
                                ? Math.min(1, share / evidence.allowedProcessors().getAsDouble())
                                : 0)
                .withFigures(new Figures(share, seconds))
                .withFrames(List.of(AppCalls.withCaller(thread.frames())));
    }
}
