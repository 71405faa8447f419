package dev.loombench.cli.live;

import dev.loombench.analysis.Analysis;
import dev.loombench.report.Format;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialResult;
import dev.loombench.result.store.ResultError;
import dev.loombench.run.RunEvent;
import dev.loombench.text.Figures;
import dev.loombench.text.FileFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The live report of a run: the page of the trials that have ended, a status line, the throughput
/// of the present trials as it is measured, and a button that stops the run.
///
/// Pages are rendered between trials, on the run's thread, so that rendering disturbs no trial.
public final class LiveReport implements Consumer<RunEvent>, AutoCloseable {
    private static final String NOT_STARTED =
            "<!doctype html><meta http-equiv=refresh content=1><title>Loombench</title><p>The run has not started yet.";

    /// A run under way and its trials so far.
    private record RunState(Path folder, RunManifest manifest, List<TrialResult> trials) {
        String page() {
            return HtmlReport.live(Analysis.of(manifest, trials), trials, folder);
        }
    }

    private final ServerSentEvents feed = new ServerSentEvents();
    private final LiveReportServer server;
    private @Nullable RunState state;
    private volatile String page = NOT_STARTED;
    private volatile boolean stopRequested;
    private boolean stopped;

    private LiveReport() throws IOException {
        this.server = LiveReportServer.serve(() -> page, feed, () -> stopRequested = true);
    }

    public static LiveReport serve() {
        try {
            return new LiveReport();
        } catch (IOException e) {
            throw new ResultError("cannot serve the live page on loopback: " + FileFault.of(e), e);
        }
    }

    public String address() {
        return server.address();
    }

    /// @throws Stopped when the user has requested a stop; the current trial is discarded, and
    ///   those that have ended are kept
    @Override
    public void accept(RunEvent event) {
        show(event);
        if (stopRequested) {
            stopped = true;
            throw new Stopped();
        }
    }

    private void show(RunEvent event) {
        switch (event) {
            case RunEvent.Started started -> {
                var finished = new ArrayList<>(started.finished());
                show(new RunState(started.folder(), started.manifest(), finished));
            }
            case RunEvent.OthersUnknown _,
                    RunEvent.AlreadyRunning _,
                    RunEvent.Repeated _ -> {} // on standard error
            case RunEvent.Waiting _ ->
                    feed.status("Waiting until another run on this machine has ended");
            case RunEvent.StartedAnew(_, var why) -> feed.status(Format.plain(why));
            case RunEvent.ModeChanged(var why) ->
                    feed.status("The trials follow one another: " + Format.plain(why));
            case RunEvent.Preparing(var server) -> feed.status("Preparing " + Format.plain(server));
            case RunEvent.AgentLost(_, var why) -> feed.status(Format.plain(why));
            case RunEvent.Progress p -> {
                feed.status(line(p));
                sample(p);
            }
            case RunEvent.PreciseEnough(var trials, _) ->
                    feed.status("Precise enough after " + Figures.counted(trials, "trial"));
            case RunEvent.BudgetSpent(var trials, _) ->
                    feed.status(
                            "No further block fits the budget after "
                                    + Figures.counted(trials, "trial"));
            case RunEvent.TrialEnded ended -> {
                if (state != null) {
                    state.trials().add(ended.result());
                    show(state);
                }
            }
        }
    }

    /// Nothing while there is no load.
    private void sample(RunEvent.Progress p) {
        if (p.responsesPerSecond() > 0) {
            feed.sample(
                    new ServerSentEvents.Sample(
                            p.trial().number(),
                            Format.plain(p.trial().variant()),
                            p.activity(),
                            p.responsesPerSecond()));
        }
    }

    private void show(RunState now) {
        state = now;
        page = now.page();
        feed.page(page);
    }

    private static String line(RunEvent.Progress p) {
        var rate =
                p.responsesPerSecond() > 0
                        ? ", %s/s".formatted(Figures.number(p.responsesPerSecond()))
                        : "";
        return "Trial %d of %d, %s: %s for %.1f s%s; %s left"
                .formatted(
                        p.trial().number(),
                        p.trials(),
                        Format.plain(p.trial().variant()),
                        p.activity(),
                        p.elapsed().toMillis() / 1e3,
                        rate,
                        Format.rough(p.remaining()));
    }

    /// Shows the final page.
    ///
    /// @param file the page on disk
    public void showFinal(String finalPage, Path file) {
        page = finalPage;
        feed.page(finalPage);
        feed.status("This page is stored in " + file);
    }

    @Override
    public void close() {
        feed.ended(stopped ? "The run was stopped." : "The run has ended.");
        server.close();
    }

    /// The user has requested a stop.
    public static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
