package dev.loombench.diagnose.rule.lock;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.Amounts;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.carrier.HoldCause;
import dev.loombench.diagnose.rule.lock.Standby.Sign;
import dev.loombench.diagnose.rule.resource.GarbageCollections;
import dev.loombench.finding.Severity;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedLock.Kind;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One lock for which threads wait at most moments ([LockQueues]): it bounds the throughput.
public final class LockBound {
    public static final String ID = "lock-bound";

    /// The share of the threads at work from which it is critical.
    static final double CRITICAL_SHARE = 0.5;

    static final Rule RULE =
            new Rule(
                    ID,
                    "threads queue for one lock, with its owner where that is known",
                    "threads with the locks that they hold and await (`Thread.print`)",
                    "3 threads or more wait for one lock at three of four moments, or 10 virtual threads for one lock in the last two lists of all threads, or for one monitor in the only list (from JDK 25 on; the owner of a lock of `java.util.concurrent` from 26 on); critical where they are %s of the threads at work"
                            .formatted(Amounts.percent(CRITICAL_SHARE)),
                    "warning; a note where in 10 s or more none of the threads gets the lock or uses CPU time, as one that a release wakes, and one thread holds it that runs, in a call that the others are in too and not in one endless call, while neither the others nor those behind them serve requests, handle messages, are event loops or virtual, or keep tasks, and no requests are unread (a warning where virtual threads are not listed)",
                    "[a queue at most moments](#threads-and-locks)",
                    Figures.class);

    static final String IMPACT =
            "one thread at a time passes, so more threads, users or processors do not raise the"
                    + " throughput";

    private static final String DEAD = "they wait for ever where it is not released";

    private static final String KEPT = "none of them goes on until its owner releases it";

    private LockBound() {}

    /// @param waiting threads, median of the moments
    /// @param share of the threads at work, likewise
    record Figures(int waiting, double share, int moments) {}

    public static Stream<ServiceFinding> in(Evidence evidence) {
        var printed = LockQueues.printed(evidence).map(all -> finding(all, evidence)).toList();
        var listed = LockQueues.listed(evidence).map(all -> finding(all, evidence)).toList();
        return ServiceFinding.merge(
                ServiceFinding.merge(printed, listed), RecordedLockBound.in(evidence).toList())
                .stream();
    }

    /// The finding of the lock that most of some printed threads await or hold: it bounds them,
    /// whatever their number.
    public static Optional<ServiceFinding> ofMost(
            Collection<LiveThread> threads, Evidence evidence) {
        return LockQueues.printed(evidence)
                .filter(all -> all.areMostOf(threads))
                .map(all -> finding(all, evidence))
                .findFirst();
    }

    private static ServiceFinding finding(LockQueues all, Evidence evidence) {
        var queues = all.queues();
        int moments = all.moments();
        var confidence = all.confidence();
        var last = queues.getLast();
        int middle = queues.size() / 2;
        int typical = queues.stream().map(LockQueue::waiting).sorted().toList().get(middle);
        double share = queues.stream().map(LockQueue::share).sorted().toList().get(middle);
        var holders = LockHolders.of(queues, evidence);
        var sign = Standby.of(all, holders, evidence);
        boolean standby = sign == Sign.SHOWN;
        boolean dead = isDead(last, holders, evidence);
        boolean kept = !dead && (standby || Standby.isKept(all, evidence));
        return ServiceFinding.of(
                        RULE,
                        standby ? Standby.severity(evidence) : severity(share, confidence),
                        standby ? Confidence.LOW : confidence,
                        new FindingText(
                                "%s wait for %s in %s%s"
                                        .formatted(
                                                counted(typical, "thread"),
                                                last.lock().describe(),
                                                last.place(),
                                                dead || kept
                                                        ? ", and none got it in %d s"
                                                                .formatted(
                                                                        evidence.window()
                                                                                .toSeconds())
                                                        : ""),
                                impact(sign, dead, kept),
                                (standby ? Standby.REMEDY : "")
                                        + remedy(last, holders, dead, evidence)),
                        List.of(
                                "at %d of %s; %s"
                                        .formatted(
                                                queues.size(),
                                                counted(moments, "moment"),
                                                holder(last.lock(), holders, evidence)),
                                kept
                                        ? Standby.limit(last.lock(), evidence)
                                        : LockHold.of(queues, moments, evidence)),
                        share * GarbageCollections.left(evidence),
                        new Figures(typical, share, queues.size()))
                .withFrames(frames(last, holders))
                .withLock(last.lock().describe());
    }

    private static String impact(Sign sign, boolean dead, boolean kept) {
        var passed = kept ? KEPT : IMPACT;
        var fault = dead ? DEAD : passed;
        return switch (sign) {
            case NONE -> fault;
            case OPEN -> fault + Standby.OR;
            case SHOWN -> Standby.IMPACT;
        };
    }

    /// The numbers of the threads that wait for locks which are found not to be passed on.
    static Set<Long> unpassed(Evidence evidence) {
        return LockQueues.printed(evidence)
                .map(LockQueues::queues)
                .filter(queues ->
                        isDead(queues.getLast(), LockHolders.of(queues, evidence), evidence))
                .flatMap(queues -> queues.getLast().threads().stream())
                .map(LiveThread::number)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Severity severity(double share, Confidence confidence) {
        return share >= CRITICAL_SHARE && confidence != Confidence.LOW
                ? Severity.CRITICAL
                : Severity.WARNING;
    }

    /// Whether no thread that waited for it got it over the whole observation, and no holder is
    /// known that goes on. One that ends the JVM waits for its hooks.
    private static boolean isDead(LockQueue last, LockHolders holders, Evidence evidence) {
        return evidence.showsProgress()
                && (holders.still() || holders.areUnknown() || holders.endJvm())
                && last.threads().stream().noneMatch(LiveThread::isTimed)
                && evidence.printed().value().filter(h -> isNeverPassed(last, h)).isPresent();
    }

    /// Whether a thread waited all the time, and all that came meanwhile wait too.
    static boolean isNeverPassed(LockQueue last, ThreadHistory history) {
        var threads = last.threads();
        return threads.stream().allMatch(LiveThread::virtual)
                ? StuckLocks.isNeverPassed(last.lock(), history)
                : threads.stream()
                        .filter(thread -> !thread.virtual() && history.standsStill(thread))
                        .anyMatch(thread -> LockQueues.isNeverPassed(history, thread.number()));
    }

    /// @param dead whether it is not passed on
    private static String remedy(
            LockQueue queue, LockHolders holders, boolean dead, Evidence evidence) {
        if (holders.endJvm()) {
            return LockRemedies.EXIT;
        }
        if (dead && holders.areUnknown() && isEnding(evidence)) {
            return LockRemedies.MAYBE_EXIT;
        }
        var frames = queue.threads().getFirst().frames();
        return (holders.still()
                        ? "find why the call of its owner does not return, and set a time limit of it; "
                        : "")
                + (holders.pool().isPresent()
                        ? "take the connection before this lock, and not within it; "
                        : "")
                + (dead && holders.areUnknown()
                        ? LockRemedies.known(queue.lock(), frames)
                                .orElseGet(
                                        () -> LockRemedies.unpassed(queue.lock(), evidence.jvm()))
                        : LockRemedies.of(queue.lock(), frames));
    }

    /// Whether a thread ends the JVM, which may hold the lock.
    private static boolean isEnding(Evidence evidence) {
        return evidence.printed().value().stream()
                .flatMap(history -> history.last().threads().stream())
                .anyMatch(ShuttingDown::isCalledBy);
    }

    private static boolean isWhole(Evidence evidence) {
        return evidence.printed().value().filter(history -> !history.isWhole()).isEmpty();
    }

    /// The last known owner and where it was.
    private static String holder(PrintedLock lock, LockHolders holders, Evidence evidence) {
        return holders.describe(evidence.window().toSeconds())
                .orElseGet(() ->
                        isWhole(evidence)
                                ? withoutHolder(lock, evidence)
                                : "none of the threads that are known holds it");
    }

    private static String withoutHolder(PrintedLock lock, Evidence evidence) {
        return switch (lock.kind()) {
            case MONITOR, INITIALISER -> "no printed thread holds it" + unprinted(evidence);
            case SYNCHRONIZER ->
                    isWithoutOwner(lock)
                            ? "no writer is known to hold it: it is held by readers, which the JVM"
                                    + " does not know, or is a lock without owners"
                            : "its owner is not printed (jcmd PID Thread.print -l, or inspect"
                                    + " --allow-pauses, prints it with a walk of the heap)";
        };
    }

    private static String unprinted(Evidence evidence) {
        if (!evidence.mayUseVirtualThreads()) {
            return "";
        }
        return evidence.isFrom(HoldCause.SYNCHRONIZED_RELEASES)
                ? ": its owner is a virtual thread without a carrier, or changes"
                : ": its owner is a virtual thread, whose stack is not printed before JDK %d, or changes"
                        .formatted(HoldCause.SYNCHRONIZED_RELEASES);
    }

    /// A `StampedLock` has no owner, and readers of a read-write lock are none.
    static boolean isWithoutOwner(PrintedLock lock) {
        return isStamped(lock)
                || (lock.kind() == Kind.SYNCHRONIZER && lock.type().contains("ReadWriteLock"));
    }

    static boolean isStamped(PrintedLock lock) {
        return lock.kind() == Kind.SYNCHRONIZER && lock.type().contains("StampedLock");
    }

    private static List<String> frames(LockQueue last, LockHolders holders) {
        var waiting = last.threads().stream().map(LiveThread::frames).toList();
        return Stream.concat(AppCalls.mostFrequent(waiting).stream(), holders.frames())
                .distinct()
                .toList();
    }
}
