package dev.loombench.load;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.loombench.load.record.GeneratorInfo;
import dev.loombench.load.record.IntervalCollector;
import dev.loombench.load.record.Recorder;
import dev.loombench.load.record.RecorderMerger;
import dev.loombench.load.record.SuspendedTime;
import dev.loombench.result.LoadResult;
import dev.loombench.result.LoadResult.Interval;
import dev.loombench.spec.load.LoadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A load under way. It goes on until `close`, whether a window is open or not.
///
/// `openWindow` and `closeWindow` are for one thread; one window at a time, any number in a row.
public final class LoadRun implements AutoCloseable {
    private static final long LOOK_MILLIS = 50;

    /// How long the loops may take to stop: a turn of a loop takes milliseconds.
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

    /// A window opens so long after it was asked for, so that every loop knows of it before.
    private static final long LEAD_NANOS = 5_000_000;

    /// Who joins later than this before a window's end may still be on the way.
    private static final long LATECOMER_NANOS = 1_000_000_000;

    private final List<LoadWorker> loops;
    private final List<Thread> threads = new ArrayList<>();
    private final LoadModel model;
    private final GeneratorInfo means;
    private final List<String> names;
    private volatile @Nullable Recording recording;

    /// A window that is being recorded, a recorder for each loop.
    private record Recording(
            IntervalCollector harvest,
            List<Recorder> recorders,
            long startNanos,
            boolean counted,
            SuspendedTime suspended) {
        boolean complete() {
            return recorders.stream().allMatch(Recorder::complete);
        }
    }

    /// @param names of the requests that are mixed
    LoadRun(List<LoadWorker> loops, LoadModel model, GeneratorInfo means, List<String> names) {
        this.loops = loops;
        this.model = model;
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
    public LoadProgress progress() {
        throwIfFailed();
        var sum = new LoadProgress(System.nanoTime(), 0, 0, 0, 0);
        for (var loop : loops) {
            sum = loop.addTo(sum);
        }
        return sum;
    }

    /// Opens a window that time alone ends, save that one of a held load has each connection's one
    /// request. Takes some ms, so that every loop knows of it before it opens.
    ///
    /// @return the instant it opened, on the monotonic clock: the course of the load began with it,
    ///   and requests whose intended send lies after it count
    /// @throws IllegalStateException when a window is open already
    public long openWindow() {
        return openWindow(OptionalLong.empty(), _ -> {});
    }

    /// The same, telling as it goes on of each second that a loop has filled.
    public long openWindow(Consumer<Interval> listener) {
        return openWindow(OptionalLong.empty(), listener);
    }

    /// The same; it may have exactly so many requests, shared evenly among the loops, and end when
    /// they are concluded: then none is sent until the next window. It tells as it goes on of each
    /// second that a loop has filled.
    ///
    /// @param requests at least 1; none where time alone ends it
    /// @param listener called on a thread that is no loop, an interval at a time, in the order in
    ///   which each loop filled them; must not keep the histograms, and must be quick
    /// @return as `openWindow()`
    /// @throws IllegalStateException when a window is open already
    public long openWindow(OptionalLong requests, Consumer<Interval> listener) {
        if (recording != null) {
            throw new IllegalStateException("a window is open already");
        }
        var harvest = new IntervalCollector(loops.size(), listener);
        long start = System.nanoTime() + LEAD_NANOS;
        var recorders = new ArrayList<Recorder>();
        for (int i = 0; i < loops.size(); i++) {
            var goal = goal(requests, new WorkerShard(i, loops.size()));
            recorders.add(new Recorder(harvest, start, goal, names.size()));
        }
        recording =
                new Recording(
                        harvest,
                        List.copyOf(recorders),
                        start,
                        requests.isPresent(),
                        SuspendedTime.fromNow());
        harvest.start();
        for (int i = 0; i < loops.size(); i++) {
            loops.get(i).record(recorders.get(i));
        }
        for (long left = LEAD_NANOS; left > 0; left = start - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        return start;
    }

    private Recorder.Goal goal(OptionalLong requests, WorkerShard part) {
        if (requests.isPresent()) {
            return new Recorder.Goal(part.of(requests.getAsLong()), true);
        }
        return switch (model) {
            case LoadModel.Open _, LoadModel.Closed _ -> Recorder.Goal.NONE;
            case LoadModel.Hold(var connections, _) ->
                    new Recorder.Goal(part.of(connections), false);
        };
    }

    /// Whether the window has come to its end, and is to be closed: by time; one of so many
    /// requests as soon as they are concluded, too; one of a held load not before.
    ///
    /// @throws IllegalStateException when no window is open, or the generator itself failed
    public boolean windowOver(Duration length) {
        throwIfFailed();
        var current = opened();
        boolean timeIsUp = System.nanoTime() - current.startNanos() >= length.toNanos();
        return switch (model) {
            case LoadModel.Open _, LoadModel.Closed _ ->
                    timeIsUp || (current.counted() && current.complete());
            case LoadModel.Hold _ -> timeIsUp && current.complete();
        };
    }

    /// Ends the window now. The load goes on unchanged until every request of the window is
    /// answered, failed or timed out; then gives the figures.
    ///
    /// @throws IllegalStateException when no window is open, or the generator itself failed
    /// @throws InterruptedException when the wait is cut short; the load can then only be closed
    public LoadResult closeWindow() throws InterruptedException {
        return closeWindow(() -> {});
    }

    /// A look at whether it is still worth while to wait.
    ///
    /// @param <E> thrown when it is not
    @FunctionalInterface
    public interface WorkerCheck<E extends Exception> {
        void check() throws E;
    }

    /// The same with a look, every 50 ms, at whether the wait for the last requests is still worth
    /// while; after an exception from it the load can only be closed.
    public <E extends Exception> LoadResult closeWindow(WorkerCheck<E> worthwhile)
            throws InterruptedException, E {
        var current = opened();
        current.recorders().forEach(Recorder::askEnd);
        loops.forEach(LoadWorker::wakeUp);
        try {
            for (var recorder : current.recorders()) {
                await(recorder, worthwhile);
            }
            long suspended = current.suspended().nanos();
            var intervals = current.harvest().finish();
            throwIfFailed();
            recording = null;
            return new RecorderMerger(current.recorders(), this::connectionsAsked, names, suspended)
                    .result(means, intervals);
        } finally {
            current.harvest().stop();
        }
    }

    /// Stops the loops and closes their connections; a second call does nothing.
    ///
    /// @throws IllegalStateException when a loop has not stopped after 5 s
    @Override
    public void close() {
        if (!closeWithin(STOP_LIMIT)) {
            throw new IllegalStateException(
                    "the load generator did not stop within " + STOP_LIMIT.toSeconds() + " s");
        }
    }

    /// The same with a limit on the wait for the loops. Not interruptible: connections are closed
    /// when it returns true.
    ///
    /// @return whether every loop has stopped
    public boolean closeWithin(Duration limit) {
        loops.forEach(LoadWorker::close);
        long end = System.nanoTime() + limit.toNanos();
        boolean interrupted = false;
        for (var thread : threads) {
            long left = end - System.nanoTime();
            while (thread.isAlive() && left > 0) {
                try {
                    thread.join(Duration.ofNanos(left));
                } catch (InterruptedException _) {
                    interrupted = true;
                }
                left = end - System.nanoTime();
            }
        }
        var current = recording;
        if (current != null) {
            current.harvest().stop();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return threads.stream().noneMatch(Thread::isAlive);
    }

    /// Connections that were to be open at once in a window of this length, ns.
    private int connectionsAsked(long length) {
        return switch (model) {
            case LoadModel.Open open -> open.connections();
            case LoadModel.Hold hold -> hold.connections();
            case LoadModel.Closed(var users, _) ->
                    (int) users.peakUntil(length - Math.min(LATECOMER_NANOS, length / 10));
        };
    }

    private Recording opened() {
        var current = recording;
        if (current == null) {
            throw new IllegalStateException("no window is open");
        }
        return current;
    }

    List<Thread> threads() {
        return threads;
    }

    private <E extends Exception> void await(Recorder recorder, WorkerCheck<E> worthwhile)
            throws InterruptedException, E {
        while (!recorder.finished().await(LOOK_MILLIS, MILLISECONDS)) {
            throwIfFailed();
            worthwhile.check();
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
