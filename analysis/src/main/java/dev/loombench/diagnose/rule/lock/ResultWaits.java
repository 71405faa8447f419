package dev.loombench.diagnose.rule.lock;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.Libraries;
import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.PlatformPool;
import dev.loombench.diagnose.evidence.ThreadMoment;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Threads that wait for what others are to do: a `CountDownLatch`, a barrier, a future, also of
/// Guava, Netty, Hazelcast and the clients of RabbitMQ, gRPC and ZooKeeper, the end of subtasks, of
/// an executor, a thread, a process or a coroutine (`runBlocking`). None of these knows who does
/// it.
public final class ResultWaits {
    /// The call is in one of these topmost frames.
    private static final int TOP = 10;

    private static final Pattern WAIT =
            Pattern.compile(
                    "(?:java\\.util\\.concurrent|java\\.lang|kotlinx\\.coroutines"
                            + "|com\\.google\\.common\\.util\\.concurrent|com\\.rabbitmq\\.utility"
                            + "|io\\.grpc\\.stub|(?:[\\w.]+\\.)?io\\.netty\\.util\\.concurrent"
                            + "|com\\.hazelcast\\.spi\\.impl|org\\.apache\\.zookeeper)"
                            + "\\.(CountDownLatch|CyclicBarrier|Phaser|FutureTask|CompletableFuture"
                            + "|ForkJoinTask|StructuredTaskScope(?:Impl)?|ThreadPoolExecutor|Exchanger"
                            + "|Thread|ProcessImpl|BlockingCoroutine|AbstractFuture|BlockingCell"
                            + "|ClientCalls\\$ThreadlessExecutor|DefaultPromise|AbstractInvocationFuture"
                            + "|ClientCnxn)"
                            + "\\.(await\\w*|externalAwait\\w*|arriveAndAwait\\w*|get|join|joinInternal|timedGet|waitingGet|exchange|waitFor|joinBlocking|joinUntil|waitAndDrain|submitRequest)\\(.*");

    /// What several threads may await again and again, or in which a loop of events runs
    /// (`runBlocking`); a future is awaited for what it holds.
    private static final Set<String> SIGNALS =
            Set.of(
                    "CountDownLatch",
                    "CyclicBarrier",
                    "Phaser",
                    "Exchanger",
                    "ThreadPoolExecutor",
                    "Thread",
                    "ProcessImpl",
                    "BlockingCoroutine");

    /// What a thread of Netty completes for one who sends to a channel, connects or closes it.
    private static final Pattern CHANNEL =
            Pattern.compile("(?:[\\w.]+\\.)?io\\.netty\\.channel\\.DefaultChannelPromise\\..*");

    /// What sets a limit of time of a response, by the class that is awaited.
    private static final Map<String, String> RESPONSES =
            Map.of(
                    "AbstractInvocationFuture",
                            "hazelcast.operation.call.timeout.millis of Hazelcast",
                    "BlockingCell", "ConnectionFactory.setChannelRpcTimeout of RabbitMQ",
                    "ClientCalls$ThreadlessExecutor", "withDeadlineAfter of gRPC",
                    "ClientCnxn", "zookeeper.request.timeout of ZooKeeper");

    /// These are no tasks of a queue: the end of an executor or of a thread, and subtasks, which
    /// have a thread each.
    private static final Set<String> NEVER_QUEUED =
            Set.of(
                    "StructuredTaskScope",
                    "StructuredTaskScopeImpl",
                    "ThreadPoolExecutor",
                    "Thread");

    /// The end of a process, which no thread of the JVM completes by itself.
    private static final String PROCESS = "ProcessImpl";

    private static final String SUBTASK =
            "find the subtask that does not end, and limit the time of the scope (withTimeout; joinUntil"
                    + " before JDK 25)";

    /// What else is to end a wait, by the class that is awaited.
    private static final Map<String, String> ENDS =
            Map.of(
                    "Thread",
                    "find in what that thread is, which a print of all threads shows, and why it does not"
                            + " end; join it with a time limit",
                    "ForkJoinTask",
                    "find in what the threads of its pool are: they may all wait, as in a parallel stream,"
                            + " whose tasks the common pool runs; do not wait in such tasks, or run them in"
                            + " a pool of their own",
                    "StructuredTaskScope",
                    SUBTASK,
                    "StructuredTaskScopeImpl",
                    SUBTASK,
                    "ThreadPoolExecutor",
                    "find the task of that executor that does not end, in the print of its threads, and"
                            + " whether it was told to end (shutdown before awaitTermination); wait for a"
                            + " limited time, then shutdownNow",
                    "BlockingCoroutine",
                    "do not call runBlocking in a thread that its coroutines need, as one of their"
                            + " dispatcher: suspend instead, and limit the time (withTimeout)",
                    "CyclicBarrier",
                    "find the threads that are to come to the barrier and do not: they may have ended by an"
                            + " exception, or there are fewer than it needs; wait with a time limit",
                    "Phaser",
                    "find the parties that are to arrive and do not: they may have ended by an"
                            + " exception without arriveAndDeregister, which belongs into finally; wait"
                            + " with a time limit (awaitAdvanceInterruptibly)",
                    "Exchanger",
                    "find the threads for the other side of the exchange: they may have ended by an"
                            + " exception; exchange with a time limit");

    /// A wait for the next response of a stream, which may come at any time.
    private static final String STREAM = "io.grpc.stub.ClientCalls$BlockingResponseStream.";

    /// A call of the JDK's HTTP client waits for a response.
    private static final String HTTP_CLIENT = "jdk.internal.net.http.";

    private static final String NOTIFY =
            "find what is to wake these threads and why it does not: one that ended, or one that did so"
                    + " before the wait began (wait only while a condition does not hold, and for a"
                    + " limited time)";

    private static final String UNKNOWN =
            "find what is to end it and why it does not: a task that failed before it counted down or"
                    + " completed, or its thread ended by an exception; wait with a short limit of time";

    private static final String OWN_QUEUE =
            "where they wait for tasks in the queue of this executor, none of them ever begins: submit"
                    + " those to another executor, or run them on virtual threads; where they wait for a"
                    + " response, "
                    + HungCalls.limit(Optional.empty());

    private ResultWaits() {}

    /// What to do about threads of a pool that do not run.
    ///
    /// @param whole whether they are all threads of an executor with a queue, which may hold what
    ///   they wait for
    static String remedy(Collection<LiveThread> still, boolean whole) {
        if (whole && mayAwaitTasks(still)) {
            return OWN_QUEUE;
        }
        if (still.stream().allMatch(thread -> isOfThreads(thread.frames()))) {
            return remedyOfResult(still, false);
        }
        return known(still)
                .orElseGet(() ->
                        still.stream().allMatch(LiveThread::awaitsOwnNotification)
                                ? NOTIFY
                                : HungCalls.limit(Optional.empty()));
    }

    /// The same of all threads of an executor that serves requests: they may wait for tasks of
    /// their own in its queue.
    static String remedyOfRequests(Collection<LiveThread> still) {
        return mayAwaitTasks(still)
                ? remedyOfResult(still, false)
                        + "; a task in the queue of this pool itself never begins: submit it to another"
                        + " executor"
                : remedy(still, false);
    }

    /// What to do about threads that wait for a result and do not run.
    ///
    /// @param whole whether they are all threads of an executor
    static String remedyOfResult(Collection<LiveThread> still, boolean whole) {
        return known(still)
                .or(() -> end(still))
                .orElse(whole && mayAwaitTasks(still) ? OWN_QUEUE : UNKNOWN);
    }

    private static Optional<String> known(Collection<LiveThread> still) {
        return setting(still)
                .map(setting -> HungCalls.limit(Optional.of(setting)))
                .or(() -> HungCalls.remedy(still));
    }

    /// What is to end the wait of all of them.
    private static Optional<String> end(Collection<LiveThread> still) {
        var types =
                still.stream()
                        .map(thread -> awaited(thread.frames()).orElse(""))
                        .distinct()
                        .toList();
        return types.size() == 1
                ? Optional.ofNullable(ENDS.get(types.getFirst()))
                : Optional.empty();
    }

    /// What limits the time of the responses that all of them await.
    private static Optional<String> setting(Collection<LiveThread> still) {
        var settings =
                still.stream()
                        .map(thread -> awaited(thread.frames()).map(RESPONSES::get))
                        .distinct()
                        .toList();
        return settings.size() == 1 ? settings.getFirst() : Optional.empty();
    }

    /// Whether what each of some threads waits for may be a task that has not begun.
    static boolean mayAwaitTasks(Collection<LiveThread> still) {
        return still.stream().allMatch(thread -> mayAwaitTask(thread.frames()));
    }

    private static boolean mayAwaitTask(List<String> frames) {
        return isOfThreads(frames)
                && awaited(frames).filter(type -> !NEVER_QUEUED.contains(type)).isPresent();
    }

    /// Whether a thread waits for what other threads of the JVM may have to do, and not for a
    /// response or a process.
    static boolean isOfThreads(List<String> frames) {
        return awaited(frames)
                        .filter(type -> !type.equals(PROCESS))
                        .filter(type -> !RESPONSES.containsKey(type))
                        .isPresent()
                && !isBelow(HTTP_CLIENT, frames);
    }

    private static boolean isBelow(String call, List<String> frames) {
        return frames.stream().limit(TOP).anyMatch(frame -> frame.startsWith(call));
    }

    /// `3 of 4 threads wait for other threads (CountDownLatch), and for which ones is not known`;
    /// empty where most do not wait so.
    public static Optional<String> describe(Collection<LiveThread> threads) {
        var waits =
                threads.stream()
                        .map(LiveThread::frames)
                        .flatMap(frames -> awaited(frames).stream())
                        .toList();
        return 2 * waits.size() > threads.size()
                ? Optional.of(
                        "%d of %s wait for other threads (%s), and for which ones is not known"
                                .formatted(
                                        waits.size(),
                                        counted(threads.size(), "thread"),
                                        String.join(
                                                ", ", waits.stream().distinct().sorted().toList())))
                : Optional.empty();
    }

    /// `they are all 3 threads of executor orders: what is in its queue does not begin meanwhile`;
    /// empty where they are not all threads of an executor.
    static Optional<String> wholeExecutor(Collection<LiveThread> still, ThreadMoment moment) {
        return PlatformPool.of(moment).stream()
                .filter(pool -> pool.whole() && pool.isExecutor() && pool.server().isEmpty())
                .filter(pool -> still.containsAll(pool.threads()))
                .map(pool ->
                        "they are all %s of executor %s: what is in its queue does not begin meanwhile"
                                .formatted(counted(pool.size(), "thread"), pool.name()))
                .findFirst();
    }

    /// The class of what a thread waits for, as in `CountDownLatch`.
    ///
    /// @param frames from the top
    public static Optional<String> awaited(List<String> frames) {
        return call(frames).map(call -> call.group(1));
    }

    /// Whether the future that a thread waits for is that of a library, whose call is the same for
    /// all callers.
    static boolean isOfLibrary(List<String> frames) {
        return call(frames).filter(call -> Libraries.contains(call.group())).isPresent();
    }

    private static Optional<Matcher> call(List<String> frames) {
        return frames.stream()
                .limit(TOP)
                .map(WAIT::matcher)
                .filter(Matcher::matches)
                .findFirst()
                .filter(_ -> !awaitsOwnChannel(frames) && !isBelow(STREAM, frames));
    }

    /// Whether the application itself waits for a channel of Netty, as a server does until that is
    /// closed. A client of a library does so for an answer.
    private static boolean awaitsOwnChannel(List<String> frames) {
        return frames.stream().limit(TOP).anyMatch(frame -> CHANNEL.matcher(frame).matches())
                && StackFrames.ofApplication(frames).stream()
                        .findFirst()
                        .filter(frame -> !Libraries.contains(frame))
                        .isPresent();
    }

    /// Whether a class of these is awaited for what happens, and not for what it holds.
    static boolean isSignal(String type) {
        return SIGNALS.contains(type);
    }
}
