package dev.loombench.load;

import dev.loombench.load.result.LoadProgress;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Second;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// A running load, driven by this process or by agents. It continues until `close`, whether a
/// window is open or not.
///
/// `openWindow` and `closeWindow` are for one thread; one window at a time, any number in sequence.
public interface RunningLoad extends AutoCloseable {

    /// The progress since the start; from any thread, at any time.
    ///
    /// @throws IllegalStateException when the generator itself failed
    LoadProgress progress();

    /// Pauses a constant load: no further request is sent until `resume`, and the schedule and the
    /// think times stand still. Connections stay open.
    ///
    /// @throws IllegalStateException when a window is open
    void pause();

    /// Continues the load where it paused.
    void resume();

    /// Whether the load has paused, and every request has its response, failed or timed out.
    boolean rests();

    /// Opens a window that ends by time; one of a held load also needs each connection's one
    /// request. Takes some ms: every worker has to know of it first.
    ///
    /// @return the instant at which it opens, on the monotonic clock: the load profile begins then,
    ///   and requests whose intended send is later count
    /// @throws IllegalStateException when a window is open already
    default long openWindow() {
        return openWindow(OptionalLong.empty(), _ -> {});
    }

    /// Opens such a window and reports each second that a worker has completed.
    default long openWindow(Consumer<Second> listener) {
        return openWindow(OptionalLong.empty(), listener);
    }

    /// Opens a window, optionally with a fixed number of requests that are shared evenly among the
    /// workers. It then ends when they have ended, and no further request is sent until the next
    /// window. Reports each second that a worker has completed.
    ///
    /// @param requests at least 1; empty where only time ends the window
    /// @param listener called on a thread that is not a worker, with one interval at a time, in the
    ///   order in which each worker completed them; must not keep the histograms, and must be fast
    /// @return as `openWindow()`
    /// @throws IllegalStateException when a window is open already
    long openWindow(OptionalLong requests, Consumer<Second> listener);

    /// Opens a window that ends by time and continues the load of the windows before, as if they
    /// were one.
    ///
    /// @return as `openWindow()`
    long openNextSlice();

    /// Whether the window is over and can be closed: by time; with a fixed number of requests also
    /// as soon as they have ended; for a held load only when they have ended.
    ///
    /// @throws IllegalStateException when no window is open, or the generator itself failed
    boolean windowOver(Duration length);

    /// Ends the window now. The load continues unchanged until every request of the window has its
    /// response, failed or timed out; then returns the result.
    ///
    /// @throws IllegalStateException when no window is open, or the generator itself failed
    /// @throws InterruptedException when the wait is interrupted; the load can then only be closed
    default LoadResult closeWindow() throws InterruptedException {
        return closeWindow(() -> {});
    }

    /// A check during a wait for the server.
    ///
    /// @param <E> thrown when waiting is no longer useful
    @FunctionalInterface
    interface WaitCheck<E extends Exception> {
        void check() throws E;
    }

    /// Ends the window with a check every 50 ms, during the wait for the last requests, whether
    /// waiting is still useful; after an exception from it the load can only be closed.
    <E extends Exception> LoadResult closeWindow(WaitCheck<E> check) throws InterruptedException, E;

    /// Stops the workers and closes their connections; a second call does nothing.
    ///
    /// @throws IllegalStateException when a worker has not stopped after 5 s
    @Override
    void close();

    /// Stops the workers and closes their connections, with a time limit. Not interruptible:
    /// connections are closed when it returns true.
    ///
    /// @return whether every worker has stopped
    boolean closeWithin(Duration limit);
}
