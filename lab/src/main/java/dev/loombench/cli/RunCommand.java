package dev.loombench.cli;

import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.Installation;
import dev.loombench.cli.console.Interrupt;
import dev.loombench.cli.console.OutputFormat;
import dev.loombench.cli.live.LiveReport;
import dev.loombench.launch.HostLimits;
import dev.loombench.launch.Preflight;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.launch.UnmetRequirement;
import dev.loombench.load.LoadEngine;
import dev.loombench.report.Format;
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

/// `loombench run`: carries out experiments and reports each.
@Command(
        name = "run",
        description = "Run experiments: start the servers, drive the load, compare, report.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  loombench run                          the quickstart, under two minutes",
            "  loombench run cpu-bound                a ready experiment by its name",
            "  loombench run mine.yaml                one of your own",
            "  loombench run --live                   with a page that fills as the run goes on",
            "  loombench run --resume RUN             go on with a run that was interrupted",
            "  loombench run --output json > out.json the report for a program"
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
            description = "Folder of an interrupted run: do the trials it still lacks.")
    private @Nullable Path resume;

    @Option(
            names = "--results",
            paramLabel = "FOLDER",
            defaultValue = "results",
            description =
                    "Where to keep results. Default: ${DEFAULT-VALUE}, below the current folder.")
    private Path results;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description =
                    "What to print on standard output: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private OutputFormat output;

    @Option(
            names = "--live",
            description =
                    "Serve the report on loopback while the run goes on, with a button that stops it. A browser that shows it takes CPU from what is measured.")
    private boolean live;

    @Override
    public Integer call() throws InterruptedException {
        if (resume != null && !experiments.isEmpty()) {
            throw new ParameterException(
                    command.commandLine(),
                    "--resume goes on with one run: name no experiment beside it");
        }
        var out = command.commandLine().getOut();
        var err = command.commandLine().getErr();
        var home = Installation.find();
        var zoo = home.zoo();
        var specs =
                resume == null
                        ? read(home, new SpecReader(zoo.servers()))
                        : List.<ExperimentSpec>of();
        try (var interrupt = Interrupt.armed(Thread.currentThread(), err)) {
            try (var progress = RunProgress.on(err);
                    var page = live ? LiveReport.serve() : null;
                    var launcher = new ServerLauncher(zoo)) {
                interrupt.tell(() ->
                        Optional.ofNullable(progress.folder())
                                .map(folder -> "loombench run --resume " + folder));
                var runs = new Runs(progress, page, out, err);
                if (page != null) {
                    err.println("live page, for you alone: " + page.address());
                    err.flush();
                }
                var runner = new ExperimentRunner(launcher, runs.listener());
                runner.build(specs);
                return resume == null
                        ? runs.each(specs, spec -> runner.run(spec, results))
                        : runs.each(List.of(resume), runner::resume);
            }
        }
    }

    /// All of them before anything starts, so that a wrong one costs no time.
    private List<ExperimentSpec> read(Installation home, SpecReader reader) {
        var specs = new ArrayList<ExperimentSpec>();
        for (var given : experiments.isEmpty() ? List.of("quickstart") : experiments) {
            var spec = home.experiment(given, reader);
            var unmet = Preflight.checkLimits(HostLimits.here(), spec);
            if (!unmet.isEmpty()) {
                throw new SpecError(
                        "%s: %s%n  loombench doctor %s tells more"
                                .formatted(
                                        spec.name(),
                                        unmet.stream()
                                                .map(UnmetRequirement::message)
                                                .collect(Collectors.joining("; ")),
                                        Format.plain(given)));
            }
            LoadEngine.checkSources(spec.traffic());
            specs.add(spec);
        }
        return specs;
    }

    /// A way to carry out one run; returns its folder.
    private interface Way<T> {
        Path go(T what) throws InterruptedException;
    }

    /// Runs one after the other, and the report of each.
    private final class Runs {
        private final RunProgress progress;
        private final @Nullable LiveReport page;
        private final PrintWriter out;
        private final PrintWriter err;

        Runs(RunProgress progress, @Nullable LiveReport page, PrintWriter out, PrintWriter err) {
            this.progress = progress;
            this.page = page;
            this.out = out;
            this.err = err;
        }

        Consumer<RunEvent> listener() {
            return page == null ? progress : progress.andThen(page);
        }

        /// @return the worst of the exit codes
        <T> int each(List<T> runs, Way<T> way) throws InterruptedException {
            int worst = ExitCode.FINE;
            for (var run : runs) {
                try {
                    worst = ExitCode.worse(worst, shown(way.go(run)));
                } catch (LiveReport.Stopped asked) {
                    return stopped();
                }
            }
            return worst;
        }

        private int stopped() {
            var folder = progress.folder();
            if (folder != null) {
                shown(folder);
                err.println(
                        "stopped from its page; finished trials are kept. Go on: loombench run --resume %s"
                                .formatted(Format.plain(folder.toString())));
                err.flush();
            }
            return ExitCode.INTERRUPTED;
        }

        private int shown(Path folder) {
            progress.clear();
            var run = RunReport.read(folder);
            var file = run.writePage();
            if (page != null) {
                page.written(run.page(), file);
            }
            run.print(output, out);
            return ExitCode.of(run.analysis());
        }
    }
}
