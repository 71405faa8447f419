package dev.loombench.diagnose.evidence;

import dev.loombench.analysis.concurrency.StackFrames;
import java.util.List;
import java.util.regex.Pattern;

/// The event loops of Netty, also of a copy of it in a library, of XNIO and the JDK's HTTP server,
/// and the threads of clients that call back, by the frames below those of what they execute. All
/// connections of a loop wait with it, and all further responses or events of a client.
public final class EventLoop {
    private static final Pattern LOOP =
            Pattern.compile(
                    "(([\\w.]+\\.)?io\\.netty\\.channel\\.(\\w+\\.)?\\w+(EventLoop|IoHandler)\\."
                            + "|([\\w.]+\\.)?io\\.netty\\.util\\.concurrent\\.SingleThreadEventExecutor\\b"
                            + "|org\\.xnio\\.nio\\.WorkerThread\\."
                            + "|sun\\.net\\.httpserver\\.ServerImpl\\$Dispatcher\\.).*");

    /// Each frame of a loop has one of them.
    private static final List<String> WORDS_OF_LOOPS =
            List.of("io.netty.", "org.xnio.nio.", "sun.net.httpserver.");

    /// Netty's pools for handlers that may wait: they serve no connections of the network.
    private static final Pattern WITHOUT_CONNECTIONS =
            Pattern.compile(
                    "([\\w.]+\\.)?io\\.netty\\.(util\\.concurrent\\.DefaultEventExecutor|channel\\.DefaultEventLoop)\\.run\\(.*");

    /// Threads of clients that also call back: of Apache's asynchronous HTTP clients, ZooKeeper,
    /// and Kafka's producer and admin client.
    private static final List<Client> CLIENTS =
            List.of(
                    new Client(
                            "org.apache.http.impl.nio.reactor.AbstractIOReactor.execute(",
                            "org.apache.http."),
                    new Client(
                            "org.apache.hc.core5.reactor.AbstractSingleCoreIOReactor.execute(",
                            "org.apache.hc."),
                    new Client(
                            "org.apache.zookeeper.ClientCnxn$EventThread.run(",
                            "org.apache.zookeeper."),
                    new Client(
                            "org.apache.kafka.clients.producer.internals.Sender.run(",
                            "org.apache.kafka."),
                    new Client(
                            "org.apache.kafka.clients.admin.KafkaAdminClient$AdminClientRunnable.run(",
                            "org.apache.kafka."));

    /// Threads of Reactor and RxJava for tasks that compute, of which there is one per processor.
    private static final Pattern COMPUTING =
            Pattern.compile("(parallel|RxComputationThreadPool)-\\d+");

    private static final List<String> SCHEDULERS =
            List.of("reactor.core.scheduler.", "io.reactivex.", "rx.internal.schedulers.");

    private EventLoop() {}

    /// A client with a thread of its own.
    ///
    /// @param loop in which the thread runs
    /// @param packages of the client, whose own calls are no callbacks
    private record Client(String loop, String packages) {
        boolean calls(List<String> application) {
            return application.stream()
                    .dropWhile(f -> f.startsWith(packages) || StackFrames.isOfJdk(f))
                    .anyMatch(f -> f.startsWith(loop));
        }
    }

    /// Whether a thread is an event loop that executes a call of the application, or itself waits
    /// for a backend, as to look up a name.
    ///
    /// @param frames from the top
    public static boolean executes(List<String> frames) {
        var application = StackFrames.ofApplication(frames);
        return ((application.stream().anyMatch(EventLoop::isLoop)
                                || (StackFrames.awaitsBackend(frames) && runs(frames)))
                        && frames.stream().noneMatch(f -> WITHOUT_CONNECTIONS.matcher(f).matches()))
                || CLIENTS.stream().anyMatch(client -> client.calls(application));
    }

    /// Whether it is one of a scheduler that computes, and executes a task: a wait in it keeps the
    /// tasks that this thread is to execute next.
    public static boolean isForComputing(LiveThread thread) {
        return COMPUTING.matcher(thread.name()).matches()
                && thread.frames().stream()
                        .anyMatch(f -> SCHEDULERS.stream().anyMatch(f::startsWith));
    }

    /// Whether a thread is an event loop of connections, whatever it does.
    ///
    /// @param frames from the top
    public static boolean runs(List<String> frames) {
        return frames.stream().anyMatch(EventLoop::isLoop);
    }

    /// Few frames have one of the words, and the expression tries each package of the others.
    private static boolean isLoop(String frame) {
        return WORDS_OF_LOOPS.stream().anyMatch(frame::contains) && LOOP.matcher(frame).matches();
    }
}
