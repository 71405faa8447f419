package dev.loombench.cli;

import dev.loombench.cli.console.StatusLine;
import dev.loombench.cli.option.OtherRunOption;
import dev.loombench.report.Format;
import dev.loombench.run.RunEvent;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Shows the progress of a calibration: on a terminal one line that changes in place, elsewhere a
/// line per trial.
final class CalibrationProgress implements Consumer<RunEvent>, AutoCloseable {
    private final Duration time;
    private final PrintWriter out;
    private final StatusLine status;
    private final LongSupplier nanoTime;
    private long startedNanos;

    /// @param time of the calibration
    /// @param live whether `out` is a terminal
    /// @param nanoTime the monotonic clock
    CalibrationProgress(Duration time, PrintWriter out, boolean live, LongSupplier nanoTime) {
        this.time = time;
        this.out = out;
        status = new StatusLine(out, live);
        this.nanoTime = nanoTime;
        this.startedNanos = nanoTime.getAsLong();
    }

    @Override
    public void accept(RunEvent event) {
        switch (event) {
            case RunEvent.Preparing(var server) -> status.show("preparing " + Format.plain(server));
            case RunEvent.AlreadyRunning _ -> {} // a calibration starts its servers
            case RunEvent.OthersUnknown unknown -> status.println(OtherRunOption.text(unknown));
            case RunEvent.Waiting waiting -> OtherRunOption.show(waiting, status, out);
            case RunEvent.Started started -> {
                startedNanos = nanoTime.getAsLong();
                clear();
                out.println(
                        "calibration: one server twice, for about %s, seed %d"
                                .formatted(Format.rough(time), started.manifest().seed()));
            }
            case RunEvent.Progress p ->
                    status.show(
                            "[block %d] %s, %s left"
                                    .formatted(p.trial().block(), p.activity(), left()));
            case RunEvent.TrialEnded ended -> {
                if (!status.isLive()) {
                    out.println(
                            "[block %d] trial %d ended (%s left)"
                                    .formatted(
                                            ended.result().trial().block(),
                                            ended.result().trial().number(),
                                            left()));
                }
            }
            case RunEvent.StartedAnew _,
                    RunEvent.Repeated _,
                    RunEvent.ModeChanged _,
                    RunEvent.PreciseEnough _,
                    RunEvent.BudgetSpent _,
                    RunEvent.AgentLost _ -> {}
        }
        out.flush();
    }

    private String left() {
        var left = time.minusNanos(nanoTime.getAsLong() - startedNanos);
        return Format.rough(left.isNegative() ? Duration.ZERO : left);
    }

    void clear() {
        status.clear();
    }

    @Override
    public void close() {
        clear();
    }
}
