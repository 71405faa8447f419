package dev.loombench.cli;

import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.Installation;
import dev.loombench.cli.console.OutputFormat;
import dev.loombench.cli.console.ShutdownSignal;
import dev.loombench.cli.live.LiveReport;
import dev.loombench.launch.HostLimits;
import dev.loombench.launch.Preflight;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.launch.UnmetRequirement;
import dev.loombench.load.LoadEngine;
import dev.loombench.report.Format;
import dev.loombench.run.CounterRequirement;
import dev.loombench.run.ExperimentRunner;
import dev.loombench.run.RunEvent;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.yaml.SpecReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loombench run`: runs experiments and reports each.
@Command(
        name = "run",
        description = "Run experiments: start servers, generate load, compare, report.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  loombench run                          the quickstart, under two minutes",
            "  loombench run cpu-bound                a bundled experiment by its name",
            "  loombench run mine.yaml                an experiment from a file",
            "  loombench run --live                   with a live page",
            "  loombench run --resume RUN             resume an interrupted run",
            "  loombench run --output json > out.json the report as JSON"
        })
final class RunCommand implements Callable<Integer> {
    @Spec private CommandSpec command;

    @Parameters(
            arity = "0..*",
            paramLabel = "EXPERIMENT",
            description = "Names from `loombench list`, or YAML files. Default: quickstart.")
    private List<String> experiments = List.of();

    @Option(
            names = "--resume",
            paramLabel = "RUN",
            description = "Folder of an interrupted run: run its missing trials.")
    private @Nullable Path resume;

    @Option(
            names = "--results",
            paramLabel = "FOLDER",
            defaultValue = "results",
            description =
                    "Folder for results. Default: ${DEFAULT-VALUE}, below the current folder.")
    private Path results;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "What to print: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private OutputFormat output;

    @Option(
            names = "--live",
            description =
                    "Serve the report on loopback during the run, with a button that stops it. A browser"
                            + " that shows it takes CPU from the servers.")
    private boolean live;

    @Override
    public Integer call() throws InterruptedException {
        if (resume != null && !experiments.isEmpty()) {
            throw new ParameterException(command.commandLine(), "--resume takes no experiment");
        }
        var out = command.commandLine().getOut();
        var err = command.commandLine().getErr();
        var home = Installation.find();
        var zoo = home.zoo();
        var specs =
                resume == null
                        ? read(home, new SpecReader(zoo.servers()))
                        : List.<ExperimentSpec>of();
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
                var reports = new Reports(progress, page, out, err, output);
                return reports.ofEach(executions(runner, specs));
            }
        }
    }

    private List<Execution> executions(ExperimentRunner runner, List<ExperimentSpec> specs) {
        var interrupted = resume;
        return interrupted == null
                ? specs.stream().<Execution>map(spec -> () -> runner.run(spec, results)).toList()
                : List.of(() -> runner.resume(interrupted));
    }

    /// Reads all experiments before the first starts, so that an error in any costs no time.
    private List<ExperimentSpec> read(Installation home, SpecReader reader) {
        var specs = new ArrayList<ExperimentSpec>();
        for (var given : experiments.isEmpty() ? List.of("quickstart") : experiments) {
            var spec = home.experiment(given, reader);
            var unmet = Preflight.checkLimits(HostLimits.ofThisMachine(), spec);
            if (!unmet.isEmpty()) {
                throw new SpecError(
                        "%s: %s%n  details: loombench doctor %s"
                                .formatted(
                                        spec.name(),
                                        unmet.stream()
                                                .map(UnmetRequirement::message)
                                                .collect(Collectors.joining("; ")),
                                        Format.plain(given)));
            }
            CounterRequirement.require(spec);
            LoadEngine.checkSources(spec.traffic());
            specs.add(spec);
        }
        return specs;
    }

    /// Executes one run and returns its folder.
    private interface Execution {
        Path execute() throws InterruptedException;
    }

    /// The report of each run, on standard output and on the live page.
    private record Reports(
            RunProgress progress,
            @Nullable LiveReport page,
            PrintWriter out,
            PrintWriter err,
            OutputFormat format) {

        /// @return the worst of the exit codes
        int ofEach(List<Execution> executions) throws InterruptedException {
            int worst = ExitCode.OK;
            for (var execution : executions) {
                try {
                    worst = ExitCode.worse(worst, of(execution.execute()));
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

        private int of(Path folder) {
            progress.clear();
            var run = RunReport.read(folder);
            var file = run.writePage();
            if (page != null) {
                page.showFinal(run.page(), file);
            }
            run.print(format, out);
            return ExitCode.of(run.analysis());
        }
    }
}
