package dev.loombench.cli.load.progress;

import dev.loombench.analysis.load.LoadRequest;
import dev.loombench.cli.console.AnsiLiveDisplay;
import dev.loombench.cli.console.ShutdownSignal;
import dev.loombench.cli.console.Terminal;
import dev.loombench.load.RunningLoad;
import dev.loombench.load.WindowEnd;
import dev.loombench.load.result.LoadProgress;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.traffic.LoadModel;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Shows the progress of a load: on a terminal lines that change in place, elsewhere a plain line
/// every ten seconds.
public final class LoadProgressDisplay implements AutoCloseable {
    private static final Duration REFRESH = Duration.ofMillis(250);
    private static final Duration PLAIN_REFRESH = Duration.ofSeconds(10);

    /// A wait that ends early when a stop is requested.
    interface Pause {
        /// @return whether a stop is requested
        boolean await(ShutdownSignal signal, Duration length) throws InterruptedException;
    }

    private final PrintWriter out;
    private final LoadModel model;
    private final int connections;
    private final @Nullable AnsiLiveDisplay live;
    private final LongSupplier nanoTime;
    private final Pause pause;
    private final LatencyHistory latencies = new LatencyHistory();
    private @Nullable ThroughputHistory throughput;

    /// @param connections that the load opens
    /// @param live lines that change in place; null for plain lines
    /// @param nanoTime the monotonic clock
    LoadProgressDisplay(
            PrintWriter out,
            LoadModel model,
            int connections,
            @Nullable AnsiLiveDisplay live,
            LongSupplier nanoTime,
            Pause pause) {
        this.out = out;
        this.model = model;
        this.connections = connections;
        this.live = live;
        this.nanoTime = nanoTime;
        this.pause = pause;
    }

    public static LoadProgressDisplay on(PrintWriter out, LoadRequest request) {
        return new LoadProgressDisplay(
                out,
                request.model(),
                request.openConnections(),
                Terminal.live() ? new AnsiLiveDisplay(out) : null,
                System::nanoTime,
                ShutdownSignal::awaitRequest);
    }

    /// Records a second of the window, from any thread.
    public void add(Second interval) {
        latencies.add(interval);
    }

    /// Shows the warm-up until it ends or a stop is requested.
    ///
    /// @return whether the warm-up has ended
    public boolean awaitWarmUp(RunningLoad run, Duration length, ShutdownSignal signal)
            throws InterruptedException {
        return await(run, LoadSnapshot.WARM_UP, length, signal);
    }

    /// Shows a phase of the load until it ends or a stop is requested.
    ///
    /// @return whether the phase has ended
    boolean await(RunningLoad run, String phase, Duration length, ShutdownSignal signal)
            throws InterruptedException {
        long end = nanoTime.getAsLong() + length.toNanos();
        return await(
                run,
                phase,
                length,
                OptionalLong.empty(),
                signal,
                () -> nanoTime.getAsLong() - end >= 0);
    }

    /// Shows the open window until it ends or a stop is requested.
    ///
    /// @param length of the window; with a number of requests, its limit
    /// @param requests after which it ends
    /// @param sample runs meanwhile, at each look at the load
    /// @return whether the window has ended
    public boolean awaitWindow(
            RunningLoad run,
            Duration length,
            OptionalLong requests,
            ShutdownSignal signal,
            Runnable sample)
            throws InterruptedException {
        return await(
                run,
                "measuring",
                length,
                requests,
                signal,
                () -> {
                    sample.run();
                    return run.windowOver(length);
                });
    }

    private boolean await(
            RunningLoad run,
            String phase,
            Duration length,
            OptionalLong requests,
            ShutdownSignal signal,
            BooleanSupplier over)
            throws InterruptedException {
        var track = throughputUpTo(run.progress());
        var first = track.latest();
        long start = first.nanos();
        long refresh = (live == null ? PLAIN_REFRESH : REFRESH).toNanos();
        while (!over.getAsBoolean()) {
            long elapsed = nanoTime.getAsLong() - start;
            long look = WindowEnd.nanosUntilLook(elapsed, length);
            if (pause.await(signal, Duration.ofNanos(look))) {
                return false;
            }
            if (nanoTime.getAsLong() - track.latest().nanos() >= refresh) {
                track.add(run.progress());
                show(snapshot(phase, track, first, length, requests));
            }
        }
        return true;
    }

    /// The history of all phases, so that the last minute spans them.
    private ThroughputHistory throughputUpTo(LoadProgress now) {
        var track = throughput;
        if (track == null) {
            track = new ThroughputHistory(now);
        } else {
            track.add(now);
        }
        throughput = track;
        return track;
    }

    /// @param first the progress at the start of the phase
    private LoadSnapshot snapshot(
            String phase,
            ThroughputHistory track,
            LoadProgress first,
            Duration length,
            OptionalLong requests) {
        var now = track.latest();
        long ended = ended(now) - ended(first);
        return new LoadSnapshot(
                model,
                connections,
                phase,
                Duration.ofNanos(now.nanos() - first.nanos()),
                length,
                requests.isPresent()
                        ? Optional.of(new LoadSnapshot.Requests(ended, requests.getAsLong()))
                        : Optional.empty(),
                now,
                track.rate(),
                track.ratePerSecond(),
                latencies.percentiles(),
                latencies.p99PerSecond());
    }

    private static long ended(LoadProgress progress) {
        return progress.succeeded() + progress.errors();
    }

    private void show(LoadSnapshot view) {
        if (live != null) {
            live.draw(view.lines(AnsiStyle.of(true), Terminal.columns()));
        } else if (view.elapsed().compareTo(PLAIN_REFRESH) >= 0) {
            out.println(view.plainLine());
        }
    }

    /// Restores the terminal.
    @Override
    public void close() {
        if (live != null) {
            live.clear();
        }
    }
}
