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

/// A running load. It continues until `close`, whether a window is open or not.
///
/// `openWindow`, `closeWindow` and `pause` are for one thread; one window at a time, any number in
/// sequence.
public final class LoadRun implements AutoCloseable {
    private static final long POLL_MILLIS = 50;

    /// Time limit for the workers to stop: an iteration of a worker takes milliseconds.
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

    /// Delay between the call and the opening of a window, so that every worker knows of it before.
    private static final long OPENING_DELAY_NANOS = 5_000_000;

    /// Users that join later than this before a window's end may still be connecting.
    private static final long MAX_CONNECT_NANOS = 1_000_000_000;

    private final List<LoadWorker> workers;
    private final List<Thread> threads = new ArrayList<>();
    private final LoadModel model;
    private final GeneratorInfo generatorInfo;
    private final List<String> names;
    private volatile @Nullable Recording recording;

    /// The end of the present or last pause.
    private long pausedUntilNanos = System.nanoTime();

    /// A window that is being recorded, with a recorder per worker.
    private record Recording(
            IntervalCollector collector,
            List<Recorder> recorders,
            long startNanos,
            boolean counted,
            SuspendedTime suspended) {
        boolean complete() {
            return recorders.stream().allMatch(Recorder::complete);
        }
    }

    /// @param names of the requests in the mix
    LoadRun(
            List<LoadWorker> workers,
            LoadModel model,
            GeneratorInfo generatorInfo,
            List<String> names) {
        this.workers = workers;
        this.model = model;
        this.generatorInfo = generatorInfo;
        this.names = List.copyOf(names);
        for (int i = 0; i < workers.size(); i++) {
            threads.add(
                    Thread.ofPlatform().name("loombench-load-" + i).daemon().start(workers.get(i)));
        }
    }

    /// The progress since the start; from any thread, at any time.
    ///
    /// @throws IllegalStateException when the generator itself failed
    public LoadProgress progress() {
        throwIfFailed();
        var sum = new LoadProgress(System.nanoTime(), 0, 0, 0, 0);
        for (var worker : workers) {
            sum = worker.addTo(sum);
        }
        return sum;
    }

    /// Opens a window that ends by time; one of a held load also needs each connection's one
    /// request. Takes some ms, so that every worker knows of it before it opens.
    ///
    /// @return the instant at which it opens, on the monotonic clock: the load profile begins then,
    ///   and requests whose intended send is later count
    /// @throws IllegalStateException when a window is open already
    public long openWindow() {
        return openWindow(OptionalLong.empty(), _ -> {});
    }

    /// Opens such a window and reports each second that a worker has completed.
    public long openWindow(Consumer<Interval> listener) {
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
    /// @throws IllegalStateException when a window is open already, or the load is paused
    public long openWindow(OptionalLong requests, Consumer<Interval> listener) {
        if (recording != null) {
            throw new IllegalStateException("a window is open already");
        }
        if (System.nanoTime() - pausedUntilNanos < 0) {
            throw new IllegalStateException("the load is paused");
        }
        var collector = new IntervalCollector(workers.size(), listener);
        long start = System.nanoTime() + OPENING_DELAY_NANOS;
        var recorders = new ArrayList<Recorder>();
        for (int i = 0; i < workers.size(); i++) {
            var goal = goal(requests, new WorkerShard(i, workers.size()));
            recorders.add(new Recorder(collector, start, goal, names.size()));
        }
        recording =
                new Recording(
                        collector,
                        List.copyOf(recorders),
                        start,
                        requests.isPresent(),
                        SuspendedTime.fromNow());
        collector.start();
        for (int i = 0; i < workers.size(); i++) {
            workers.get(i).record(recorders.get(i));
        }
        for (long left = OPENING_DELAY_NANOS; left > 0; left = start - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        return start;
    }

    private Recorder.Goal goal(OptionalLong requests, WorkerShard shard) {
        if (requests.isPresent()) {
            return new Recorder.Goal(shard.shareOf(requests.getAsLong()), true);
        }
        return switch (model) {
            case LoadModel.Open _, LoadModel.Closed _ -> Recorder.Goal.NONE;
            case LoadModel.HeldConnections(var connections, _) ->
                    new Recorder.Goal(shard.shareOf(connections), false);
        };
    }

    /// Pauses the load before a window: no request starts for that time, and those sent get their
    /// responses. Connections stay open. Users then start again over about a second, as at first. A
    /// single user before held connections continues.
    ///
    /// @throws IllegalStateException when a window is open
    public void pause(Duration length) {
        if (recording != null) {
            throw new IllegalStateException("a window is open");
        }
        pausedUntilNanos = System.nanoTime() + length.toNanos();
        workers.forEach(worker -> worker.pauseUntil(pausedUntilNanos));
    }

    /// Whether the window is over and can be closed: by time; with a fixed number of requests also
    /// as soon as they have ended; for a held load only when they have ended.
    ///
    /// @throws IllegalStateException when no window is open, or the generator itself failed
    public boolean windowOver(Duration length) {
        throwIfFailed();
        var current = currentRecording();
        boolean timeIsUp = System.nanoTime() - current.startNanos() >= length.toNanos();
        return switch (model) {
            case LoadModel.Open _, LoadModel.Closed _ ->
                    timeIsUp || (current.counted() && current.complete());
            case LoadModel.HeldConnections _ -> timeIsUp && current.complete();
        };
    }

    /// Ends the window now. The load continues unchanged until every request of the window has its
    /// response, failed or timed out; then returns the result.
    ///
    /// @throws IllegalStateException when no window is open, or the generator itself failed
    /// @throws InterruptedException when the wait is interrupted; the load can then only be closed
    public LoadResult closeWindow() throws InterruptedException {
        return closeWindow(() -> {});
    }

    /// A check during a wait for the server.
    ///
    /// @param <E> thrown when waiting is no longer useful
    @FunctionalInterface
    public interface WaitCheck<E extends Exception> {
        void check() throws E;
    }

    /// Ends the window with a check every 50 ms, during the wait for the last requests, whether
    /// waiting is still useful; after an exception from it the load can only be closed.
    public <E extends Exception> LoadResult closeWindow(WaitCheck<E> check)
            throws InterruptedException, E {
        var current = currentRecording();
        current.recorders().forEach(Recorder::requestEnd);
        workers.forEach(LoadWorker::wakeUp);
        try {
            for (var recorder : current.recorders()) {
                await(recorder, check);
            }
            long suspended = current.suspended().nanos();
            var intervals = current.collector().finish();
            throwIfFailed();
            recording = null;
            return new RecorderMerger(
                            current.recorders(), this::connectionsRequested, names, suspended)
                    .result(generatorInfo, intervals);
        } finally {
            current.collector().stop();
        }
    }

    /// Stops the workers and closes their connections; a second call does nothing.
    ///
    /// @throws IllegalStateException when a worker has not stopped after 5 s
    @Override
    public void close() {
        if (!closeWithin(STOP_LIMIT)) {
            throw new IllegalStateException(
                    "the load generator did not stop within " + STOP_LIMIT.toSeconds() + " s");
        }
    }

    /// Stops the workers and closes their connections, with a time limit. Not interruptible:
    /// connections are closed when it returns true.
    ///
    /// @return whether every worker has stopped
    public boolean closeWithin(Duration limit) {
        workers.forEach(LoadWorker::close);
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
            current.collector().stop();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return threads.stream().noneMatch(Thread::isAlive);
    }

    /// The number of connections requested at once in a window of this length, ns.
    private int connectionsRequested(long length) {
        return switch (model) {
            case LoadModel.Open open -> open.connections();
            case LoadModel.HeldConnections hold -> hold.connections();
            case LoadModel.Closed(var users, _) ->
                    (int) users.peakUntil(length - Math.min(MAX_CONNECT_NANOS, length / 10));
        };
    }

    private Recording currentRecording() {
        var current = recording;
        if (current == null) {
            throw new IllegalStateException("no window is open");
        }
        return current;
    }

    List<Thread> threads() {
        return threads;
    }

    private <E extends Exception> void await(Recorder recorder, WaitCheck<E> check)
            throws InterruptedException, E {
        while (!recorder.finished().await(POLL_MILLIS, MILLISECONDS)) {
            throwIfFailed();
            check.check();
            if (threads.stream().noneMatch(Thread::isAlive) && recorder.finished().getCount() > 0) {
                throw new IllegalStateException("the load was closed before its window began");
            }
        }
    }

    private void throwIfFailed() {
        for (var worker : workers) {
            throwIf(worker.failure());
        }
        var current = recording;
        throwIf(current == null ? null : current.collector().failure());
    }

    private static void throwIf(@Nullable Throwable failure) {
        if (failure != null) {
            throw new IllegalStateException("the load generator failed: " + failure, failure);
        }
    }
}
