package dev.loombench.analysis.concurrency;

import java.util.List;
import java.util.regex.Pattern;

/// Threads that serve events: an event loop, a selector, an acceptor, a consumer of a queue.
///
/// One thread uses one processor at most, so what only these threads do bounds the throughput.
public final class EventThreads {
    /// The least share of the time for which a saturated one runs or, where that is known, is ready
    /// to run, the rest being short waits for events.
    public static final double SATURATED = 0.9;

    /// The least share of the time for which a saturated one runs. One that mostly waits for a
    /// processor may have little to do: each of its events waits for one.
    public static final double RUNS = 0.6;

    /// The least part of the processors that the service could use and does not, in processors:
    /// with less, the processors are what is used up.
    public static final double FREE = 0.5;

    /// Frames of such a thread, also while it handles an event. Libraries have copies of Netty.
    private static final Pattern LOOP =
            Pattern.compile(
                    "(sun\\.nio\\.ch\\.(\\w*SelectorImpl|ServerSocketChannelImpl)\\."
                            + "|java\\.net\\.ServerSocket\\."
                            + "|sun\\.net\\.httpserver\\.ServerImpl\\$Dispatcher\\."
                            + "|([\\w.]+\\.)?io\\.netty\\.channel\\.(\\w+\\.)?\\w+EventLoop\\."
                            + "|([\\w.]+\\.)?io\\.netty\\.util\\.concurrent\\.SingleThreadEventExecutor\\b"
                            + "|org\\.apache\\.tomcat\\.util\\.net\\.(Acceptor|\\w+\\$Poller)\\."
                            + "|org\\.xnio\\.nio\\.WorkerThread\\.).*");

    /// The frame of a consumer of a queue that waits.
    private static final Pattern TAKE =
            Pattern.compile("java\\.util\\.concurrent\\.[\\w$]+\\.take\\(.*");

    private EventThreads() {}

    /// Whether a thread is one, by its name or by a frame. A worker that takes its tasks from a
    /// queue serves no events.
    ///
    /// @param frames of its stack, at any number of moments
    public static boolean include(String thread, List<String> frames) {
        return serveConnections(thread, frames)
                || (!StackFrames.isOfExecutor(frames) && anyIs(TAKE, frames));
    }

    /// Whether a thread is one that requests pass through: a consumer of a queue, as the writer of
    /// a log, may work beside them.
    public static boolean serveConnections(String thread, List<String> frames) {
        return WebServer.isEventThread(thread)
                || (!StackFrames.isOfExecutor(frames) && anyIs(LOOP, frames));
    }

    private static boolean anyIs(Pattern pattern, List<String> frames) {
        return frames.stream().anyMatch(f -> pattern.matcher(f).matches());
    }
}
