package dev.loombench.cli;

import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.OutputFormat;
import dev.loombench.cli.console.ShutdownSignal;
import dev.loombench.cli.live.LiveReport;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.launch.Zoo;
import dev.loombench.report.Format;
import dev.loombench.run.ExperimentRunner;
import dev.loombench.run.RunEvent;
import dev.loombench.spec.ExperimentSpec;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The execution of runs from a command: progress, Ctrl-C, and a report of each.
///
/// @param verbose whether a report as text is the whole one
/// @param live whether the report is served during the run
record RunSession(
        PrintWriter out, PrintWriter err, OutputFormat output, boolean verbose, boolean live) {

    /// Executes one run and returns its folder.
    interface Execution {
        Path execute() throws InterruptedException;
    }

    /// Executes runs and reports each.
    ///
    /// @param specs whose servers are built first
    /// @return the worst of the exit codes
    int run(
            Zoo zoo,
            List<ExperimentSpec> specs,
            Function<ExperimentRunner, List<Execution>> executions)
            throws InterruptedException {
        return run(zoo, specs, executions, Optional.empty());
    }

    /// Executes runs and reports them together, as text; in other formats each.
    ///
    /// @param together lines of the report
    int runTogether(
            Zoo zoo,
            List<ExperimentSpec> specs,
            Function<ExperimentRunner, List<Execution>> executions,
            Function<List<RunReport>, List<String>> together)
            throws InterruptedException {
        return run(
                zoo,
                specs,
                executions,
                output == OutputFormat.text ? Optional.of(together) : Optional.empty());
    }

    private int run(
            Zoo zoo,
            List<ExperimentSpec> specs,
            Function<ExperimentRunner, List<Execution>> executions,
            Optional<Function<List<RunReport>, List<String>>> together)
            throws InterruptedException {
        try (var signal = ShutdownSignal.interruptingCaller(err)) {
            try (var progress = RunProgress.on(err);
                    var page = live ? LiveReport.serve() : null;
                    var launcher = new ServerLauncher(zoo)) {
                signal.resumeWith(() ->
                        Optional.ofNullable(progress.folder())
                                .map(folder -> "loombench run --resume " + folder));
                if (page != null) {
                    err.println("live page (a secret address): " + page.address());
                    err.flush();
                }
                Consumer<RunEvent> listener = page == null ? progress : progress.andThen(page);
                var runner = new ExperimentRunner(launcher, listener);
                runner.build(specs);
                var reports =
                        new Reports(progress, page, out, err, output, verbose, together.isEmpty());
                var runs = new ArrayList<RunReport>();
                int code = reports.ofEach(executions.apply(runner), runs);
                if (!runs.isEmpty()) {
                    together.ifPresent(report -> report.apply(runs).forEach(out::println));
                    out.flush();
                }
                return code;
            }
        }
    }

    /// The report of each run, on standard output and on the live page.
    private record Reports(
            RunProgress progress,
            @Nullable LiveReport page,
            PrintWriter out,
            PrintWriter err,
            OutputFormat format,
            boolean verbose,
            boolean printsEach) {

        /// @param runs receives each that ended
        /// @return the worst of the exit codes
        int ofEach(List<Execution> executions, List<RunReport> runs) throws InterruptedException {
            int worst = ExitCode.OK;
            for (var execution : executions) {
                try {
                    var run = of(execution.execute());
                    runs.add(run);
                    worst = ExitCode.worse(worst, ExitCode.of(run.analysis()));
                } catch (LiveReport.Stopped requested) {
                    return ofStopped();
                }
            }
            return worst;
        }

        private int ofStopped() {
            var folder = progress.folder();
            if (folder != null) {
                of(folder);
                err.println(
                        "stopped from the live page; finished trials are kept. Resume: loombench run --resume %s"
                                .formatted(Format.plain(folder.toString())));
                err.flush();
            }
            return ExitCode.INTERRUPTED;
        }

        private RunReport of(Path folder) {
            progress.clear();
            var run = RunReport.read(folder);
            var file = run.writePage();
            if (page != null) {
                page.showFinal(run.page(), file);
            }
            if (printsEach) {
                run.print(format, verbose, out);
            }
            return run;
        }
    }
}
