package dev.loombench.diagnose.rule.pool;

import static dev.loombench.diagnose.finding.Amounts.percent;

import dev.loombench.analysis.concurrency.WebServer;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.PlatformPool;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.ThreadNumber;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Tasks of executors and requests that run over the whole observation: a loop that does not end,
/// as over a collection that several threads change, or one long computation.
///
/// The same stack at all moments does not show it, as short tasks of one kind have it too. An
/// executor counts the tasks that end: none did. Or another thread of a web server's pool waited
/// for a task all the time: other threads offer its tasks, and a `LinkedBlockingQueue` wakes the
/// thread that has waited longest, so that short requests would have come to that thread too. A
/// task of another executor may submit the next one, which its own thread then takes before the one
/// that waits is awake. Other threads are not known to return.
public final class EndlessCall {
    public static final String ID = "endless-call";

    /// The least share of one processor: what a thread that always runs gets on a busy machine.
    private static final double LEAST = 0.02;

    /// The most CPU time of a thread that got no task, as a share of that of the one that runs.
    private static final double FREE_SHARE = 0.1;

    private static final String TASK_QUEUE = "java.util.concurrent.LinkedBlockingQueue.";

    static final Rule RULE =
            new Rule(
                    ID,
                    "a task of an executor, or a request, runs in one call over the whole observation",
                    "printed threads and their CPU time over 10 s or more; the tasks that an executor has completed",
                    "a thread of an executor or of a web server's pool runs code on the same stack but for its last line at all moments, three at least, and used %s of a processor or more; and no task of the executor ended (with low confidence, as one may take long), or another thread of the web server's pool waited at all of them in a `LinkedBlockingQueue` for a task, with %s of its CPU time or less"
                            .formatted(percent(LEAST), percent(FREE_SHARE)),
                    "warning",
                    "",
                    Figures.class);

    private EndlessCall() {}

    /// @param processorShare of one processor
    record Figures(double processorShare, long seconds) {}

    public static Stream<ServiceFinding> in(Evidence evidence) {
        return evidence.printed().value().stream()
                .filter(_ -> evidence.showsProgress())
                .flatMap(history ->
                        history.last().threads().stream()
                                .filter(thread -> share(thread, history) >= LEAST)
                                .filter(history::runsInOneCall)
                                .flatMap(thread ->
                                        proof(thread, history, evidence).stream()
                                                .map(proof ->
                                                        finding(
                                                                proof, thread, history,
                                                                evidence))));
    }

    /// What shows that it is one task.
    private enum Proof {
        NONE_ENDED("no task of its executor ended", Confidence.LOW),
        ANOTHER_FREE("another thread of its pool waited for a task meanwhile", Confidence.MEDIUM);

        private final String words;
        private final Confidence confidence;

        Proof(String words, Confidence confidence) {
            this.words = words;
            this.confidence = confidence;
        }
    }

    private static Optional<Proof> proof(
            LiveThread thread, ThreadHistory history, Evidence evidence) {
        if (isOfStuckExecutor(thread, evidence)) {
            return Optional.of(Proof.NONE_ENDED);
        }
        return isBesideFreeOne(thread, history)
                ? Optional.of(Proof.ANOTHER_FREE)
                : Optional.empty();
    }

    private static boolean isBesideFreeOne(LiveThread thread, ThreadHistory history) {
        double most = FREE_SHARE * share(thread, history);
        return PlatformPool.of(history.last()).stream()
                .filter(pool -> pool.threads().contains(thread) && isOfServer(pool))
                .flatMap(pool -> pool.threads().stream())
                .anyMatch(other -> isFree(other, history) && share(other, history) <= most);
    }

    /// Whether it is a web server's by its name.
    private static boolean isOfServer(PlatformPool pool) {
        return WebServer.ofWorker(pool.threads().getFirst().name()).isPresent();
    }

    private static boolean isFree(LiveThread thread, ThreadHistory history) {
        var all = history.momentsOf(thread).toList();
        return all.size() == history.moments().size()
                && all.stream()
                        .allMatch(t ->
                                t.isFree()
                                        && t.frames().stream()
                                                .anyMatch(f -> f.startsWith(TASK_QUEUE)));
    }

    /// Whether it is a thread of an executor that completed no task.
    private static boolean isOfStuckExecutor(LiveThread thread, Evidence evidence) {
        return evidence.pools().unpublished().stream()
                .filter(executor -> executor.perSecond().orElse(1) == 0)
                .anyMatch(executor -> ThreadNumber.isOf(executor.last().name(), thread.name()));
    }

    private static double share(LiveThread thread, ThreadHistory history) {
        return history.processorShare(thread).orElse(0);
    }

    private static ServiceFinding finding(
            Proof proof, LiveThread thread, ThreadHistory history, Evidence evidence) {
        double share = share(thread, history);
        long seconds = evidence.window().toSeconds();
        return ServiceFinding.of(
                        RULE,
                        Severity.WARNING,
                        proof.confidence,
                        new FindingText(
                                "thread %s has run for %d s in one call that did not return"
                                        .formatted(thread.label(), seconds),
                                "it takes processors from all other threads; a task that takes long looks the same",
                                "look for a loop that does not end, as over a collection that several"
                                        + " threads change, and for a regular expression with nested"
                                        + " repetitions; run a long computation with a lower priority"
                                        + " or elsewhere"),
                        List.of(
                                "it ran in this call at all %d moments, used %s of a processor, and %s"
                                        .formatted(
                                                history.moments().size(),
                                                percent(share),
                                                proof.words)),
                        evidence.allowedProcessors().isPresent()
                                ? Math.min(1, share / evidence.allowedProcessors().getAsDouble())
                                : 0,
                        new Figures(share, seconds))
                .withFrames(List.of(AppCalls.withCaller(thread.frames())));
    }
}
