package dev.loombench.diagnose.rule.lock;

import dev.loombench.analysis.concurrency.PoolLibrary;
import dev.loombench.analysis.concurrency.RequestWaits;
import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.observe.threads.PrintedLock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Who holds a lock for which threads queue: its last known owner, and what that one waits for.
///
/// The owner of a lock of `java.util.concurrent` is not in a plain print. Where the JVM was not
/// asked for it either, it is in the method that took the lock, in which the others wait, so that
/// the only thread there that does not wait seems to hold it.
///
/// @param known the owner, then the threads for whose locks it waits; empty where it is not known
/// @param asked what the JVM said of an owner that is not known so, in words
/// @param seeming the thread that seems to be the owner, where that is not known: which held the
///   lock a moment later, or else by its stack
/// @param still whether the last of them did not run over the whole observation
record LockHolders(
        List<LiveThread> known,
        Optional<String> asked,
        Optional<LiveThread> seeming,
        boolean still) {
    /// Frames of a wait for a lock, above that of the method that takes it.
    private static final List<String> WAIT =
            List.of("jdk.internal.misc.", "sun.misc.Unsafe.", "java.util.concurrent.locks.");

    LockHolders {
        known = List.copyOf(known);
    }

    /// @param queues for one lock, in order of time
    static LockHolders of(List<LockQueue> queues, Evidence evidence) {
        var history = evidence.printed().value();
        var known =
                queues.reversed().stream()
                        .map(LockQueue::holders)
                        .filter(holders -> !holders.isEmpty())
                        .findFirst()
                        .orElse(List.of());
        var queue = queues.getLast();
        var unknown = history.filter(_ -> known.isEmpty());
        var moment = unknown.flatMap(h -> asked(queue, h));
        var asked = moment.flatMap(m -> asked(queue.lock(), m, evidence));
        var seeming =
                asked.isPresent()
                        ? moment.flatMap(m -> holder(queue.lock(), m))
                        : unknown.flatMap(h -> seeming(queue, h));
        boolean still =
                evidence.showsProgress()
                        && Stream.concat(known.stream(), seeming.stream())
                                .reduce((_, last) -> last)
                                .filter(last -> history.filter(h -> isStuck(last, h)).isPresent())
                                .isPresent();
        return new LockHolders(known, asked, seeming, still);
    }

    /// The moment of a queue, where a thread that waits was asked for the owner then.
    private static Optional<ThreadMoment> asked(LockQueue queue, ThreadHistory history) {
        return history.moments().stream()
                .filter(moment -> moment.nanos() == queue.nanos())
                .filter(moment -> moment.owners().asked().containsKey(queue.lock()))
                .findFirst();
    }

    /// The printed thread that held a lock a moment later.
    private static Optional<LiveThread> holder(PrintedLock lock, ThreadMoment moment) {
        return moment.owners().holder(lock).flatMap(holder -> moment.thread(holder.number()));
    }

    /// Empty where readers may hold it.
    private static Optional<String> asked(
            PrintedLock lock, ThreadMoment moment, Evidence evidence) {
        var holder = moment.owners().holder(lock);
        if (holder.isEmpty()) {
            return LockBound.isWithoutOwner(lock)
                    ? Optional.empty()
                    : Optional.of("no thread held it a moment later");
        }
        return holder.map(owner ->
                holder(lock, moment)
                        .map(thread ->
                                "a moment later %s held it, which was in %s%s"
                                        .formatted(
                                                thread.label(),
                                                AppCalls.withCaller(thread.frames()),
                                                thread.stack()
                                                        .awaited()
                                                        .map(other ->
                                                                " and waited for "
                                                                        + other.describe())
                                                        .orElse("")))
                        .orElseGet(() ->
                                "its owner, %s, %s"
                                        .formatted(
                                                owner.label(),
                                                UnprintedOwners.fate(owner, evidence))));
    }

    /// Whether a thread is as it was at all moments, and did not run until the last one.
    private static boolean isStuck(LiveThread holder, ThreadHistory history) {
        return history.momentsOf(holder)
                .reduce((_, last) -> last)
                .filter(last -> StuckOwners.isStuck(last, history))
                .isPresent();
    }

    private static Optional<LiveThread> seeming(LockQueue queue, ThreadHistory history) {
        var waiting = queue.threads();
        var methods = waiting.stream().map(LockHolders::method).distinct().toList();
        if (queue.lock().kind() != PrintedLock.Kind.SYNCHRONIZER
                || LockBound.isWithoutOwner(queue.lock())
                || methods.size() != 1
                || waiting.stream().anyMatch(LiveThread::virtual)) {
            return Optional.empty();
        }
        var method = methods.getFirst();
        var numbers = waiting.stream().map(LiveThread::number).collect(Collectors.toSet());
        var others =
                history.moments().stream()
                        .filter(moment -> moment.whole() && moment.nanos() == queue.nanos())
                        .flatMap(moment -> moment.threads().stream())
                        .filter(thread -> !numbers.contains(thread.number()))
                        .filter(thread -> isIn(method, thread) && !waitsIn(method, thread))
                        .toList();
        return others.size() == 1 ? Optional.of(others.getFirst()) : Optional.empty();
    }

    /// The method that takes the lock.
    private static String method(LiveThread thread) {
        return thread.frames().stream()
                .filter(frame -> !isWait(frame))
                .findFirst()
                .map(StackFrames::call)
                .orElse("");
    }

    private static boolean isWait(String frame) {
        return WAIT.stream().anyMatch(frame::startsWith);
    }

    /// Whether it waits in that method itself: for a condition of the lock, which it has left
    /// meanwhile, or for the lock of another object.
    private static boolean waitsIn(String method, LiveThread thread) {
        return isWait(thread.frames().getFirst()) && method(thread).equals(method);
    }

    private static boolean isIn(String method, LiveThread thread) {
        return thread.frames().stream().map(StackFrames::call).anyMatch(method::equals);
    }

    /// The pool for whose connection the last of them waits. Where the threads that wait for the
    /// lock have the connections, each waits for the other.
    Optional<PoolLibrary> pool() {
        return last().flatMap(last -> RequestWaits.pool(last.frames()));
    }

    /// The thread for which all of them wait in the end.
    Optional<LiveThread> last() {
        return Stream.concat(known.stream(), seeming.stream()).reduce((_, last) -> last);
    }

    /// Whether the last of them ends the JVM: it waits for the hooks, and does not release the
    /// lock.
    boolean endJvm() {
        return last().filter(ShuttingDown::isCalledBy).isPresent();
    }

    /// Whether no thread is known or seems to hold it.
    boolean areUnknown() {
        return known.isEmpty() && seeming.isEmpty();
    }

    /// Calls that the holders are in.
    Stream<String> frames() {
        return Stream.of(
                        known.stream().limit(1),
                        known.stream().skip(1).reduce((_, last) -> last).stream(),
                        seeming.stream())
                .flatMap(threads -> threads)
                .map(thread -> AppCalls.withCaller(thread.frames()));
    }

    /// In words; empty where none is known or seems to be one.
    ///
    /// @param seconds of the observation
    Optional<String> describe(long seconds) {
        var rest =
                (still ? ", and did not run in %d s".formatted(seconds) : "")
                        + (endJvm() ? ", which ends the JVM and waits for its hooks" : "")
                        + pool().map(LockHolders::awaits).orElse("");
        return known.isEmpty()
                ? asked.map(words -> words + rest).or(() -> describeSeeming(rest))
                : Optional.of(
                        "%s holds it in %s%s%s%s"
                                .formatted(
                                        known.getFirst().label(),
                                        AppCalls.withCaller(known.getFirst().frames()),
                                        top(known.getFirst()),
                                        chain(),
                                        rest));
    }

    private Optional<String> describeSeeming(String rest) {
        return seeming.map(thread ->
                "its owner is not printed, and by stacks %s seems to hold it in %s: of the threads in the method that takes it, it alone does not wait for it%s%s"
                        .formatted(
                                thread.label(),
                                AppCalls.withCaller(thread.frames()),
                                top(thread),
                                rest));
    }

    private static String awaits(PoolLibrary pool) {
        return "; that thread waits for a connection of %s, which those that wait for the lock may have"
                .formatted(pool.name());
    }

    /// Where a thread is, if that is not its call of the application.
    private static String top(LiveThread thread) {
        var call = AppCalls.of(thread.frames());
        var top = AppCalls.of(StackFrames.withoutWaiting(thread.frames()).subList(0, 1));
        return call.equals(top) ? "" : ", and is in " + StackFrames.call(top);
    }

    /// For which lock the owner waits, and who holds that in the end.
    private String chain() {
        if (known.size() == 1) {
            return "";
        }
        var last = known.getLast();
        return "; it waits for %s, and so for %s in %s"
                .formatted(
                        known.getFirst()
                                .stack()
                                .awaited()
                                .map(PrintedLock::describe)
                                .orElse("another lock"),
                        last.label(),
                        AppCalls.withCaller(last.frames()));
    }
}
