package dev.loombench.diagnose.rule.carrier;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.HeldCarriers;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedLock.Kind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/// [CarriersBlocked] by lists of all threads or prints, without the kernel's account: each carrier
/// is kept by a virtual thread that waits. A list also shows whether others are ready to run; a
/// print does not, so that it is a warning.
final class CarriersHeld {
    /// The least number of virtual threads that wait for a carrier: fewer do at moments of any
    /// load.
    static final int QUEUED = 3;

    /// Threads that the evidence names.
    private static final int SHOWN = 4;

    private static final String IN_OWN_CODE = "by a lock in the scheduler's own code";
    private static final String CLASS_LOADING = "java.lang.ClassLoader.loadClass(";

    private CarriersHeld() {}

    /// @param queued virtual threads that wait for a carrier; empty where that is not shown
    record Figures(int blocked, int carriers, OptionalInt queued) {}

    static Optional<ServiceFinding> in(Evidence evidence) {
        return evidence.carriers()
                .held()
                .filter(held -> held.queued().orElse(QUEUED) >= QUEUED)
                .map(held -> finding(held, evidence));
    }

    private static ServiceFinding finding(HeldCarriers held, Evidence evidence) {
        if (held.areInOwnCode()) {
            return finding(held, IN_OWN_CODE, CarriersStalled.REMEDY);
        }
        var cause = cause(held.waiting());
        boolean releases = evidence.jvm().isFrom(HoldCause.SYNCHRONIZED_RELEASES);
        return finding(held, cause.where(), cause.remedy(releases))
                .withSetting(Saturation.moreCarriers(held.carriers(), held.queued().orElse(0)));
    }

    /// @param where they wait, in words that follow `blocked`
    private static ServiceFinding finding(HeldCarriers held, String where, String remedy) {
        return ServiceFinding.of(
                        CarriersBlocked.RULE,
                        held.queued().isPresent() ? Severity.CRITICAL : Severity.WARNING,
                        Confidence.MEDIUM,
                        new FindingText(
                                "%d of %s are blocked %s%s"
                                        .formatted(
                                                held.waiting().size(),
                                                counted(held.carriers(), "carrier"),
                                                where,
                                                queue(held.queued())),
                                CarriersBlocked.IMPACT,
                                remedy),
                        List.of(
                                held.waiting().stream()
                                        .limit(SHOWN)
                                        .map(thread -> describe(thread, held))
                                        .collect(Collectors.joining("; "))),
                        1,
                        new Figures(held.waiting().size(), held.carriers(), held.queued()))
                .withFrames(
                        AppCalls.mostFrequent(
                                held.waiting().stream().map(CarriersHeld::frames).toList()));
    }

    /// From the call that waits; a carrier has none of the application.
    private static List<String> frames(LiveThread thread) {
        return thread.virtual() ? thread.frames() : StackFrames.withoutWaiting(thread.frames());
    }

    private static String queue(OptionalInt queued) {
        return queued.isEmpty()
                ? " at the moment of each thread dump"
                : ", and %s %s for one"
                        .formatted(
                                counted(queued.getAsInt(), "virtual thread"),
                                queued.getAsInt() == 1 ? "waits" : "wait");
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
    private static String describe(LiveThread thread, HeldCarriers held) {
        boolean loads = thread.frames().stream().anyMatch(f -> f.startsWith(CLASS_LOADING));
        return "%s waits in %s%s%s"
                .formatted(
                        thread.label(),
                        AppCalls.of(frames(thread)),
                        awaited(thread)
                                .map(lock -> " for " + lock.describe())
                                .orElse(
                                        held.awaitsClass(thread)
                                                ? " for a class that another thread loads"
                                                : ""),
                        loads ? " while it loads a class" : "");
    }
}
