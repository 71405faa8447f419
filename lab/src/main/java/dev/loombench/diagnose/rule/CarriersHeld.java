package dev.loombench.diagnose.rule;

import static dev.loombench.diagnose.rule.Amounts.counted;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.HeldCarriers;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedLock.Kind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// [CarriersBlocked] by one list of all threads, without the kernel's account: each carrier is kept
/// by a virtual thread that waits, while others are ready to run.
final class CarriersHeld {
    /// The least number of virtual threads that wait for a carrier: fewer do at moments of any
    /// load.
    static final int QUEUED = 3;

    /// Threads that the evidence names.
    private static final int SHOWN = 4;

    private static final String CLASS_LOADING = "java.lang.ClassLoader.loadClass(";

    private CarriersHeld() {}

    /// @param queued virtual threads that wait for a carrier
    record Figures(int blocked, int carriers, int queued) {}

    static Optional<Finding> in(Evidence evidence) {
        return evidence.carriers()
                .held()
                .filter(held -> held.areAllHeld() && held.queued() >= QUEUED)
                .map(held -> finding(held, evidence));
    }

    private static Finding finding(HeldCarriers held, Evidence evidence) {
        var cause = cause(held.waiting());
        boolean releases = evidence.jvm().isFrom(HoldCause.SYNCHRONIZED_RELEASES);
        return Finding.of(
                        CarriersBlocked.RULE,
                        Severity.CRITICAL,
                        Confidence.MEDIUM,
                        new FindingText(
                                "%d of %s are blocked %s, and %s for one"
                                        .formatted(
                                                held.waiting().size(),
                                                counted(held.carriers(), "carrier"),
                                                cause.where(),
                                                counted(held.queued(), "virtual thread")
                                                        + (held.queued() == 1 ? " waits" : " wait")),
                                CarriersBlocked.IMPACT,
                                cause.remedy(releases)),
                        List.of(
                                held.waiting().stream()
                                        .limit(SHOWN)
                                        .map(CarriersHeld::describe)
                                        .collect(Collectors.joining("; "))),
                        1)
                .withFigures(
                        new Figures(held.waiting().size(), held.carriers(), held.queued()))
                .withFrames(
                        AppCalls.mostFrequent(
                                held.waiting().stream().map(LiveThread::frames).toList()))
                .withSetting(Saturation.moreCarriers(held.carriers(), held.queued()));
    }

    private static HoldCause cause(List<LiveThread> waiting) {
        return waiting.stream().anyMatch(CarriersHeld::initialises)
                ? HoldCause.CLASS_INITIALISER
                : HoldCause.PINNED;
    }

    private static boolean initialises(LiveThread thread) {
        return HoldCause.ofPinned(thread.frames()) == HoldCause.CLASS_INITIALISER
                || awaited(thread).filter(l -> l.kind() == Kind.INITIALISER).isPresent();
    }

    private static Optional<PrintedLock> awaited(LiveThread thread) {
        return thread.stack().awaited();
    }

    /// `virtual thread #71 waits in Shop.order(Shop.java:30) for the monitor of a Shop while it
    /// loads a class`.
    private static String describe(LiveThread thread) {
        boolean loads = thread.frames().stream().anyMatch(f -> f.startsWith(CLASS_LOADING));
        return "%s waits in %s%s%s"
                .formatted(
                        thread.label(),
                        AppCalls.of(thread.frames()),
                        awaited(thread).map(lock -> " for " + lock.describe()).orElse(""),
                        loads ? " while it loads a class" : "");
    }
}
