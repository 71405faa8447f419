package dev.loombench.load;

import dev.loombench.base.Window;
import dev.loombench.load.result.LoadProgress;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.load.result.LoadResults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/// A load on a simulated clock, with a constant number of requests per second that all have the
/// same response time. Its window takes 5 ms to open, and its close waits for the last response.
public final class SimulatedLoad implements RunningLoad {
    private static final long OPENING_NANOS = 5_000_000;

    /// The CPU time of the generator: a tenth of a processor.
    public static final double CORES = 0.1;

    private final SimulatedClock clock;
    private final int connections;
    private final double perSecond;
    private final long responseNanos;

    /// Starts and ends of the time under load, in order; paused where their number is even.
    private final List<Long> edges = new ArrayList<>();

    private OptionalLong windowStart = OptionalLong.empty();

    public SimulatedLoad(
            SimulatedClock clock, int connections, double perSecond, Duration responseTime) {
        this.clock = clock;
        this.connections = connections;
        this.perSecond = perSecond;
        responseNanos = responseTime.toNanos();
        edges.add(clock.nanoTime());
    }

    /// Good responses until a time.
    public long responsesUntil(long nanos) {
        return requestsUntil(nanos - responseNanos);
    }

    private long requestsUntil(long nanos) {
        long loaded = 0;
        for (int i = 0; i < edges.size(); i += 2) {
            long end = i + 1 < edges.size() ? Math.min(edges.get(i + 1), nanos) : nanos;
            loaded += Math.max(0, end - edges.get(i));
        }
        return Math.round(loaded * perSecond / 1e9);
    }

    private boolean paused() {
        return edges.size() % 2 == 0;
    }

    @Override
    public LoadProgress progress() {
        long now = clock.nanoTime();
        long responses = responsesUntil(now);
        return new LoadProgress(
                now,
                responses,
                responses * responseNanos,
                0,
                requestsUntil(now) - responses,
                connections,
                0);
    }

    @Override
    public void pause() {
        if (windowStart.isPresent()) {
            throw new IllegalStateException("a window is open");
        }
        if (!paused()) {
            edges.add(clock.nanoTime());
        }
    }

    @Override
    public void resume() {
        if (paused()) {
            edges.add(clock.nanoTime());
        }
    }

    @Override
    public boolean rests() {
        return paused() && progress().inFlight() == 0;
    }

    @Override
    public long openWindow(OptionalLong requests, Consumer<Second> listener) {
        if (windowStart.isPresent()) {
            throw new IllegalStateException("a window is open already");
        }
        clock.advance(OPENING_NANOS);
        windowStart = OptionalLong.of(clock.nanoTime());
        return clock.nanoTime();
    }

    @Override
    public long openNextSlice() {
        return openWindow(OptionalLong.empty(), _ -> {});
    }

    @Override
    public boolean windowOver(Duration length) {
        return clock.nanoTime() - windowStart.orElseThrow() >= length.toNanos();
    }

    @Override
    public <E extends Exception> LoadResult closeWindow(WaitCheck<E> check) throws E {
        var window = new Window(windowStart.orElseThrow(), clock.nanoTime());
        windowStart = OptionalLong.empty();
        check.check();
        clock.advance(responseNanos);
        long requests = requestsUntil(window.endNanos()) - requestsUntil(window.startNanos());
        var times = new Histogram(3);
        times.setAutoResize(true);
        times.recordValueWithCount(responseNanos, requests);
        var intervals = List.of(new Second(window, times, times));
        return LoadResults.of(
                window,
                LoadResults.counts(requests, requests, Map.of(), 0, requests, 0),
                LoadResults.connections(connections, connections, 0, intervals),
                LoadResults.generator(
                        "simulated", Math.round(CORES * window.nanos()), CORES, new Histogram(3)),
                intervals);
    }

    @Override
    public void close() {
        windowStart = OptionalLong.empty();
        pause();
    }

    @Override
    public boolean closeWithin(Duration limit) {
        close();
        return true;
    }
}
