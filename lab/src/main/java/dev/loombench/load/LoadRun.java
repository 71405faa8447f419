package dev.loombench.load;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.loombench.result.LoadResult;
import dev.loombench.result.LoadResult.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A load under way. It goes on until `close`, whether a window is open or not.
///
/// `openWindow` and `closeWindow` are for one thread; one window at a time, any number in a row.
public final class LoadRun implements AutoCloseable {
    private static final long LOOK_MILLIS = 50;

    private final List<LoadLoop> loops;
    private final List<Thread> threads = new ArrayList<>();
    private final int connectionsAsked;
    private final Means means;
    private final List<String> names;
    private volatile @Nullable Recording recording;

    /// A window that is being recorded, a recorder for each loop.
    private record Recording(Harvest harvest, List<Recorder> recorders) {}

    /// @param names of the requests that are mixed
    LoadRun(List<LoadLoop> loops, int connectionsAsked, Means means, List<String> names) {
        this.loops = loops;
        this.connectionsAsked = connectionsAsked;
        this.means = means;
        this.names = List.copyOf(names);
        for (int i = 0; i < loops.size(); i++) {
            threads.add(
                    Thread.ofPlatform().name("loombench-load-" + i).daemon().start(loops.get(i)));
        }
    }

    /// What was done since the start; from any thread, at any time.
    ///
    /// @throws IllegalStateException when the generator itself failed
    public Progress progress() {
        throwIfFailed();
        var sum = new Progress(System.nanoTime(), 0, 0, 0, 0);
        for (var loop : loops) {
            sum = loop.addTo(sum);
        }
        return sum;
    }

    /// Requests whose intended send lies after this instant count: the window starts as the loops
    /// take note, at their next turn.
    ///
    /// @throws IllegalStateException when a window is open already
    public void openWindow() {
        openWindow(_ -> {});
    }

    /// The same, telling as it goes on of each second that a loop has filled.
    ///
    /// @param listener called on a thread that is no loop, an interval at a time, in the order in
    ///   which each loop filled them; must not keep the histograms, and must be quick
    /// @throws IllegalStateException when a window is open already
    public void openWindow(Consumer<Interval> listener) {
        if (recording != null) {
            throw new IllegalStateException("a window is open already");
        }
        var harvest = new Harvest(loops.size(), listener);
        var recorders = loops.stream().map(_ -> new Recorder(harvest, names.size())).toList();
        recording = new Recording(harvest, recorders);
        harvest.start();
        for (int i = 0; i < loops.size(); i++) {
            loops.get(i).record(recorders.get(i));
        }
    }

    /// Ends the window now. The load goes on unchanged until every request of the window is
    /// answered, failed or timed out; then gives the figures.
    ///
    /// @throws IllegalStateException when no window is open, or the generator itself failed
    /// @throws InterruptedException when the wait is cut short; the load can then only be closed
    public LoadResult closeWindow() throws InterruptedException {
        var current = recording;
        if (current == null) {
            throw new IllegalStateException("no window is open");
        }
        current.recorders().forEach(Recorder::askEnd);
        loops.forEach(LoadLoop::wakeUp);
        try {
            for (var recorder : current.recorders()) {
                await(recorder);
            }
            var intervals = current.harvest().finish();
            throwIfFailed();
            recording = null;
            return new RecorderSum(current.recorders(), connectionsAsked, names)
                    .result(means, intervals);
        } finally {
            current.harvest().stop();
        }
    }

    /// Stops the loops and closes their connections; a second call does nothing.
    @Override
    public void close() {
        loops.forEach(LoadLoop::close);
        boolean interrupted = false;
        for (var thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
        }
        var current = recording;
        if (current != null) {
            current.harvest().stop();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    List<Thread> threads() {
        return threads;
    }

    private void await(Recorder recorder) throws InterruptedException {
        while (!recorder.finished().await(LOOK_MILLIS, MILLISECONDS)) {
            throwIfFailed();
            if (threads.stream().noneMatch(Thread::isAlive) && recorder.finished().getCount() > 0) {
                throw new IllegalStateException("the load was closed before its window began");
            }
        }
    }

    private void throwIfFailed() {
        for (var loop : loops) {
            throwIf(loop.failure());
        }
        var current = recording;
        throwIf(current == null ? null : current.harvest().failure());
    }

    private static void throwIf(@Nullable Throwable failure) {
        if (failure != null) {
            throw new IllegalStateException("the load generator failed: " + failure, failure);
        }
    }
}
