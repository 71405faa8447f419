package dev.loombench.diagnose.rule.lock;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.RequestWaits;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.finding.Severity;
import dev.loombench.diagnose.rule.lock.Permits.Stack;
import dev.loombench.diagnose.rule.resource.GarbageCollections;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Platform threads that wait in one call for a permit of a `Semaphore` at most moments: its
/// permits bound the throughput. [UnboundedQueue] has virtual threads, and `PoolExhausted` the
/// permits of pools.
public final class PermitBound {
    static final String ID = "permit-bound";

    static final Rule RULE =
            new Rule(
                    ID,
                    "platform threads queue for the permits of a `Semaphore`",
                    "printed threads",
                    "3 platform threads or more wait for a permit of a `Semaphore` in one call at three of four moments. It has no owner: the permits taken are counted by the other threads in that method; critical where all of them have the same stack, without a limit of time, and no CPU time over 10 s or more: no permit is returned",
                    "warning",
                    "[a queue at most moments](#threads-and-locks)");

    private PermitBound() {}

    /// @param waiting threads, median of the moments
    /// @param taken permits by stacks, likewise
    /// @param still of the waiting threads of the last moment, did not run
    record Figures(int waiting, int taken, int still, int moments) {}

    /// The threads in one call at one moment.
    ///
    /// @param taken permits, by stacks
    private record Queue(String call, List<LiveThread> threads, int taken, long atWork) {
        int waiting() {
            return threads.size();
        }
    }

    public static Stream<ServiceFinding> in(Evidence evidence) {
        return evidence.printed().value().stream().flatMap(history -> in(history, evidence));
    }

    private static Stream<ServiceFinding> in(ThreadHistory history, Evidence evidence) {
        var queues = new LinkedHashMap<String, List<Queue>>();
        history.moments().stream()
                .flatMap(PermitBound::queues)
                .filter(queue -> queue.waiting() >= history.fewestWaiting())
                .forEach(queue ->
                        queues.computeIfAbsent(queue.call(), _ -> new ArrayList<>()).add(queue));
        return queues.values().stream()
                .filter(all -> history.isLastingQueue(all.size()))
                .map(all -> finding(all, history, evidence));
    }

    private static Stream<Queue> queues(ThreadMoment moment) {
        var waiting =
                moment.threads().stream()
                        .filter(thread -> !thread.virtual() && thread.isAtWork())
                        .filter(thread -> Permits.isAwaited(thread.frames()))
                        .filter(thread -> RequestWaits.pool(thread.frames()).isEmpty())
                        .collect(Collectors.groupingBy(thread -> AppCalls.frame(thread.frames())));
        var all = moment.threads().stream().map(t -> new Stack(t.frames(), 1)).toList();
        return waiting.entrySet().stream()
                .map(wait ->
                        new Queue(
                                AppCalls.of(List.of(wait.getKey())),
                                wait.getValue(),
                                Permits.taken(wait.getKey(), all),
                                moment.atWork()));
    }

    /// Those that did not run over the whole observation.
    private static long still(Queue last, ThreadHistory history, Evidence evidence) {
        return evidence.window().compareTo(ThreadHistory.SHORTEST) < 0
                ? 0
                : last.threads().stream()
                        .filter(thread -> !thread.isTimed() && history.standsStill(thread))
                        .count();
    }

    private static ServiceFinding finding(
            List<Queue> queues, ThreadHistory history, Evidence evidence) {
        var byWaiting = queues.stream().mapToInt(Queue::waiting).sorted().toArray();
        var byTaken = queues.stream().mapToInt(Queue::taken).sorted().toArray();
        int typical = byWaiting[byWaiting.length / 2];
        int taken = byTaken[byTaken.length / 2];
        var last = queues.getLast();
        int still = (int) still(last, history, evidence);
        boolean dead = still == last.waiting();
        return ServiceFinding.of(
                        RULE,
                        dead ? Severity.CRITICAL : Severity.WARNING,
                        dead && taken == 0 ? Confidence.MEDIUM : Confidence.HIGH,
                        new FindingText(
                                "%s wait for a permit of a Semaphore in %s%s"
                                        .formatted(
                                                counted(typical, "thread"),
                                                last.call(),
                                                dead
                                                        ? ", and none got one in %d s"
                                                                .formatted(
                                                                        evidence.window()
                                                                                .toSeconds())
                                                        : ""),
                                dead
                                        ? "they wait for ever where no permit is returned"
                                        : "as many threads as it has permits pass at a time, so more"
                                                + " threads, users or processors do not raise the"
                                                + " throughput",
                                dead
                                        ? "find what does not return its permits: release each in finally,"
                                                + " also after an exception or a time limit. A Semaphore"
                                                + " that signals work has nothing to do"
                                        : "raise the permits where what they protect allows more, hold one"
                                                + " for a shorter time, or reject requests that find"
                                                + " none"),
                        List.of(
                                "at %d of %s; %s"
                                        .formatted(
                                                queues.size(),
                                                counted(history.moments().size(), "moment"),
                                                Permits.describe(taken))),
                        GarbageCollections.left(evidence)
                                * typical
                                / Math.max(typical, last.atWork()))
                .withFigures(new Figures(typical, taken, still, queues.size()))
                .withFrames(List.of(last.call()));
    }
}
