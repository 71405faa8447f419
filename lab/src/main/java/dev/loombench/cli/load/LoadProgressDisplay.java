package dev.loombench.cli.load;

import dev.loombench.cli.console.AnsiLiveDisplay;
import dev.loombench.cli.console.LoadStop;
import dev.loombench.cli.console.Terminal;
import dev.loombench.load.LoadProgress;
import dev.loombench.load.LoadRun;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.result.LoadResult.Interval;
import dev.loombench.spec.load.LoadModel;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Shows how a load comes along: lines that change in place on a terminal, elsewhere a plain line
/// every ten seconds.
final class LoadProgressDisplay implements AutoCloseable {
    private static final Duration REFRESH = Duration.ofMillis(250);
    private static final Duration PLAIN_REFRESH = Duration.ofSeconds(10);

    /// A window may end by something else than time: how often to look.
    private static final long LOOK_NANOS = 20_000_000;

    private final PrintWriter out;
    private final LoadModel model;
    private final @Nullable AnsiLiveDisplay live;
    private final LatencyHistory latencies = new LatencyHistory();
    private @Nullable ThroughputHistory begun;

    private LoadProgressDisplay(PrintWriter out, LoadModel model, @Nullable AnsiLiveDisplay live) {
        this.out = out;
        this.model = model;
        this.live = live;
    }

    static LoadProgressDisplay on(PrintWriter out, LoadModel model) {
        return Terminal.live() ? live(out, model) : new LoadProgressDisplay(out, model, null);
    }

    /// In place, on a terminal.
    static LoadProgressDisplay live(PrintWriter out, LoadModel model) {
        return new LoadProgressDisplay(out, model, new AnsiLiveDisplay(out));
    }

    /// Takes note of a second of the window; from any thread.
    void add(Interval interval) {
        latencies.add(interval);
    }

    /// Watches a phase of the load to its end, or until a stop is asked for.
    ///
    /// @return whether it came to its end
    boolean follow(LoadRun run, String phase, Duration length, LoadStop stop)
            throws InterruptedException {
        long end = System.nanoTime() + length.toNanos();
        return follow(run, phase, length, stop, () -> System.nanoTime() - end >= 0);
    }

    /// Watches the open window to its end, whatever ends it, or until a stop is asked for.
    ///
    /// @param server looked at meanwhile
    /// @return whether it came to its end
    boolean measure(LoadRun run, Duration length, LoadStop stop, LocalServer server)
            throws InterruptedException {
        return follow(
                run,
                "measuring",
                length,
                stop,
                () -> {
                    server.look();
                    return run.windowOver(length);
                });
    }

    private boolean follow(
            LoadRun run, String phase, Duration length, LoadStop stop, BooleanSupplier over)
            throws InterruptedException {
        var track = track(run.progress());
        long start = track.now().nanos();
        long refresh = (live == null ? PLAIN_REFRESH : REFRESH).toNanos();
        while (!over.getAsBoolean()) {
            long left = start + length.toNanos() - System.nanoTime();
            if (stop.asked(Duration.ofNanos(left > 0 ? Math.min(left, LOOK_NANOS) : LOOK_NANOS))) {
                return false;
            }
            if (System.nanoTime() - track.now().nanos() >= refresh) {
                track.add(run.progress());
                tell(view(phase, track, start, length));
            }
        }
        return true;
    }

    /// One for all phases: the last minute does not begin anew with each.
    private ThroughputHistory track(LoadProgress now) {
        var track = begun;
        if (track == null) {
            track = new ThroughputHistory(now);
        } else {
            track.add(now);
        }
        begun = track;
        return track;
    }

    private LoadSnapshot view(String phase, ThroughputHistory track, long start, Duration length) {
        var now = track.now();
        return new LoadSnapshot(
                model,
                phase,
                Duration.ofNanos(now.nanos() - start),
                length,
                now,
                track.rate(),
                track.seconds(),
                latencies.soFar(),
                latencies.p99OfSeconds());
    }

    private void tell(LoadSnapshot view) {
        if (live != null) {
            live.draw(view.lines(AnsiStyle.of(true), Terminal.columns()));
        } else if (view.elapsed().compareTo(PLAIN_REFRESH) >= 0) {
            out.println(view.sentence());
        }
    }

    /// Leaves the terminal as it was.
    @Override
    public void close() {
        if (live != null) {
            live.clear();
        }
    }
}
