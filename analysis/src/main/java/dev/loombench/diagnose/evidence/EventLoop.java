package dev.loombench.diagnose.evidence;

import dev.loombench.analysis.concurrency.StackFrames;
import java.util.List;
import java.util.regex.Pattern;

/// The event loops of Netty, XNIO and the JDK's HTTP server, by the frames below those of what they
/// execute. All connections of a loop wait with it.
public final class EventLoop {
    private static final Pattern LOOP =
            Pattern.compile(
                    "(io\\.netty\\.channel\\.(\\w+\\.)?\\w+(EventLoop|IoHandler)\\."
                            + "|io\\.netty\\.util\\.concurrent\\.SingleThreadEventExecutor\\b"
                            + "|org\\.xnio\\.nio\\.WorkerThread\\."
                            + "|sun\\.net\\.httpserver\\.ServerImpl\\$Dispatcher\\.).*");

    /// Netty's pools for handlers that may wait: they serve no connections of the network.
    private static final Pattern WITHOUT_CONNECTIONS =
            Pattern.compile(
                    "io\\.netty\\.(util\\.concurrent\\.DefaultEventExecutor|channel\\.DefaultEventLoop)\\.run\\(.*");

    private EventLoop() {}

    /// Whether a thread is an event loop that executes a call of the application.
    ///
    /// @param frames from the top
    public static boolean executes(List<String> frames) {
        return StackFrames.ofApplication(frames).stream().anyMatch(EventLoop::isLoop)
                && frames.stream().noneMatch(f -> WITHOUT_CONNECTIONS.matcher(f).matches());
    }

    /// Whether a thread is an event loop, whatever it does.
    ///
    /// @param frames from the top
    static boolean runs(List<String> frames) {
        return frames.stream().anyMatch(EventLoop::isLoop);
    }

    private static boolean isLoop(String frame) {
        return LOOP.matcher(frame).matches();
    }
}
