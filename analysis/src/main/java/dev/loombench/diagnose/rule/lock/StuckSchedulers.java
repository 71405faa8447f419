package dev.loombench.diagnose.rule.lock;

import dev.loombench.analysis.concurrency.Permits;
import dev.loombench.analysis.concurrency.Permits.Limit;
import dev.loombench.analysis.concurrency.RequestWaits;
import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.EventLoop;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.PlatformPool;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.lock.NoProgress.Figures;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.ThreadNumber;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Timers and scheduled executors whose threads are all in tasks, and did not run. A task that
/// listens for news or waits for a process does so by intention: where all do and others are late,
/// the executor is exhausted. One that polls is to return. Where none is late, it is a note, but
/// for a task that is repeated, as it does not begin again: that is a fault beside free threads
/// too. A job of Quartz may begin again in one of these, and is a note there.
final class StuckSchedulers {
    private static final String QUARTZ = "org.quartz.core.JobRunShell.run(";

    private StuckSchedulers() {}

    /// Threads that did not run.
    ///
    /// @param pool of these threads only
    /// @param whole whether its scheduler has no others
    private record Scheduler(PlatformPool pool, boolean whole) {
        private List<LiveThread> threads() {
            return pool.threads();
        }
    }

    /// @param named threads of other findings
    static Stream<ServiceFinding> in(
            ThreadHistory history, Set<LiveThread> named, Evidence evidence) {
        return Stream.concat(
                        PlatformPool.groups(history.last()).stream()
                                .flatMap(group -> stuck(group, history)),
                        virtualSchedulers(history))
                .filter(scheduler -> scheduler.threads().stream().noneMatch(named::contains))
                .filter(scheduler ->
                        !scheduler.threads().stream().allMatch(StuckSchedulers::waitsByIntention))
                .map(scheduler -> ofScheduler(scheduler, evidence));
    }

    /// The schedulers of a group that are stuck; where it has other threads, each that is to repeat
    /// its task.
    private static Stream<Scheduler> stuck(PlatformPool group, ThreadHistory history) {
        var all =
                schedulersOf(group)
                        .filter(scheduler ->
                                scheduler.threads().stream()
                                        .allMatch(thread ->
                                                hangs(thread, history) || listens(thread, history)))
                        .toList();
        return all.isEmpty()
                ? group.threads().stream()
                        .filter(thread -> isRepeated(thread) && hangs(thread, history))
                        .map(thread ->
                                new Scheduler(
                                        new PlatformPool(
                                                thread.name(), List.of(thread), group.whole()),
                                        false))
                : all.stream().map(scheduler -> new Scheduler(scheduler, true));
    }

    private static boolean isRepeated(LiveThread thread) {
        return (StackFrames.isPeriodic(thread.frames()) || isOfQuartz(thread))
                && !EventLoop.isForComputing(thread);
    }

    private static boolean isOfQuartz(LiveThread thread) {
        return thread.frames().stream().anyMatch(frame -> frame.startsWith(QUARTZ));
    }

    private static boolean hangs(LiveThread thread, ThreadHistory history) {
        return StuckCalls.mayHang(thread, history) || lacksPermit(thread, history);
    }

    /// An event is an element of a queue, too, as that of a watch service is.
    private static boolean waitsByIntention(LiveThread thread) {
        return thread.awaitsEvent()
                || StackFrames.listens(thread.frames())
                || StackFrames.awaitsProcess(thread.frames());
    }

    /// Whether it has listened in its task all the time: it begins no other one.
    private static boolean listens(LiveThread thread, ThreadHistory history) {
        return !thread.virtual()
                && !thread.isFree()
                && waitsByIntention(thread)
                && history.standsStill(thread);
    }

    /// Whether it did not run and waits for a permit, as fewer threads do than [PermitBound] names.
    private static boolean lacksPermit(LiveThread thread, ThreadHistory history) {
        return !thread.virtual()
                && thread.isAtWork()
                && !thread.isTimed()
                && Permits.isAwaited(thread.frames())
                && RequestWaits.pool(thread.frames()).isEmpty()
                && history.standsStill(thread)
                && history.last().threads().stream()
                                .filter(other -> Permits.isAwaited(other.frames()))
                                .count()
                        < history.fewestWaiting();
    }

    /// The virtual thread of a scheduler that waits for the same result in all lists, as that of
    /// Spring's tasks with a fixed delay. One that waits for something else may have begun again.
    private static Stream<Scheduler> virtualSchedulers(ThreadHistory history) {
        return history.awaitingOneResult().stream()
                .filter(thread -> StackFrames.isOfScheduler(thread.frames()))
                .filter(StuckCalls::mayHang)
                .map(thread ->
                        new Scheduler(
                                new PlatformPool(thread.label(), List.of(thread), true), true));
    }

    /// An executor all of whose threads are in scheduled tasks; each thread of a timer, as a timer
    /// has one.
    private static Stream<PlatformPool> schedulersOf(PlatformPool group) {
        var timers =
                group.threads().stream()
                        .filter(thread -> StackFrames.isOfTimer(thread.frames()))
                        .toList();
        if (!timers.isEmpty()) {
            return timers.stream()
                    .map(timer -> new PlatformPool(timer.name(), List.of(timer), group.whole()));
        }
        boolean scheduled =
                !group.isElastic()
                        && group.threads().stream()
                                .allMatch(thread -> StackFrames.isOfScheduler(thread.frames()))
                        && group.threads().stream().noneMatch(EventLoop::isForComputing);
        return group.whole() && scheduled ? Stream.of(group) : Stream.empty();
    }

    private static ServiceFinding ofScheduler(Scheduler scheduler, Evidence evidence) {
        var still = scheduler.threads();
        var hung = still.stream().filter(thread -> !waitsByIntention(thread)).toList();
        return ServiceFinding.of(
                        NoProgress.RULE,
                        delaysNone(hung, evidence) || !(scheduler.whole() || stopsRepeat(hung))
                                ? Severity.NOTE
                                : Severity.WARNING,
                        awaitThreads(hung) || NoProgress.isLong(evidence)
                                ? Confidence.MEDIUM
                                : Confidence.LOW,
                        new FindingText(
                                "%s did not run in %d s"
                                        .formatted(
                                                still.size() == 1
                                                        ? "%s is in a scheduled task that"
                                                                .formatted(name(still.getFirst()))
                                                        : "all %d threads of %s are in scheduled tasks that"
                                                                .formatted(
                                                                        still.size(),
                                                                        scheduler.pool().name()),
                                                evidence.window().toSeconds()),
                                impact(scheduler, hung)
                                        + "; a task that takes long looks the same"
                                        + NoProgress.orLater(evidence),
                                remedy(hung, scheduler.whole() && scheduler.pool().isExecutor())),
                        List.of(
                                still.getFirst().virtual()
                                        ? StuckCalls.ONE_RESULT
                                        : NoProgress.STILL),
                        0,
                        new Figures(still.size(), still.size(), evidence.window().toSeconds()))
                .withFrames(AppCalls.mostFrequent(hung.stream().map(LiveThread::frames).toList()));
    }

    private static String impact(Scheduler scheduler, List<LiveThread> hung) {
        if (scheduler.whole()) {
            return "tasks that are due meanwhile begin late, and what is repeated does not begin again";
        }
        return stopsRepeat(hung)
                ? "it is repeated, and does not begin again, although other threads go on"
                : "it does not end; whether it begins again in another thread is not known";
    }

    private static boolean stopsRepeat(List<LiveThread> still) {
        return still.stream().allMatch(thread -> StackFrames.isPeriodic(thread.frames()));
    }

    private static String remedy(List<LiveThread> still, boolean executor) {
        return still.stream()
                .flatMap(thread -> Permits.awaited(thread.frames()).stream())
                .findFirst()
                .map(Limit::remedyOfDead)
                .orElseGet(() -> ResultWaits.remedy(still, executor));
    }

    /// Whether their executor was read, no task of it was due at any time, and none of theirs is
    /// repeated.
    private static boolean delaysNone(List<LiveThread> still, Evidence evidence) {
        var read =
                evidence.pools().unpublished().stream()
                        .filter(executor ->
                                still.stream()
                                        .allMatch(thread ->
                                                ThreadNumber.isOf(
                                                        executor.last().name(), thread.name())))
                        .toList();
        return !read.isEmpty()
                && read.stream().allMatch(executor -> executor.mostWaiting() == 0)
                && still.stream().noneMatch(thread -> StackFrames.isPeriodic(thread.frames()));
    }

    /// Whether they are several and wait for other threads, as tasks do for others of the same
    /// scheduler. Otherwise a task that takes long looks the same.
    private static boolean awaitThreads(List<LiveThread> still) {
        return still.size() > 1
                && still.stream().allMatch(thread -> ResultWaits.isOfThreads(thread.frames()));
    }

    private static String name(LiveThread thread) {
        return thread.virtual() ? thread.label() : "thread " + thread.label();
    }
}
