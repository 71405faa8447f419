package dev.loombench.diagnose.rule;

import static dev.loombench.diagnose.rule.Amounts.counted;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import java.lang.Thread.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Platform threads that wait to put something into a full queue, as that of a logging appender:
/// what takes from it bounds the throughput, or has ended. A thread that waits to take from a queue
/// may have nothing to do.
final class FullQueue {
    static final String ID = "queue-full";

    /// The call is in one of these topmost frames.
    private static final int TOP = 10;

    /// Of queues of the JDK, and of the ring buffer of Log4j's asynchronous loggers.
    private static final Pattern PUT =
            Pattern.compile(
                    "java\\.util\\.concurrent\\.(\\w*(?:Queue|Deque))\\.(?:put|putFirst|putLast|offer|offerFirst|offerLast|transfer|tryTransfer)\\(.*"
                            + "|com\\.lmax\\.disruptor\\.(\\w+)Sequencer\\.next\\(.*");

    private static final Set<State> WAITING = Set.of(State.WAITING, State.TIMED_WAITING);

    static final Rule RULE =
            new Rule(
                    ID,
                    "threads wait to put into a full queue",
                    "printed threads",
                    "3 platform threads or more wait in one call at three of four moments; critical where all of them have the same stack and no CPU time over 10 s or more: nothing takes from the queue",
                    "warning",
                    "[a queue at most moments](#threads-and-locks)");

    private FullQueue() {}

    /// @param waiting threads, median of the moments
    /// @param still of those of the last moment, did not run
    record Figures(int waiting, int still, int moments) {}

    /// The threads in one call at one moment.
    private record Producers(String call, List<LiveThread> threads, long atWork) {}

    static Stream<Finding> in(Evidence evidence) {
        return evidence.printed().value().stream().flatMap(history -> in(history, evidence));
    }

    private static Stream<Finding> in(ThreadHistory history, Evidence evidence) {
        var lasting = new LinkedHashMap<String, List<Producers>>();
        history.moments().stream()
                .flatMap(FullQueue::producers)
                .filter(all -> all.threads().size() >= history.fewestWaiting())
                .forEach(all ->
                        lasting.computeIfAbsent(all.call(), _ -> new ArrayList<>()).add(all));
        return lasting.values().stream()
                .filter(all -> history.isLastingQueue(all.size()))
                .map(all -> finding(all, history, evidence));
    }

    private static Stream<Producers> producers(ThreadMoment moment) {
        return moment.threads().stream()
                .filter(thread -> !thread.virtual() && thread.isAtWork())
                .filter(thread -> queue(thread).isPresent())
                .collect(Collectors.groupingBy(thread -> AppCalls.of(thread.frames())))
                .entrySet()
                .stream()
                .sorted(Map.Entry.comparingByKey())
                .map(call -> new Producers(call.getKey(), call.getValue(), moment.atWork()));
    }

    /// The class of the queue that a thread waits to put into.
    private static Optional<String> queue(LiveThread thread) {
        return thread.frames().stream()
                .limit(TOP)
                .map(PUT::matcher)
                .filter(put -> put.matches() && (put.group(1) == null || waits(thread)))
                .map(put -> put.group(1) == null ? put.group(2) + "Sequencer" : put.group(1))
                .findFirst();
    }

    /// Whether it neither runs nor waits for a lock, as for that of a queue which has room.
    private static boolean waits(LiveThread thread) {
        return thread.state().map(WAITING::contains).orElse(true)
                && thread.stack().awaited().isEmpty();
    }

    private static Finding finding(
            List<Producers> lasting, ThreadHistory history, Evidence evidence) {
        var last = lasting.getLast();
        int[] counts = lasting.stream().mapToInt(all -> all.threads().size()).sorted().toArray();
        int typical = counts[counts.length / 2];
        int still =
                evidence.window().compareTo(ThreadHistory.SHORTEST) < 0
                        ? 0
                        : (int) last.threads().stream().filter(history::standsStill).count();
        boolean dead = still == last.threads().size();
        return Finding.of(
                        RULE,
                        dead ? Severity.CRITICAL : Severity.WARNING,
                        Confidence.HIGH,
                        new FindingText(
                                "%s wait to put into a full queue (%s) in %s"
                                        .formatted(
                                                counted(typical, "thread"),
                                                queue(last.threads().getFirst()).orElseThrow(),
                                                last.call()),
                                dead
                                        ? "nothing takes from the queue, so they wait for ever"
                                        : "they go on only as fast as something takes from the queue",
                                (dead
                                                ? "find why no thread takes from it: it may have ended by an"
                                                        + " exception, or wait itself"
                                                : "make what takes from it faster, or let several threads do"
                                                        + " so")
                                        + ", and reject or discard what finds the queue full"),
                        List.of(
                                "at %d of %s; %d of %s did not run in %d s"
                                        .formatted(
                                                lasting.size(),
                                                counted(history.moments().size(), "moment"),
                                                still,
                                                counted(last.threads().size(), "thread"),
                                                evidence.window().toSeconds())),
                        GarbageCollections.left(evidence)
                                * typical
                                / Math.max(typical, last.atWork()))
                .withFigures(new Figures(typical, still, lasting.size()))
                .withFrames(List.of(last.call()));
    }
}
