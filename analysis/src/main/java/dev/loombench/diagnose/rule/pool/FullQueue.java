package dev.loombench.diagnose.rule.pool;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.EventLoop;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.PlatformPool;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.lock.WorkBehind;
import dev.loombench.diagnose.rule.resource.GarbageCollections;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.lang.Thread.State;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Threads that wait to put something into a full queue, as that of a logging appender: what takes
/// from it bounds the throughput, or has ended. A thread that waits to take from a queue may have
/// nothing to do. Of virtual threads, which are listed once, it is not known how long they wait.
public final class FullQueue {
    public static final String ID = "queue-full";

    /// The call is in one of these topmost frames.
    private static final int TOP = 12;

    /// Of a listed thread that waits.
    private static final Pattern PARKED =
            Pattern.compile(
                    "java\\.(util\\.concurrent\\.locks\\.LockSupport\\.park|lang\\.Object\\.wait)");

    /// Of queues of the JDK, its publisher and its pipe, of the ring buffer of Log4j's asynchronous
    /// loggers, and of the buffers of Kafka's producers.
    private static final Pattern PUT =
            Pattern.compile(
                    "(?:java\\.util\\.concurrent|org\\.apache\\.kafka\\.clients\\.producer\\.internals)\\.(\\w*(?:Queue|Deque)|BufferPool)"
                            + "\\.(?:put|putFirst|putLast|offer|offerFirst|offerLast|transfer|tryTransfer|allocate)\\(.*"
                            + "|com\\.lmax\\.disruptor\\.(\\w+)Sequencer\\.next\\(.*"
                            + "|java\\.(?:util\\.concurrent|io)\\.(SubmissionPublisher|PipedInputStream)(?:\\$\\w+)?\\.awaitSpace\\(.*");

    private static final String LOG = "ring buffer of Log4j";

    private static final int QUEUE = 1;
    private static final int RING = 2;
    private static final int BUFFER = 3;

    /// Of a queue that has room.
    private static final Pattern LOCK =
            Pattern.compile("java\\.util\\.concurrent\\.locks\\.ReentrantLock\\.lock\\w*\\(.*");

    private static final Set<State> WAITING = Set.of(State.WAITING, State.TIMED_WAITING);

    static final Rule RULE =
            new Rule(
                    ID,
                    "threads wait to put into a full queue",
                    "printed threads; list of all threads",
                    "3 platform threads or more wait in one call at three of four moments, or %d virtual threads in a list; critical where all of them have the same stack, without a limit of time, and no CPU time over 10 s or more (but for one that looks for room in a ring buffer, whose monitor others await): nothing takes from the queue; one or two such threads are a warning with low confidence, and a note where another thread is at work in the same class, which may take from it later"
                            .formatted(PoolExhausted.QUEUE),
                    "warning; a note where they put into a queue of the JDK, go on, serve no requests, handle no messages of a library, do not log and are no event loops: back pressure between the steps of a job",
                    "[a queue at most moments](#threads-and-locks)",
                    Figures.class);

    private static final String SLOW_IMPACT =
            "they go on only as fast as something takes from the queue";

    private static final String SLOW_REMEDY =
            "make what takes from it faster, or let several threads do so";

    /// One element may take as long.
    private static final String DEAD =
            "nothing took from the queue meanwhile, and they wait for ever where nothing will";

    private static final String REJECT = ", and reject or discard what finds the queue full";

    private FullQueue() {}

    /// @param waiting threads, median of the moments
    /// @param still of those of the last moment, did not run
    record Figures(int waiting, int still, int moments) {}

    /// @param waiting virtual threads
    record Listed(int waiting) {}

    /// The threads in one call at one moment.
    private record Producers(String call, List<LiveThread> threads, long atWork) {}

    public static Stream<ServiceFinding> in(Evidence evidence) {
        return Stream.concat(
                evidence.printed().value().stream()
                        .flatMap(history ->
                                all(history, evidence).map(all -> finding(all, history, evidence))),
                evidence.threads().value().stream().flatMap(dump -> listed(dump, evidence)));
    }

    private static Stream<ServiceFinding> listed(ThreadDump dump, Evidence evidence) {
        return dump.groups().stream()
                .filter(group -> group.kind() == ThreadKind.VIRTUAL)
                .filter(group -> queue(group.frames(), waits(group.frames())).isPresent())
                .collect(
                        Collectors.groupingBy(
                                group -> AppCalls.of(group.frames()),
                                TreeMap::new,
                                Collectors.toList()))
                .entrySet()
                .stream()
                .flatMap(call -> listed(call.getKey(), call.getValue(), dump, evidence).stream());
    }

    private static Optional<ServiceFinding> listed(
            String call, List<StackGroup> groups, ThreadDump dump, Evidence evidence) {
        int waiting = groups.stream().mapToInt(StackGroup::count).sum();
        return waiting < PoolExhausted.QUEUE
                ? Optional.empty()
                : Optional.of(
                        ServiceFinding.of(
                                        RULE,
                                        Severity.WARNING,
                                        Confidence.MEDIUM,
                                        new FindingText(
                                                "%s wait to put into a full queue (%s) in %s"
                                                        .formatted(
                                                                counted(waiting, "virtual thread"),
                                                                queue(
                                                                                groups.getFirst()
                                                                                        .frames(),
                                                                                true)
                                                                        .orElseThrow(),
                                                                call),
                                                SLOW_IMPACT,
                                                SLOW_REMEDY + REJECT),
                                        List.of("at one moment"),
                                        GarbageCollections.left(evidence)
                                                * waiting
                                                / Math.max(waiting, dump.virtual()),
                                        new Listed(waiting))
                                .withFrames(AppCalls.mostFrequentOf(groups)));
    }

    /// The finding of the full queue that most of some printed threads wait to put into.
    static Optional<ServiceFinding> ofMost(Collection<LiveThread> threads, Evidence evidence) {
        return PlatformPool.ofMost(
                threads,
                evidence,
                history -> all(history, evidence),
                Producers::threads,
                (all, history) -> finding(all, history, evidence));
    }

    private static Stream<List<Producers>> all(ThreadHistory history, Evidence evidence) {
        return evidence.showsProgress()
                ? Stream.concat(lasting(history), few(history))
                : lasting(history);
    }

    /// One thread or two in a call of the last moment, that did not get any further over all
    /// moments.
    private static Stream<List<Producers>> few(ThreadHistory history) {
        return producers(history.last())
                .filter(last -> last.threads().size() < history.fewestWaiting())
                .filter(last ->
                        last.threads().stream()
                                .allMatch(thread ->
                                        !EventLoop.executes(thread.frames())
                                                && !StackFrames.awaitsRoomInLog(thread.frames())
                                                && !awaitsRing(thread)
                                                && isStill(thread, history)))
                .map(last ->
                        history.moments().stream()
                                .flatMap(FullQueue::producers)
                                .filter(all -> all.call().equals(last.call()))
                                .toList())
                .filter(all ->
                        all.stream().allMatch(a -> a.threads().size() < history.fewestWaiting()));
    }

    private static Stream<List<Producers>> lasting(ThreadHistory history) {
        return history
                .lastingQueues(FullQueue::producers, all -> all.threads().size(), Producers::call)
                .values()
                .stream();
    }

    private static Stream<Producers> producers(ThreadMoment moment) {
        return moment.threads().stream()
                .filter(thread -> !thread.virtual() && thread.isAtWork())
                .filter(thread -> queue(thread.frames(), waits(thread)).isPresent())
                .collect(Collectors.groupingBy(thread -> AppCalls.of(thread.frames())))
                .entrySet()
                .stream()
                .sorted(Map.Entry.comparingByKey())
                .map(call -> new Producers(call.getKey(), call.getValue(), moment.atWork()));
    }

    /// The class of the queue that a thread waits to put into.
    ///
    /// @param waits whether the thread does; one that spins for a ring buffer may run
    private static Optional<String> queue(List<String> frames, boolean waits) {
        return StackFrames.awaitsRoomInLog(frames)
                ? Optional.of(LOG)
                : frames.stream()
                        .limit(TOP)
                        .map(PUT::matcher)
                        .filter(put -> put.matches() && (put.group(RING) != null || waits))
                        .map(FullQueue::name)
                        .findFirst();
    }

    private static String name(Matcher put) {
        if (put.group(RING) != null) {
            return put.group(RING) + "Sequencer";
        }
        return put.group(QUEUE) == null ? put.group(BUFFER) : put.group(QUEUE);
    }

    /// Whether a listed thread waits, and for no lock.
    private static boolean waits(List<String> frames) {
        return frames.stream().anyMatch(frame -> PARKED.matcher(frame).lookingAt())
                && frames.stream().noneMatch(frame -> LOCK.matcher(frame).matches());
    }

    /// Whether it neither runs nor waits for a lock, as for that of a queue which has room.
    private static boolean waits(LiveThread thread) {
        return thread.state().map(WAITING::contains).orElse(true)
                && thread.stack().awaited().isEmpty();
    }

    /// Whether a thread did not get any further. One that waits for room in a ring buffer looks for
    /// it again and again: where others wait for its monitor, it is the same one as long as nothing
    /// is taken.
    private static boolean isStill(LiveThread thread, ThreadHistory history) {
        return awaitsRing(thread)
                ? history.stacksOf(thread)
                        .equals(Collections.nCopies(history.moments().size(), thread.frames()))
                : !thread.isTimed() && history.standsStill(thread);
    }

    private static boolean awaitsRing(LiveThread thread) {
        return thread.frames().stream()
                .limit(TOP)
                .map(PUT::matcher)
                .anyMatch(put -> put.matches() && put.group(RING) != null);
    }

    private static ServiceFinding finding(
            List<Producers> lasting, ThreadHistory history, Evidence evidence) {
        var last = lasting.getLast();
        int[] counts = lasting.stream().mapToInt(all -> all.threads().size()).sorted().toArray();
        int typical = counts[counts.length / 2];
        int still =
                evidence.showsProgress()
                        ? (int) last.threads().stream().filter(t -> isStill(t, history)).count()
                        : 0;
        boolean dead =
                still == last.threads().size()
                        && !last.threads().stream().allMatch(FullQueue::awaitsRing);
        boolean few = last.threads().size() < history.fewestWaiting();
        var work =
                few && last.threads().stream().noneMatch(LiveThread::servesOthers)
                        ? WorkBehind.ofClass(last.threads(), history)
                        : Optional.<LiveThread>empty();
        var writer = LogWriters.of(last.threads().getFirst().frames(), history);
        return ServiceFinding.of(
                        RULE,
                        few ? ofFew(work) : severity(dead, last, history),
                        few ? Confidence.LOW : Confidence.HIGH,
                        new FindingText(
                                "%s to put into a full queue (%s) in %s"
                                        .formatted(
                                                counted(typical, "thread")
                                                        + (typical == 1 ? " waits" : " wait"),
                                                queue(last.threads().getFirst().frames(), true)
                                                        .orElseThrow(),
                                                last.call()),
                                dead ? DEAD : SLOW_IMPACT,
                                (dead ? remedy(writer) : SLOW_REMEDY) + REJECT),
                        lines(
                                "at %d of %s; %d of %s did not run in %d s"
                                        .formatted(
                                                lasting.size(),
                                                counted(history.moments().size(), "moment"),
                                                still,
                                                counted(last.threads().size(), "thread"),
                                                evidence.window().toSeconds()),
                                writer.map(thread ->
                                                LogWriters.describe(
                                                        thread,
                                                        history,
                                                        evidence.window().toSeconds()))
                                        .or(() -> work.map(FullQueue::describe))),
                        GarbageCollections.left(evidence)
                                * typical
                                / Math.max(typical, last.atWork()),
                        new Figures(typical, still, lasting.size()))
                .withFrames(
                        Stream.concat(
                                        AppCalls.mostFrequent(
                                                last.threads().stream()
                                                        .map(LiveThread::frames)
                                                        .toList())
                                                .stream(),
                                        writer
                                                .map(thread -> AppCalls.withCaller(thread.frames()))
                                                .stream())
                                .distinct()
                                .toList());
    }

    private static String describe(LiveThread work) {
        return "%s is at work in %s: it may take from the queue later"
                .formatted(work.label(), AppCalls.withCaller(work.frames()));
    }

    /// @param work a thread that may take from it
    private static Severity ofFew(Optional<LiveThread> work) {
        return work.isPresent() ? Severity.NOTE : Severity.WARNING;
    }

    /// @param dead whether nothing takes from it
    private static Severity severity(boolean dead, Producers last, ThreadHistory history) {
        return dead ? Severity.CRITICAL : slow(last, history);
    }

    /// That of a queue from which something takes. As back pressure between the steps of a job it
    /// is there by intention: a note where the producers go on and serve no request.
    private static Severity slow(Producers last, ThreadHistory history) {
        return last.threads().stream().allMatch(FullQueue::isOfSteps)
                        && last.threads().stream().anyMatch(t -> !history.standsStill(t))
                ? Severity.NOTE
                : Severity.WARNING;
    }

    /// Whether a thread puts into a queue of the JDK, neither for a request, a message or a log nor
    /// in an event loop, whose connections wait with it.
    private static boolean isOfSteps(LiveThread thread) {
        return !thread.servesOthers()
                && !EventLoop.executes(thread.frames())
                && !StackFrames.awaitsRoomInLog(thread.frames())
                && !LogWriters.areOn(thread.frames())
                && thread.frames().stream()
                        .limit(TOP)
                        .filter(frame -> PUT.matcher(frame).matches())
                        .allMatch(frame -> frame.startsWith("java."));
    }

    private static String remedy(Optional<LiveThread> writer) {
        return writer.isPresent()
                ? LogWriters.REMEDY
                : "find why no thread takes from it: it may have ended by an exception, or wait itself";
    }

    private static List<String> lines(String first, Optional<String> second) {
        return Stream.concat(Stream.of(first), second.stream()).toList();
    }
}
