package dev.loombench.diagnose.evidence;

import dev.loombench.analysis.concurrency.Libraries;
import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.analysis.concurrency.WebServer;
import dev.loombench.analysis.concurrency.WebServer.Trait;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.observe.threads.ListedThread;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedStack;
import dev.loombench.observe.threads.PrintedThread;
import java.lang.Thread.State;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A thread with its stack at one moment: a platform thread, or a virtual thread, which in a print
/// is on its carrier.
///
/// @param number `Thread.threadId()`
/// @param state empty for a virtual thread of a print, and before JDK 25 in a list
/// @param cpuNanos that it has used since its start; of a virtual thread, that of its carrier;
///   empty in a list
/// @param stack with at least one frame
public record LiveThread(
        String name,
        long number,
        boolean virtual,
        Optional<State> state,
        OptionalLong cpuNanos,
        PrintedStack stack) {
    /// Waits for connections or readable ones.
    private static final Pattern CONNECTION_WAIT =
            Pattern.compile(
                    "(sun\\.nio\\.ch\\.(SelectorImpl|ServerSocketChannelImpl)\\."
                            + "|sun\\.nio\\.ch\\.(EPoll|KQueue)Port\\$EventHandlerTask\\.poll\\("
                            + "|java\\.net\\.ServerSocket\\."
                            + "|([\\w.]+\\.)?io\\.netty\\.channel\\.\\w+\\.Native\\.).*");

    /// Waits for a datagram, which comes unasked but to a client of the JDK.
    private static final Pattern DATAGRAM_WAIT =
            Pattern.compile(
                    "(sun\\.nio\\.ch\\.Datagram\\w+|java\\.net\\.\\w*Datagram\\w+)\\.\\w*[rR]eceive\\w*\\(.*");

    /// Waits for an element of a queue.
    private static final Pattern TAKE =
            Pattern.compile("java\\.util\\.concurrent\\.[\\w$]+\\.take\\(.*");

    /// Waits for an element of a queue or a stream that several services share: by a future, as for
    /// a response. Of Redisson and Hazelcast, and of Redis by Lettuce and Spring.
    private static final Pattern SHARED_QUEUE =
            Pattern.compile(
                    "(org\\.redisson|com\\.hazelcast)\\.[\\w.$]*(Queue|Deque)\\w*\\.(take|poll)\\w*\\(.*"
                            + "|org\\.redisson\\.RedissonStream\\.read\\w*\\(.*"
                            + "|(org\\.springframework\\.data\\.redis\\.connection\\.[\\w.$]+"
                            + "|(jdk\\.proxy\\d+|com\\.sun\\.proxy)\\.\\$Proxy\\d+)"
                            + "\\.(?i:b[lrz]m?pop|blmove|xread)\\w*\\(.*");

    /// The frame of a shared queue is among so many: those above it are of the JDK and the library.
    private static final int TOP = 20;

    /// Waits for a limited time for an element of a queue, as a loop does that also looks at
    /// something else. A queue that hands over is that of a pool of connections.
    private static final Pattern POLL =
            Pattern.compile(
                    "java\\.util\\.concurrent\\.(\\w+BlockingQueue|LinkedBlockingDeque|DelayQueue)\\.poll\\w*\\(.*");

    /// Puts an element into a queue, or takes one. The call is in one of the twelve topmost frames:
    /// that of a virtual thread that takes from a `SynchronousQueue` is the eleventh.
    private static final Pattern QUEUE =
            Pattern.compile(
                    "java\\.util\\.concurrent\\.\\w+(Queue|Deque)\\.(take|poll|put|offer|transfer)\\w*\\(.*");

    private static final int TOP_OF_QUEUE = 12;

    /// A virtual thread waits, on its carrier or without one. The calls of `Object.wait` are the
    /// same with and without a limit of time.
    private static final Pattern PARKED =
            Pattern.compile(
                    "(java\\.lang\\.VirtualThread|jdk\\.internal\\.misc\\.Unsafe)\\.park\\(.*");

    /// It does so for a limited time.
    private static final Pattern PARKED_FOR_A_TIME =
            Pattern.compile("java\\.lang\\.VirtualThread\\.(parkNanos|sleepNanos)\\(.*");

    /// Waits for the end of a coroutine, or until the loop of events within the wait has something
    /// to do; without a time for that, for as long as a number can say.
    private static final Pattern RUN_BLOCKING =
            Pattern.compile("kotlinx\\.coroutines\\.BlockingCoroutine\\.joinBlocking\\(.*");

    /// Waits for the end of all tasks of an executor or all requests of a client, a day at a time
    /// for as long as they take.
    private static final Pattern CLOSE =
            Pattern.compile(
                    "(java\\.util\\.concurrent\\.(ExecutorService|ForkJoinPool|ThreadPerTaskExecutor)"
                            + "|java\\.net\\.http\\.HttpClient"
                            + "|jdk\\.internal\\.net\\.http\\.HttpClient\\w+)\\.close\\(.*");

    /// Calls in which a thread of a dispatcher of Kotlin executes coroutines.
    private static final List<String> DISPATCHED =
            List.of(
                    "kotlinx.coroutines.DispatchedTask.run(",
                    "kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.run");

    /// Waits for a notification, as for an element of a queue of the application's own.
    private static final Pattern NOTIFICATION =
            Pattern.compile(
                    "java\\.(lang\\.Object\\.wait|util\\.concurrent\\.locks\\.\\w+\\$ConditionObject\\.await)\\w*\\(.*");

    private static final String NATIVE = "Native Method";

    /// Of Kafka Streams, whose threads also process what they have polled.
    private static final String STREAMS =
            "org.apache.kafka.streams.processor.internals.StreamThread.";

    /// Of XNIO: a worker waits until the client of its request has sent more, or read more.
    private static final String BLOCKING_IO = "org.xnio.nio.SelectorUtils.await(";

    /// Of Jetty's threads that are kept for tasks which wait.
    private static final String RESERVED =
            "org.eclipse.jetty.util.thread.ReservedThreadExecutor$ReservedThread.";

    /// A listed thread; empty where it has no stack.
    public static Optional<LiveThread> of(ListedThread listed) {
        return listed.stack().frames().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new LiveThread(
                                listed.name(),
                                listed.number(),
                                listed.virtual(),
                                listed.state(),
                                OptionalLong.empty(),
                                listed.stack()));
    }

    /// The virtual thread on a printed carrier; empty where there is none, or its stack is not
    /// shown.
    static Optional<LiveThread> carriedBy(PrintedThread carrier) {
        return carrier.carried()
                .filter(virtual -> !virtual.stack().frames().isEmpty())
                .map(virtual ->
                        new LiveThread(
                                virtual.name(),
                                virtual.number(),
                                true,
                                Optional.empty(),
                                carrier.cpuNanos(),
                                virtual.stack()));
    }

    /// The same with further locks that it holds.
    LiveThread withOwned(List<PrintedLock> locks) {
        var owned = Stream.concat(stack.owned().stream(), locks.stream()).distinct().toList();
        return new LiveThread(name, number, virtual, state, cpuNanos, stack.withOwned(owned));
    }

    public List<String> frames() {
        return stack.frames();
    }

    /// Whether it is a worker of a pool that waits for work.
    public boolean isFree() {
        return StackFrames.isIdle(frames());
    }

    /// Whether it waits for connections, readable ones, a datagram, or an element of a queue.
    /// Within a request or an event loop that is work, unless the server itself does: an element is
    /// then a result that the caller waits for; and so is a wait for a limited time within a task
    /// of an executor, or for the client of a request, and of a client of the JDK a response.
    public boolean awaitsEvent() {
        return (isIn(CONNECTION_WAIT)
                        && (!isCalled() || StackFrames.isInRuntime(frames()))
                        && frames().stream().noneMatch(f -> f.startsWith(BLOCKING_IO)))
                || ((isIn(DATAGRAM_WAIT) || isIn(TAKE))
                        && !isCalled()
                        && !StackFrames.awaitsBackend(frames()))
                || (takesFromSharedQueue() && !isCalled())
                || (isIn(POLL) && !isTask() && stack.awaited().isEmpty());
    }

    private boolean takesFromSharedQueue() {
        return frames().stream().limit(TOP).anyMatch(f -> SHARED_QUEUE.matcher(f).matches());
    }

    /// Whether it executes what another one waits for, or may wait for.
    private boolean isTask() {
        return isCalled() || StackFrames.isOfExecutor(frames());
    }

    /// Whether it waits in such a call: only the JDK is above it.
    private boolean isIn(Pattern calls) {
        return frames().stream()
                .dropWhile(f -> StackFrames.isOfJdk(f) && !calls.matcher(f).matches())
                .findFirst()
                .filter(f -> calls.matcher(f).matches())
                .isPresent();
    }

    private boolean isCalled() {
        return WebServer.served(frames()).isPresent() || EventLoop.executes(frames());
    }

    /// Whether it runs or waits within work: neither for work or an event, nor in the JDK alone.
    public boolean isBusy() {
        return !isFree() && !awaitsEvent() && !frames().stream().allMatch(StackFrames::isOfJdk);
    }

    /// Whether it is busy with code of the application, or waits for a backend within a request or
    /// an event loop.
    public boolean isAtWork() {
        return isBusy()
                && (!StackFrames.ofApplication(frames()).isEmpty()
                        || (StackFrames.awaitsBackend(frames()) && isCalled()));
    }

    /// Whether it runs Java code of the application, or of the JDK for it.
    boolean computes() {
        return isRunnable() && !frames().getFirst().contains(NATIVE);
    }

    /// The same, also of a virtual thread on its carrier, as far as its frames show.
    boolean runs() {
        return virtual
                ? isAtWork() && !isTimed() && !isParked() && !frames().getFirst().contains(NATIVE)
                : computes();
    }

    /// Whether it is in a native method that the application has called, in which it runs or waits
    /// for the system.
    boolean isInNative() {
        return isRunnable() && frames().getFirst().contains(NATIVE);
    }

    private boolean isRunnable() {
        return !virtual && state.filter(s -> s == State.RUNNABLE).isPresent() && isAtWork();
    }

    /// Whether it is free, and takes no task from a queue but what another thread hands over.
    boolean isReserved() {
        return isFree() && frames().stream().anyMatch(f -> f.startsWith(RESERVED));
    }

    boolean awaitsOrHolds(PrintedLock lock) {
        return stack.awaited().filter(lock::equals).isPresent() || stack.owned().contains(lock);
    }

    /// Whether it is known to wait for a limited time: by its state, or by the calls of a virtual
    /// thread without one. A thread of a dispatcher of Kotlin that waits for a coroutine may keep
    /// that from a thread, and is not; nor is one that closes an executor.
    public boolean isTimed() {
        return state.map(s -> s == State.TIMED_WAITING).orElseGet(() -> isIn(PARKED_FOR_A_TIME))
                && !(isIn(RUN_BLOCKING) && isDispatched())
                && !isIn(CLOSE);
    }

    private boolean isDispatched() {
        return frames().stream().anyMatch(f -> DISPATCHED.stream().anyMatch(f::startsWith));
    }

    /// Whether it is a virtual thread that waits without a limit of time.
    boolean isParked() {
        return virtual
                && !isTimed()
                && (isIn(CLOSE)
                        || state.map(s -> s == State.WAITING)
                                .orElseGet(() -> PARKED.matcher(frames().getFirst()).matches()));
    }

    /// Whether it waits for an element of a queue, or for room in one. A client of the JDK waits so
    /// for a response.
    public boolean usesQueue() {
        return frames().stream().limit(TOP_OF_QUEUE).anyMatch(f -> QUEUE.matcher(f).matches())
                && !StackFrames.awaitsBackend(frames());
    }

    /// Whether others wait for what it does: it serves a request, or handles a message.
    public boolean servesOthers() {
        return served().isPresent() || handlesMessages();
    }

    /// Whether it handles messages that a library has for it, by the name of a call of that.
    boolean handlesMessages() {
        return frames().stream().anyMatch(LiveThread::isListener);
    }

    private static boolean isListener(String frame) {
        return Libraries.contains(frame)
                && (frame.startsWith(STREAMS) || StackFrames.awaitsNews(List.of(frame)));
    }

    /// Whether it is in the application's own code that such a call has made, and does not wait for
    /// a limited time: it handles a message now.
    boolean handlesOneMessage() {
        var above = frames().stream().takeWhile(f -> !isListener(f)).toList();
        return isAtWork()
                && !isTimed()
                && above.size() < frames().size()
                && AppCalls.caller(above).isPresent();
    }

    /// Whether it waits for a notification in the application's own code, as a stream of events
    /// does. A library waits so for a response.
    public boolean awaitsOwnNotification() {
        return !Libraries.contains(AppCalls.frame(frames()))
                && frames().stream()
                        .takeWhile(StackFrames::isOfJdk)
                        .anyMatch(frame -> NOTIFICATION.matcher(frame).matches());
    }

    /// Whether it is a virtual thread that serves one request only: where it is in a call at
    /// several moments, the request is.
    public boolean servesOneRequest() {
        return virtual && served().filter(s -> !s.has(Trait.THREAD_PER_CONNECTION)).isPresent();
    }

    /// The web server whose request it serves.
    public Optional<WebServer> served() {
        return isBusy() ? WebServer.served(frames()) : Optional.empty();
    }

    /// `"http-nio-8080-exec-3"`, `virtual thread #71`.
    public String label() {
        return virtual ? "virtual thread #" + number : '"' + name + '"';
    }
}
