package dev.loombench.diagnose.rule.lock;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.Permits;
import dev.loombench.analysis.concurrency.Permits.Limit;
import dev.loombench.analysis.concurrency.Permits.Stack;
import dev.loombench.analysis.concurrency.RequestWaits;
import dev.loombench.analysis.concurrency.RequestWaits.WaitLocation;
import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.analysis.concurrency.WebServer;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Many virtual threads in one call that wait for a permit of [Permits] or a lock: a queue without
/// a bound before a scarce resource. `PoolExhausted` has those that wait for a connection, and
/// [LockBound] those for one lock that the list names.
///
/// Threads that wait for data, a time or an event are not counted: that is what virtual threads are
/// for.
public final class UnboundedQueue {
    public static final String ID = "unbounded-queue";

    /// Fewer threads are usual under load.
    static final int QUEUE = 100;

    private static final Pattern SCARCE =
            Pattern.compile(
                    "java\\.util\\.concurrent\\.(Semaphore\\."
                            + "|locks\\.(ReentrantLock|ReentrantReadWriteLock|StampedLock)\\b).*");

    static final Rule RULE =
            new Rule(
                    ID,
                    "virtual threads queue for a permit or a lock",
                    "list of all threads",
                    "%d virtual threads in one call that wait for a lock or a limit as in `permit-bound`. Threads that wait for data, time or an event do not count"
                            .formatted(QUEUE),
                    "warning; a note with low confidence where they wait for a `Semaphore` and serve no requests, nothing shows that its permits are taken, as it may signal work, and they do not become more from list to list, nor does a request wait for a result",
                    "Little's law: what waits grows with the load",
                    Figures.class);

    private UnboundedQueue() {}

    /// @param waiting virtual threads
    record Figures(int waiting) {}

    public static Optional<ServiceFinding> in(Evidence evidence) {
        return evidence.threads()
                .value()
                .flatMap(dump ->
                        largest(without(LockQueues.callsOfVirtual(evidence), dump))
                                .map(location -> finding(location, dump, evidence)));
    }

    /// The same without the threads that wait in some calls for a lock: [LockBound] names it.
    private static ThreadDump without(Set<String> calls, ThreadDump dump) {
        return withGroups(
                dump,
                dump.groups().stream()
                        .filter(group -> !(waitsForScarce(group) && awaitsLock(group, calls)))
                        .toList());
    }

    private static boolean awaitsLock(StackGroup group, Set<String> calls) {
        var frames = group.frames();
        return !frames.isEmpty()
                && !Permits.isAwaited(frames)
                && calls.contains(AppCalls.of(frames));
    }

    private static ThreadDump withGroups(ThreadDump dump, List<StackGroup> groups) {
        return new ThreadDump(
                dump.observer(),
                dump.nanos(),
                dump.platform(),
                dump.carriers(),
                dump.virtual(),
                groups);
    }

    private static List<StackGroup> queued(ThreadDump dump) {
        return dump.groups().stream().filter(UnboundedQueue::waitsForScarce).toList();
    }

    private static Optional<WaitLocation> largest(ThreadDump dump) {
        var waiting = withGroups(dump, queued(dump));
        return RequestWaits.of(waiting, Integer.MAX_VALUE).locations().stream()
                .filter(location -> location.count() >= QUEUE)
                .findFirst();
    }

    private static boolean waitsForScarce(StackGroup group) {
        return group.kind() == ThreadKind.VIRTUAL
                && (group.state().equals("BLOCKED")
                        || Permits.isAwaited(group.frames())
                        || group.frames().stream().anyMatch(f -> SCARCE.matcher(f).matches()));
    }

    /// Who holds the permits, where the threads in the call wait for those of a semaphore.
    private static List<String> evidence(WaitLocation location, ThreadDump dump) {
        var threads = "%,d threads in %s".formatted(location.count(), location.call());
        boolean permits =
                queued(dump).stream()
                        .map(StackGroup::frames)
                        .anyMatch(frames ->
                                Permits.awaited(frames).filter(Limit.SEMAPHORE::equals).isPresent()
                                        && StackFrames.ofApplication(frames).stream()
                                                .limit(1)
                                                .map(StackFrames::call)
                                                .anyMatch(location.call()::equals));
        return permits
                ? List.of(threads, Permits.describe(taken(location, dump)))
                : List.of(threads);
    }

    /// With their lines.
    private static List<String> calls(WaitLocation location, ThreadDump dump) {
        var calls =
                AppCalls.mostFrequentOf(
                        queued(dump).stream()
                                .filter(group -> isIn(location, group.frames()))
                                .toList());
        return calls.isEmpty() ? List.of(location.call()) : calls;
    }

    private static boolean isIn(WaitLocation location, List<String> frames) {
        return StackFrames.ofApplication(frames).stream()
                .map(StackFrames::call)
                .anyMatch(location.call()::equals);
    }

    /// Whether they may have nothing to do, as where a `Semaphore` signals work: they serve no
    /// request and do not become more, no request may wait for their results, and no other thread
    /// is in the method that acquires a permit.
    private static boolean mayBeIdle(WaitLocation location, ThreadDump dump, Evidence evidence) {
        var waiting =
                queued(dump).stream()
                        .map(StackGroup::frames)
                        .filter(frames -> isIn(location, frames))
                        .toList();
        return !waiting.isEmpty()
                && waiting.stream()
                        .allMatch(frames ->
                                Permits.awaited(frames).filter(Limit.SEMAPHORE::equals).isPresent()
                                        && WebServer.served(frames).isEmpty())
                && taken(location, dump) == 0
                && evidence.printed()
                        .value()
                        .filter(h -> grows(location, h) || Standby.haveRequestsTasks(h))
                        .isEmpty();
    }

    /// Whether more threads wait in the call by the last list than by the first one.
    private static boolean grows(WaitLocation location, ThreadHistory history) {
        var counts =
                history.lists().stream()
                        .map(list -> list.stream().filter(t -> isIn(location, t.frames())).count())
                        .toList();
        return !counts.isEmpty() && counts.getLast() > counts.getFirst();
    }

    /// The permits that other threads in the call seem to have.
    private static int taken(WaitLocation location, ThreadDump dump) {
        var all = dump.groups().stream().map(g -> new Stack(g.frames(), g.count())).toList();
        return Permits.taken(location.call(), all);
    }

    private static ServiceFinding finding(
            WaitLocation location, ThreadDump dump, Evidence evidence) {
        boolean idle = mayBeIdle(location, dump, evidence);
        return ServiceFinding.of(
                        RULE,
                        idle ? Severity.NOTE : Severity.WARNING,
                        idle ? Confidence.LOW : Confidence.HIGH,
                        new FindingText(
                                "%s wait in one call for a permit or a lock"
                                        .formatted(counted(location.count(), "virtual thread")),
                                (idle
                                                ? "they have nothing to do where permits signal work; else "
                                                : "")
                                        + "virtual threads have no limit that bounds this queue: response"
                                        + " times and memory grow with the load",
                                "bound the requests in flight before that call, and reject the rest"),
                        evidence(location, dump),
                        Math.min(1, location.count() / 10_000.0),
                        new Figures(location.count()))
                .withFrames(calls(location, dump));
    }
}
