package dev.loombench.cli;

import dev.loombench.cli.agent.RunAgentOptions.Connected;
import dev.loombench.cli.agent.RunAgentOptions.RunAgents;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.Output;
import dev.loombench.cli.console.ShutdownSignal;
import dev.loombench.cli.live.LiveReport;
import dev.loombench.experiment.Experiment;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.launch.Zoo;
import dev.loombench.report.Format;
import dev.loombench.report.export.Document;
import dev.loombench.report.next.ResumeCommand;
import dev.loombench.report.run.RunReport;
import dev.loombench.result.Invocation;
import dev.loombench.result.store.ResultError;
import dev.loombench.run.ExperimentRunner;
import dev.loombench.run.OtherRun;
import dev.loombench.run.RunEvent;
import dev.loombench.text.WrongInput;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The execution of runs from a command: progress, Ctrl-C, and a report of each.
///
/// @param output where the reports go
/// @param verbose whether a report as text is the whole one
/// @param live whether the report is served during the run
/// @param agents that drive the loads
/// @param otherRun what it does where another run measures on the machine of the servers
/// @param typed the command line
record RunSession(
        PrintWriter out,
        PrintWriter err,
        Output<Document> output,
        boolean verbose,
        boolean live,
        RunAgents agents,
        OtherRun otherRun,
        Invocation typed) {

    /// A report of several runs together.
    interface Together {
        /// Prints the report, then writes it.
        ///
        /// @param runs that ended, at least one
        void report(List<RunReport> runs, Output<Document> output, PrintWriter out);

        /// The command that executes the runs after the first ones; empty after the last.
        Optional<String> rest(int ended);
    }

    /// Executes one run and returns its folder.
    interface Execution {
        Path execute() throws InterruptedException;
    }

    /// Checks experiments as their runs do before the first trial, and starts nothing.
    ///
    /// @throws WrongInput when a run of one would be refused
    void check(Zoo zoo, List<Experiment> experiments) throws InterruptedException {
        try (var connected = agents.connect();
                var launcher = new ServerLauncher(zoo);
                var runner = runner(connected, launcher, _ -> {})) {
            for (var experiment : experiments) {
                runner.check(experiment);
            }
        }
    }

    /// Executes runs and reports each.
    ///
    /// @param experiments whose servers are built first
    /// @return the worst of the exit codes
    int run(
            Zoo zoo,
            List<Experiment> experiments,
            Function<ExperimentRunner, List<Execution>> executions)
            throws InterruptedException {
        return run(zoo, experiments, executions, Optional.empty());
    }

    /// Executes runs and reports them together.
    ///
    /// Those that ended are reported also where a later one does not end.
    int runTogether(
            Zoo zoo,
            List<Experiment> experiments,
            Function<ExperimentRunner, List<Execution>> executions,
            Together together)
            throws InterruptedException {
        return run(zoo, experiments, executions, Optional.of(together));
    }

    private int run(
            Zoo zoo,
            List<Experiment> experiments,
            Function<ExperimentRunner, List<Execution>> executions,
            Optional<Together> together)
            throws InterruptedException {
        try (var signal = ShutdownSignal.interruptingCaller(err)) {
            try (var progress = RunProgress.on(err);
                    var page = live ? LiveReport.serve() : null;
                    var connected = agents.connect();
                    var launcher = new ServerLauncher(zoo);
                    var runner = runner(connected, launcher, listener(progress, page))) {
                var reports = new RunReports(this, progress, page, together.isEmpty());
                signal.resumeWith(() -> resume(progress, reports.ended(), together));
                if (page != null) {
                    err.println("live page (a secret address): " + page.address());
                    err.flush();
                }
                runner.checkAgents(experiments);
                try {
                    runner.build(experiments);
                } catch (LiveReport.Stopped requested) {
                    return ExitCode.INTERRUPTED;
                }
                try {
                    return reports.ofEach(executions.apply(runner));
                } catch (ResultError | UncheckedIOException failed) {
                    progress.clear();
                    if (together.isPresent() || !isIn(reports.ended(), progress.folder())) {
                        printKept(resume(progress, reports.ended(), together));
                    }
                    throw failed;
                } finally {
                    progress.clear();
                    if (!reports.ended().isEmpty()) {
                        together.ifPresent(t -> t.report(reports.ended(), output, out));
                    }
                }
            }
        }
    }

    /// After a failure of the disk, which ends a run and leaves what it has stored.
    private void printKept(List<String> commands) {
        if (!commands.isEmpty()) {
            err.println(
                    "finished trials are kept. Once results can be written again:%n".formatted()
                            + commands.stream()
                                    .map(Format::plain)
                                    .collect(Collectors.joining("%nthen: ".formatted())));
            err.flush();
        }
    }

    private static Consumer<RunEvent> listener(RunProgress progress, @Nullable LiveReport page) {
        return page == null ? progress : progress.andThen(page);
    }

    private ExperimentRunner runner(
            Connected connected, ServerLauncher launcher, Consumer<RunEvent> listener) {
        return new ExperimentRunner(
                connected.machine(launcher, listener), otherRun, listener, connected.driver());
    }

    private static boolean isIn(List<RunReport> runs, @Nullable Path folder) {
        return runs.stream().anyMatch(run -> run.folder().equals(folder));
    }

    /// How to finish what was interrupted.
    ///
    /// @param progress of the latest run, ended or not
    private List<String> resume(
            RunProgress progress, List<RunReport> ended, Optional<Together> together) {
        var folder = progress.folder();
        if (folder == null) {
            return List.of();
        }
        var commands = new ArrayList<String>();
        boolean isInterrupted = together.isEmpty() || !isIn(ended, folder);
        if (isInterrupted) {
            var missing = progress.missing();
            var anew = together.flatMap(t -> t.rest(ended.size())).orElseGet(typed::line);
            commands.add(ResumeCommand.sentence(folder, typed, missing, anew));
            if (!missing.lost().isEmpty()) {
                return commands; // the new run has the rest too
            }
        }
        together.flatMap(t -> t.rest(ended.size() + (isInterrupted ? 1 : 0)))
                .ifPresent(commands::add);
        return commands;
    }
}
