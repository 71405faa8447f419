package dev.loombench.diagnose.rule.lock;

import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.diagnose.evidence.EventLoop;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.AppCalls;
import java.lang.Thread.State;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The work that some threads wait for, as far as stacks show it: a thread at work at all moments
/// in the application's code that they are in, too. It serves no request, runs no task of a
/// scheduler, and waits neither for a lock nor for what others do.
public final class WorkBehind {
    private static final Set<State> WORKS = Set.of(State.RUNNABLE, State.TIMED_WAITING);

    /// A small program starts all its threads there.
    private static final String MAIN = ".main";

    private WorkBehind() {}

    /// A thread that may take from a queue into which some put: it is in their class. One that
    /// sleeps all the time does not.
    ///
    /// @param waiting of the last moment
    public static Optional<LiveThread> ofClass(
            Collection<LiveThread> waiting, ThreadHistory history) {
        var classes = calls(waiting).map(WorkBehind::type).collect(Collectors.toSet());
        return find(
                waiting,
                history,
                thread ->
                        (!thread.isTimed() || !history.standsStill(thread))
                                && AppCalls.caller(thread.frames())
                                        .map(StackFrames::call)
                                        .map(WorkBehind::type)
                                        .filter(classes::contains)
                                        .isPresent());
    }

    /// A thread that ran a task, as a lambda, which the method has made in which some wait for a
    /// result. One that has called the method itself does something else.
    ///
    /// @param waiting of the last moment
    public static Optional<LiveThread> ofMethod(
            Collection<LiveThread> waiting, ThreadHistory history) {
        var methods =
                calls(waiting).filter(call -> !call.endsWith(MAIN)).collect(Collectors.toSet());
        return find(
                waiting,
                history,
                thread ->
                        !history.standsStill(thread)
                                && thread.frames().stream()
                                        .filter(WorkBehind::isLambda)
                                        .map(StackFrames::withoutLambda)
                                        .map(StackFrames::call)
                                        .anyMatch(methods::contains));
    }

    private static boolean isLambda(String frame) {
        return !StackFrames.withoutLambda(frame).equals(frame);
    }

    private static Optional<LiveThread> find(
            Collection<LiveThread> waiting,
            ThreadHistory history,
            Predicate<LiveThread> isRelated) {
        return history.last().threads().stream()
                .filter(thread -> !waiting.contains(thread) && isWork(thread, history))
                .filter(isRelated)
                .findFirst();
    }

    private static boolean isWork(LiveThread thread, ThreadHistory history) {
        var all = history.momentsOf(thread).toList();
        return all.size() == history.moments().size()
                && all.stream().allMatch(LiveThread::isAtWork)
                && thread.state().filter(WORKS::contains).isPresent()
                && !thread.servesOthers()
                && !StackFrames.isOfScheduler(thread.frames())
                && !EventLoop.executes(thread.frames());
    }

    /// The application's own calls in which some threads are.
    private static Stream<String> calls(Collection<LiveThread> threads) {
        return threads.stream()
                .flatMap(thread -> AppCalls.caller(thread.frames()).stream())
                .map(StackFrames::call);
    }

    /// The class of a call, with those within it.
    private static String type(String call) {
        var type = call.substring(0, Math.max(0, call.lastIndexOf('.')));
        int nested = type.indexOf('$');
        return nested < 0 ? type : type.substring(0, nested);
    }
}
