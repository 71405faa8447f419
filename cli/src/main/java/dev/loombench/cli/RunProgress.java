package dev.loombench.cli;

import dev.loombench.cli.console.StatusLine;
import dev.loombench.cli.console.Terminal;
import dev.loombench.cli.option.OtherRunOption;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.NotStored;
import dev.loombench.experiment.TrialMode;
import dev.loombench.report.Format;
import dev.loombench.report.next.ResumeCommand;
import dev.loombench.report.scope.JdkText;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.result.Invocation;
import dev.loombench.result.TrialOutcome.BatchCompleted;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialResult;
import dev.loombench.run.Reproducer;
import dev.loombench.run.RunEvent;
import dev.loombench.text.Figures;
import dev.loombench.text.Units;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Shows the progress of a run: on a terminal one line that changes in place, elsewhere a line per
/// trial.
final class RunProgress implements Consumer<RunEvent>, AutoCloseable {
    private final PrintWriter out;
    private final StatusLine status;
    private final AnsiStyle paint;
    private volatile @Nullable Path folder;
    private volatile NotStored missing = NotStored.NOTHING;
    private volatile Metric deciding = Metric.THROUGHPUT;
    private @Nullable Duration remainingAfter;

    private RunProgress(PrintWriter out, boolean live) {
        this.out = out;
        status = new StatusLine(out, live);
        this.paint = AnsiStyle.of(live);
    }

    static RunProgress on(PrintWriter out) {
        return new RunProgress(out, Terminal.live());
    }

    /// The folder of the current run, once it exists.
    @Nullable Path folder() {
        return folder;
    }

    /// What the current run needs again to be resumed.
    NotStored missing() {
        return missing;
    }

    /// Announces the next experiment of a reproduction; from now on progress includes the time left
    /// for all experiments.
    synchronized void step(Reproducer.ReproductionStep step) {
        clear();
        remainingAfter = step.remaining();
        out.println();
        out.println(
                paint.bold(
                        "%s (experiment %d of %d)"
                                .formatted(
                                        Format.plain(step.planned().name()),
                                        step.number(),
                                        step.total())));
        step.planned().adjustments().forEach(s -> out.println("  adjusted: " + Format.plain(s)));
        out.flush();
    }

    private String timeLeft(Duration ofRun) {
        return remainingAfter == null
                ? "%s left".formatted(Format.rough(ofRun))
                : "%s left, %s for all"
                        .formatted(Format.rough(ofRun), Format.rough(ofRun.plus(remainingAfter)));
    }

    @Override
    public synchronized void accept(RunEvent event) {
        switch (event) {
            case RunEvent.Preparing(var server) ->
                    status.show(
                            "preparing "
                                    + Format.plain(server)
                                    + ", which takes a while the first time");
            case RunEvent.OthersUnknown unknown -> status.println(OtherRunOption.text(unknown));
            case RunEvent.Waiting waiting -> OtherRunOption.show(waiting, status, out);
            case RunEvent.AlreadyRunning(var variant, var observed) ->
                    status.println(
                            "%s: %s".formatted(Format.plain(variant), Format.plain(observed)));
            case RunEvent.StartedAnew(var interrupted, var why) -> {
                clear();
                why.lines().map(Format::plain).forEach(out::println);
                out.println(
                        "  so the experiment restarts; the interrupted run stays in "
                                + Format.plain(interrupted.toString()));
            }
            case RunEvent.Repeated(var trial) ->
                    status.println(
                            "trial %d (%s) is measured again: others of its interleaved block are missing"
                                    .formatted(trial.number(), Format.plain(trial.variant())));
            case RunEvent.ModeChanged(var why) ->
                    status.println(
                            "the trials follow one another from here on: " + Format.plain(why));
            case RunEvent.Started started -> {
                clear();
                started(started);
            }
            case RunEvent.Progress p -> status.show(progressLine(p));
            case RunEvent.PreciseEnough(var trials, var planned) ->
                    status.println(skipped("precise enough", trials, planned));
            case RunEvent.BudgetSpent(var trials, var planned) ->
                    status.println(skipped("no further block fits the budget", trials, planned));
            case RunEvent.AgentLost(var run, var why) -> {
                clear();
                out.println("the run ends: " + Format.plain(why));
                out.println(
                        "  once as many agents respond: %s --load-on ..."
                                .formatted(
                                        Format.plain(ResumeCommand.line(run, Invocation.UNKNOWN))));
            }
            case RunEvent.TrialEnded ended -> status.println(ended(ended));
        }
        out.flush();
    }

    private static String skipped(String why, int trials, int planned) {
        return "%s after %s; %d of at most %d are skipped"
                .formatted(why, Figures.counted(trials, "trial"), planned - trials, planned);
    }

    private void started(RunEvent.Started started) {
        missing = NotStored.of(started.manifest().experiment());
        deciding = started.manifest().experiment().metric();
        folder = started.folder();
        var plan = started.manifest().plan().size();
        out.println(
                "%s: %s%s of %s in random order%s, seed %d%s%s"
                        .formatted(
                                Format.plain(started.manifest().experiment().name()),
                                started.manifest().experiment().trials().precision().isPresent()
                                        ? "at most "
                                        : "",
                                Figures.counted(plan, "trial"),
                                Figures.counted(
                                        started.manifest().experiment().variants().size(),
                                        "variant"),
                                started.manifest().mode().mode() == TrialMode.INTERLEAVED
                                        ? ", all servers of a block at once where possible"
                                        : "",
                                started.manifest().seed(),
                                started.longest()
                                        .map(Format::rough)
                                        .map("; at most %s"::formatted)
                                        .orElse(""),
                                started.finished().isEmpty()
                                        ? ""
                                        : "; %d finished earlier"
                                                .formatted(started.finished().size())));
        beyondBudget(started).ifPresent(out::println);
        ResumeCommand.notice(missing).map(Format::plain).ifPresent(out::println);
        JdkText.of(started.manifest()).ifPresent(out::println);
        if (!started.manifest().exclusive()) {
            out.println(
                    "another run is measuring on this machine: both are disturbed, and this result is invalid");
        }
    }

    private static Optional<String> beyondBudget(RunEvent.Started started) {
        var experiment = started.manifest().experiment();
        return started.budgetAtRisk()
                .map(budget ->
                        "the budget of %s may not be held: at least %s are measured, with warm-ups of up to %s; --warm-up TIME shortens them"
                                .formatted(
                                        Units.text(budget),
                                        Figures.counted(started.leastBlocks(), "block"),
                                        Units.text(experiment.phases().warmUpMax())));
    }

    private String progressLine(RunEvent.Progress p) {
        var rate =
                p.responsesPerSecond() > 0
                        ? "  " + Figures.number(p.responsesPerSecond()) + "/s"
                        : "";
        return "[%d/%d] %s: %s %.1f s%s  %s"
                .formatted(
                        p.trial().number(),
                        p.trials(),
                        Format.plain(p.trial().variant()),
                        p.activity(),
                        p.elapsed().toMillis() / 1e3,
                        rate,
                        timeLeft(p.remaining()));
    }

    private String ended(RunEvent.TrialEnded ended) {
        var trial = ended.result().trial();
        return "[%d/%d] %s: %s  (%s)"
                .formatted(
                        trial.number(),
                        ended.trials(),
                        Format.plain(trial.variant()),
                        outcome(ended.result()),
                        timeLeft(ended.remaining()));
    }

    private String outcome(TrialResult result) {
        return switch (result.outcome()) {
            case Completed completed -> {
                var load = completed.load();
                var failed = load.counts().failed();
                yield "%s/s%s%s"
                        .formatted(
                                Figures.number(
                                        load.counts().succeededInWindow()
                                                / load.window().seconds()),
                                failed == 0 ? "" : ", " + Figures.counted(failed, "error"),
                                completed.warmUp().steady(deciding) ? "" : ", not yet steady");
            }
            case BatchCompleted ran -> Format.time(ran.batch().elapsedNanos());
            case Failed failed ->
                    paint.bad(
                            "failed (%s): %s"
                                    .formatted(failed.phase(), Format.plain(failed.reason())));
        };
    }

    synchronized void clear() {
        status.clear();
    }

    @Override
    public void close() {
        clear();
    }
}
