package dev.loombench.load;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.loombench.base.TimedReading;
import dev.loombench.load.record.GeneratorInfo;
import dev.loombench.load.record.GeneratorInfo.StreamsInfo;
import dev.loombench.load.record.RecordedWindow;
import dev.loombench.load.record.RecordedWindow.Goal;
import dev.loombench.load.record.WindowMerger;
import dev.loombench.load.result.LoadProgress;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.load.transport.Ticker;
import dev.loombench.load.worker.LoadWorker;
import dev.loombench.load.worker.RequestedConnections;
import dev.loombench.load.worker.WorkerShard;
import dev.loombench.requests.secret.SecretMask;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A load, or a share of one, that threads of this process drive.
public final class LoadRun implements RunningLoad {
    private static final long POLL_MILLIS = 50;

    /// Time limit for the workers to stop: an iteration of a worker takes milliseconds.
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

    /// Time between setting the beginning or the end of a window and that instant.
    private static final long AHEAD_NANOS = 1_000_000;

    private static final long POLL_NANOS = 200_000;

    /// A reading of the progress that takes longer is repeated.
    private static final long READING_NANOS = 1_000_000;

    private final Ticker ticker;
    private final List<LoadWorker> workers;
    private final List<Thread> threads = new ArrayList<>();

    /// [workers] their positions in the whole load.
    private final List<WorkerShard> shards;

    private final LoadModel model;
    private final GeneratorInfo generatorInfo;
    private final List<String> names;
    private final SecretMask secrets;

    /// Whether requests were sent before the window that opens next.
    private boolean withinLoad;

    private volatile @Nullable Recording recording;

    /// @param ticker the clock of the workers
    /// @param shards [workers] their positions in the whole load
    /// @param beginsWithWindow whether nothing is sent before the first window
    /// @param names of the requests in the mix
    /// @param secrets of the requests, which a server may repeat
    LoadRun(
            Ticker ticker,
            boolean beginsWithWindow,
            List<LoadWorker> workers,
            List<WorkerShard> shards,
            LoadModel model,
            GeneratorInfo generatorInfo,
            List<String> names,
            SecretMask secrets) {
        this.ticker = ticker;
        withinLoad = !beginsWithWindow;
        this.workers = workers;
        this.shards = List.copyOf(shards);
        this.model = model;
        this.generatorInfo = generatorInfo;
        this.names = List.copyOf(names);
        this.secrets = secrets;
        for (int i = 0; i < workers.size(); i++) {
            threads.add(
                    Thread.ofPlatform().name("loombench-load-" + i).daemon().start(workers.get(i)));
        }
    }

    @Override
    public LoadProgress progress() {
        throwIfFailed();
        var sum = TimedReading.shortest(READING_NANOS, ticker::nanoTime, this::sum);
        return LoadProgress.none(sum.nanos()).plus(sum.value());
    }

    /// Of all workers, without a time.
    private LoadProgress sum() {
        var sum = LoadProgress.none(0);
        for (var worker : workers) {
            sum = worker.addTo(sum);
        }
        return sum;
    }

    @Override
    public void pause() {
        if (recording != null) {
            throw new IllegalStateException("a window is open");
        }
        workers.forEach(worker -> worker.pause(true));
    }

    @Override
    public void resume() {
        workers.forEach(worker -> worker.pause(false));
    }

    @Override
    public boolean rests() {
        throwIfFailed();
        return workers.stream().allMatch(LoadWorker::rests);
    }

    @Override
    public long openWindow(OptionalLong requests, Consumer<Second> listener) {
        return open(OptionalLong.empty(), requests, true, listener);
    }

    @Override
    public long openNextSlice() {
        return open(OptionalLong.empty(), OptionalLong.empty(), false, _ -> {});
    }

    /// Opens a window at a given instant, and returns then.
    ///
    /// @param start on the monotonic clock; where it has passed before every worker knew of the
    ///   window, it opens as soon as they do
    /// @param requests of the whole load
    /// @param beginsProfile false for a window that continues the load of the windows before
    /// @return the start
    public long openWindowAt(
            long start, OptionalLong requests, boolean beginsProfile, Consumer<Second> listener) {
        return open(OptionalLong.of(start), requests, beginsProfile, listener);
    }

    /// Each worker takes its part before the beginning is set: what a thread of this process waits
    /// for a processor, be it a worker's or this one, is then no part of the window that is missed.
    /// Where this thread stood still just as it set the beginning, responses may be missed, and
    /// another window is opened in its place.
    private long open(
            OptionalLong at,
            OptionalLong requests,
            boolean beginsProfile,
            Consumer<Second> listener) {
        if (recording != null) {
            throw new IllegalStateException("a window is open already");
        }
        while (true) {
            var opened = record(requests, beginsProfile, listener);
            await(opened, RecordedWindow::isTaken);
            long soon = ticker.nanoTime() + AHEAD_NANOS;
            long start = soon + Math.max(0, at.orElse(soon) - soon);
            opened.startNanos = start;
            opened.reported = !opened.countsAll();
            opened.lateNanos = opened.countsAll() ? 0 : start - at.orElse(start);
            opened.parts.forEach(part -> part.beginAt(start));
            opened.reported |= ticker.nanoTime() - start < 0;
            workers.forEach(LoadWorker::wakeUp);
            if (opened.reported) {
                withinLoad = true;
                park(() -> start - ticker.nanoTime());
                return start;
            }
            discard(opened);
        }
    }

    private Recording record(
            OptionalLong requests, boolean beginsProfile, Consumer<Second> listener) {
        var created =
                new Recording(
                        workers.size(),
                        i -> goal(requests, shards.get(i)),
                        withinLoad,
                        requests,
                        beginsProfile,
                        names.size(),
                        listener);
        recording = created;
        created.collector.start();
        for (int i = 0; i < workers.size(); i++) {
            workers.get(i).record(created.parts.get(i));
        }
        return created;
    }

    private void discard(Recording late) {
        late.parts.forEach(part -> part.endAt(ticker.nanoTime()));
        workers.forEach(LoadWorker::wakeUp);
        await(late, part -> part.finished().getCount() == 0);
        late.collector.stop();
        recording = null;
    }

    private void await(Recording opening, Predicate<RecordedWindow> condition) {
        try {
            park(() -> {
                if (opening.parts.stream().allMatch(condition)) {
                    return 0;
                }
                throwIfFailed();
                if (threads.stream().noneMatch(Thread::isAlive)) {
                    throw new IllegalStateException("the load was closed before its window began");
                }
                return POLL_NANOS;
            });
        } catch (RuntimeException e) {
            opening.collector.stop();
            throw e;
        }
    }

    /// Waits until no time is left; an interrupt stays for later.
    private static void park(LongSupplier left) {
        boolean interrupted = false;
        for (long nanos = left.getAsLong(); nanos > 0; nanos = left.getAsLong()) {
            LockSupport.parkNanos(nanos);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Goal goal(OptionalLong requests, WorkerShard shard) {
        if (requests.isPresent()) {
            return new Goal(shard.shareOf(requests.getAsLong()), true);
        }
        return switch (model) {
            case LoadModel.Open _, LoadModel.Closed _ -> Goal.NONE;
            case LoadModel.HeldConnections(var connections, _) ->
                    new Goal(shard.users(connections), false);
        };
    }

    @Override
    public boolean windowOver(Duration length) {
        throwIfFailed();
        var current = currentRecording();
        boolean timeIsUp = ticker.nanoTime() - current.startNanos >= length.toNanos();
        return WindowEnd.reached(model, timeIsUp, current.counted(), current.complete());
    }

    /// Whether the requests with which the open window ends have ended; false where time ends it.
    ///
    /// @throws IllegalStateException as `windowOver`
    public boolean goalReached() {
        throwIfFailed();
        return currentRecording().complete();
    }

    @Override
    public <E extends Exception> LoadResult closeWindow(WaitCheck<E> check)
            throws InterruptedException, E {
        // a single worker ends it after what it has counted, several at the same instant
        return closeWindowAt(ticker.nanoTime() + (workers.size() == 1 ? 0 : AHEAD_NANOS), check);
    }

    /// Closes the window that is open at a given instant; where nothing was sent before it and it
    /// opened later than it was to, as much later, so that it has its length and all its arrivals.
    ///
    /// @param end on the monotonic clock, ahead; once it has passed, the window ends now
    public <E extends Exception> LoadResult closeWindowAt(long end, WaitCheck<E> check)
            throws InterruptedException, E {
        var current = currentRecording();
        current.parts.forEach(part -> part.endAt(end + current.lateNanos));
        workers.forEach(LoadWorker::wakeUp);
        try {
            for (var part : current.parts) {
                await(part, check);
            }
            long suspended = current.suspended.nanos();
            var intervals = current.collector.finish();
            throwIfFailed();
            recording = null;
            return new WindowMerger(
                            current.parts,
                            length -> connectionsRequested(length, current),
                            names,
                            suspended)
                    .result(generatorInfo, intervals)
                    .withFaults(secrets::ofStart);
        } finally {
            current.collector.stop();
        }
    }

    @Override
    public void close() {
        if (!closeWithin(STOP_LIMIT)) {
            throw new IllegalStateException(
                    "the load generator did not stop within " + STOP_LIMIT.toSeconds() + " s");
        }
    }

    @Override
    public boolean closeWithin(Duration limit) {
        workers.forEach(LoadWorker::close);
        long end = ticker.nanoTime() + limit.toNanos();
        boolean interrupted = false;
        for (var thread : threads) {
            long left = end - ticker.nanoTime();
            while (thread.isAlive() && left > 0) {
                try {
                    thread.join(Duration.ofNanos(left));
                } catch (InterruptedException _) {
                    interrupted = true;
                }
                left = end - ticker.nanoTime();
            }
        }
        var current = recording;
        if (current != null) {
            current.collector.stop();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return threads.stream().noneMatch(Thread::isAlive);
    }

    /// This process's share of the connections requested at once in a window of this length, ns.
    private int connectionsRequested(long length, Recording ended) {
        int streams = generatorInfo.streams().map(StreamsInfo::perConnection).orElse(1);
        int sum = 0;
        for (int i = 0; i < shards.size(); i++) {
            int unopened = ended.parts.get(i).unopened;
            sum +=
                    RequestedConnections.of(
                            model, length, streams, ended.requests, shards.get(i), unopened);
        }
        return sum;
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

    private <E extends Exception> void await(RecordedWindow part, WaitCheck<E> check)
            throws InterruptedException, E {
        while (!part.finished().await(POLL_MILLIS, MILLISECONDS)) {
            throwIfFailed();
            check.check();
            if (threads.stream().noneMatch(Thread::isAlive) && part.finished().getCount() > 0) {
                throw new IllegalStateException("the load was closed before its window began");
            }
        }
    }

    private void throwIfFailed() {
        for (var worker : workers) {
            throwIf(worker.failure());
        }
        var current = recording;
        throwIf(current == null ? null : current.collector.failure());
    }

    private static void throwIf(@Nullable Throwable failure) {
        if (failure != null) {
            throw new IllegalStateException("the load generator failed: " + failure, failure);
        }
    }
}
