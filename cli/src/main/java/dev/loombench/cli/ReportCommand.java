package dev.loombench.cli;

import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.Output;
import dev.loombench.cli.console.OutputOptions;
import dev.loombench.cli.option.OpenOption;
import dev.loombench.cli.option.ResultsOption;
import dev.loombench.cli.option.VerboseOption;
import dev.loombench.load.option.ExportOption;
import dev.loombench.load.option.FailIfOption;
import dev.loombench.report.Format;
import dev.loombench.report.RunComparison;
import dev.loombench.report.export.Document;
import dev.loombench.report.export.OutputFormat;
import dev.loombench.report.run.ComparisonDocument;
import dev.loombench.report.run.RunReport;
import dev.loombench.report.run.SweepReports;
import dev.loombench.result.store.SweepStore;
import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loombench report RUN [RUN]`: reports a run from its folder, or two runs side by side.
@Command(
        name = "report",
        description = {
            "Show the report of a run again, from its folder.",
            "Two runs are shown side by side, with the differences of their experiments and machines."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  loombench report                        the latest run below results",
            "  loombench report quickstart             the latest run of that experiment",
            "  loombench report results/quickstart/2026-01-31T12-00-00",
            "  loombench report --open RUN             the page with the charts, in a browser",
            "  loombench report compare-sweep          the latest sweep over numbers of users",
            "  loombench report --open BEFORE AFTER    two runs side by side",
            "  loombench report BEFORE AFTER --fail-if 'p99>1.2x'",
            "                                          exit code 99 if it holds for a variant",
            "  loombench report --output markdown RUN  for a pull request",
            "  loombench report --output json RUN | jq '.variants[].throughputPerSecond'",
            "  loombench report --export json=run.json --export markdown=run.md RUN"
        })
final class ReportCommand implements Callable<Integer> {
    @Spec private CommandSpec command;

    @Parameters(
            arity = "0..2",
            paramLabel = "RUN",
            description =
                    "One or two of: the folder of a run or sweep; the name of an experiment, for its latest"
                            + " run; latest. Default: latest.")
    private List<String> names = List.of();

    @Mixin private ResultsOption results = new ResultsOption();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description =
                    "What to print: ${COMPLETION-CANDIDATES}. Default: text, or nothing with --open.")
    private @Nullable OutputFormat format;

    @Mixin private FailIfOption failIf = new FailIfOption();

    @Mixin private VerboseOption verbose = new VerboseOption();

    @Mixin private OpenOption open = new OpenOption();

    @Mixin private ExportOption export = new ExportOption();

    @Override
    public Integer call() {
        var output = output();
        var folders = new RunFolders(results.folder());
        var runs =
                (names.isEmpty() ? List.of(RunFolders.LATEST) : names)
                        .stream().map(folders::find).toList();
        boolean isSweep = SweepStore.holdsSweep(runs.getFirst());
        if (verbose.isSet() && (runs.size() == 2 || isSweep)) {
            throw new WrongInput("--verbose goes with one run, not with two or a sweep");
        }
        if (runs.size() == 2) {
            return compare(runs, output);
        }
        if (isSweep) {
            var sweep = SweepReports.read(runs.getFirst(), failIf.conditions());
            write(sweep, output, sweep::writePage);
            print(sweep.unsupportedClaims());
            return ExitCode.of(sweep.sweep());
        }
        var run = RunReport.read(runs.getFirst(), failIf.conditions());
        write(run.document(verbose.isSet()), output, run::writePage);
        return ExitCode.of(run.analysis());
    }

    private boolean prints() {
        return format != null || !open.isSet();
    }

    private Output<Document> output() {
        var chosen = OutputOptions.of(format == null ? OutputFormat.text : format, export);
        return prints() ? chosen : chosen.withoutPrinting();
    }

    /// @param page writes the page, where it is opened
    private void write(Document document, Output<Document> output, Supplier<Path> page) {
        output.print(document, command.commandLine().getOut());
        Output.writeEach(
                List.of(
                        () -> {
                            if (open.isSet()) {
                                openPage(page.get());
                            }
                        },
                        () -> output.export(document)));
    }

    /// @return 0 without conditions, because two runs together have no verdict
    private int compare(List<Path> runs, Output<Document> output) {
        var first = RunReport.read(runs.getFirst());
        var second = RunReport.read(runs.getLast());
        var document =
                ComparisonDocument.of(
                        runs.stream().map(ReportCommand::name).toList(), first, second);
        var comparison = document.comparison();
        var ofVerdict = second.analysis().manifest().experiment().metric();
        var thresholds =
                failIf.conditions().stream()
                        .map(text -> RunsThreshold.parse(text, comparison, ofVerdict))
                        .toList();
        var file =
                first.folder().resolve("comparison-%s.html".formatted(folderName(runs.getLast())));
        write(document, output, () -> RunReport.write(file, document.page()));
        return exitCode(thresholds, comparison);
    }

    private int exitCode(List<RunsThreshold> thresholds, RunComparison comparison) {
        int code = ExitCode.OK;
        for (var threshold : thresholds) {
            print(threshold.messages(comparison));
            code = ExitCode.worse(code, threshold.exitCode(comparison));
        }
        return code;
    }

    private void print(List<String> messages) {
        var err = command.commandLine().getErr();
        messages.forEach(message -> err.println("loombench: " + message));
        err.flush();
    }

    /// The names of the experiment and time folders.
    private static String name(Path run) {
        var parent = run.toAbsolutePath().normalize().getParent();
        return Format.plain(
                parent == null || parent.getFileName() == null
                        ? folderName(run)
                        : parent.getFileName() + " " + folderName(run));
    }

    private static String folderName(Path run) {
        return String.valueOf(run.toAbsolutePath().normalize().getFileName());
    }

    /// Prints the path of the page, on standard error when a report goes to standard output.
    private void openPage(Path page) {
        var line = command.commandLine();
        open.show(page, prints() ? line.getErr() : line.getOut());
    }
}
