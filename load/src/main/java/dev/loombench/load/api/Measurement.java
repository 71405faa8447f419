package dev.loombench.load.api;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.loombench.load.LoadPlan;
import dev.loombench.load.LoadRun;
import dev.loombench.load.WindowEnd;
import dev.loombench.load.probe.Probe;
import dev.loombench.load.result.ArrivingRequest;
import dev.loombench.load.result.LoadProgress;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// A load that runs: it warms up, measures, and ends by itself.
///
/// All methods are for any thread. `close` ends the load at once.
public final class Measurement implements AutoCloseable {
    private final LoadRun run;
    private final LoadPlan plan;
    private final Duration warmUp;
    private final Duration duration;
    private final OptionalLong requests;
    private final Optional<String> connectTo;
    private final LoadProgress start;
    private final CountDownLatch stopRequested = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread;
    private volatile Progress.Phase phase = Progress.Phase.WARM_UP;
    private volatile Optional<Result> result = Optional.empty();
    private volatile @Nullable Throwable failure;

    /// @param duration of the window; with a number of requests, its limit
    /// @param requests after which the window ends; empty where time ends it
    /// @param connectTo as of the result
    Measurement(
            LoadRun run,
            LoadPlan plan,
            Duration warmUp,
            Duration duration,
            OptionalLong requests,
            Optional<String> connectTo) {
        this.run = run;
        this.plan = plan;
        this.warmUp = warmUp;
        this.duration = duration;
        this.requests = requests;
        this.connectTo = connectTo;
        start = run.progress();
        thread = Thread.ofPlatform().name("loombench-measurement").daemon().start(this::measure);
    }

    private void measure() {
        try {
            if (!isStoppedWithin(warmUp.toNanos())) {
                measureWindow();
            }
        } catch (InterruptedException _) {
            // Closed: there is no result.
        } catch (RuntimeException | Error e) {
            failure = e;
        } finally {
            phase = Progress.Phase.ENDED;
            ended.countDown();
        }
    }

    private void measureWindow() throws InterruptedException {
        long opened = run.openWindow(requests, _ -> {});
        phase = Progress.Phase.MEASURING;
        boolean complete = true;
        while (complete && !run.windowOver(duration)) {
            long elapsed = System.nanoTime() - opened;
            complete = !isStoppedWithin(WindowEnd.nanosUntilLook(elapsed, duration));
        }
        var closed = run.closeWindow();
        var measured = complete ? Probe.explained(plan, closed) : closed;
        var arriving = ArrivingRequest.of(plan.model(), measured.responseTime());
        result =
                Optional.of(
                        new Result(
                                measured,
                                complete,
                                connectTo,
                                arriving,
                                LoadJudge.problems(
                                        plan,
                                        warmUp.toNanos() / 1e9,
                                        measured,
                                        complete,
                                        requests,
                                        arriving)));
    }

    private boolean isStoppedWithin(long nanos) throws InterruptedException {
        return stopRequested.await(nanos, NANOSECONDS);
    }

    /// The progress until now.
    ///
    /// @throws IllegalStateException when the generator itself failed
    public Progress progress() {
        return Progress.of(phase, start, run.progress());
    }

    /// Waits for the end of the load at most for this time.
    ///
    /// @return whether it has ended
    public boolean await(Duration time) throws InterruptedException {
        return ended.await(time.toNanos(), NANOSECONDS);
    }

    /// Ends the measured time now; the result is that of the time until now.
    public void stop() {
        stopRequested.countDown();
    }

    /// Waits for the end of the load, and returns its result; empty when the load was stopped
    /// before its measured time, or closed.
    ///
    /// @throws IllegalStateException when the generator itself failed
    public Optional<Result> result() throws InterruptedException {
        ended.await();
        var cause = failure;
        if (cause != null) {
            throw new IllegalStateException("the load generator failed: " + cause, cause);
        }
        return result;
    }

    /// Ends the load and closes its connections.
    ///
    /// @throws IllegalStateException when a thread of the generator has not stopped after 5 s
    @Override
    public void close() {
        thread.interrupt();
        boolean interrupted = false;
        while (ended.getCount() > 0) {
            try {
                ended.await(); // so that it opens no window of a load that is closed
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        run.close();
    }
}
