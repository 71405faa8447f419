package dev.loombench.cli;

import dev.loombench.cli.console.BrowserLauncher;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.OutputFormat;
import dev.loombench.cli.console.Terminal;
import dev.loombench.report.Format;
import dev.loombench.report.RunComparison;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.report.markdown.MarkdownReport;
import dev.loombench.report.text.RunComparisonText;
import dev.loombench.result.store.SweepStore;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loombench report RUN [RUN]`: reports a run from its folder, or two runs side by side.
@Command(
        name = "report",
        description = {
            "Show the report of a run again, from its folder.",
            "Two runs are shown side by side, with the differences of their specs and machines."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  loombench report                        the latest run below results",
            "  loombench report quickstart             the latest run of that experiment",
            "  loombench report results/quickstart/2026-01-31T12-00-00",
            "  loombench report --open RUN             the page with the charts, in a browser",
            "  loombench report compare-sweep          the latest sweep over numbers of users",
            "  loombench report --open BEFORE AFTER    two runs side by side",
            "  loombench report --format markdown RUN  for a pull request",
            "  loombench report --output json RUN | jq '.variants[].throughputPerSecond'"
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

    @Option(
            names = "--results",
            paramLabel = "FOLDER",
            defaultValue = "results",
            description =
                    "Folder of the runs. Default: ${DEFAULT-VALUE}, below the current folder.")
    private Path results;

    @Option(
            names = {"-o", "--output", "--format"},
            paramLabel = "FORMAT",
            description =
                    "What to print: ${COMPLETION-CANDIDATES}. Default: text, or nothing with --open.")
    private @Nullable OutputFormat output;

    @Mixin private VerboseOption verbose = new VerboseOption();

    @Option(
            names = "--open",
            description =
                    "Write the page into the folder of the (first) run and open it in a browser; without"
                            + " a desktop, print its path.")
    private boolean open;

    @Override
    public Integer call() {
        var out = command.commandLine().getOut();
        var folders = new RunFolders(results);
        var runs =
                (names.isEmpty() ? List.of(RunFolders.LATEST) : names)
                        .stream().map(folders::find).toList();
        if (runs.size() == 2) {
            return compare(runs, out);
        }
        if (SweepStore.holdsSweep(runs.getFirst())) {
            return sweep(SweepReports.read(runs.getFirst()), out);
        }
        var run = RunReport.read(runs.getFirst());
        if (open) {
            openPage(run.writePage());
        }
        if (prints()) {
            run.print(format(), verbose.isSet(), out);
        }
        return ExitCode.of(run.analysis());
    }

    private boolean prints() {
        return output != null || !open;
    }

    private OutputFormat format() {
        return output == null ? OutputFormat.text : output;
    }

    /// @return 0, because a sweep has a verdict for each of its levels
    private int sweep(SweepReports sweep, PrintWriter out) {
        var page = sweep.writePage();
        if (open) {
            openPage(page);
        }
        if (prints()) {
            switch (format()) {
                case text -> sweep.lines(page).forEach(out::println);
                case html -> out.print(sweep.page());
                case json, csv, markdown ->
                        throw new ParameterException(
                                command.commandLine(),
                                "a sweep prints text or html, not %s; its runs print every format"
                                        .formatted(output));
            }
            out.flush();
        }
        return ExitCode.OK;
    }

    /// @return 0, because two runs together have no verdict
    private int compare(List<Path> runs, PrintWriter out) {
        var first = RunReport.read(runs.getFirst());
        var second = RunReport.read(runs.getLast());
        var names = runs.stream().map(ReportCommand::name).toList();
        var comparison =
                RunComparison.of(
                        names.getFirst(), first.analysis(), names.getLast(), second.analysis());
        if (open) {
            var file =
                    first.folder()
                            .resolve("comparison-%s.html".formatted(folderName(runs.getLast())));
            openPage(RunReport.write(file, HtmlReport.of(comparison)));
        }
        if (prints()) {
            print(comparison, out);
        }
        return ExitCode.OK;
    }

    private void print(RunComparison comparison, PrintWriter out) {
        switch (format()) {
            case text ->
                    RunComparisonText.of(comparison, Terminal.paint(), Terminal.width())
                            .forEach(out::println);
            case markdown -> MarkdownReport.of(comparison).forEach(out::println);
            case html -> out.print(HtmlReport.of(comparison));
            case json, csv ->
                    throw new ParameterException(
                            command.commandLine(),
                            "a comparison prints text, markdown or html, not " + output);
        }
        out.flush();
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
        BrowserLauncher.open(page, prints() ? line.getErr() : line.getOut());
    }
}
