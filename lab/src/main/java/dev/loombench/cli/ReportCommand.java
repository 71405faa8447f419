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
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loombench report RUN [RUN]`: draws a report from disk alone, or two runs side by side.
@Command(
        name = "report",
        description = {
            "Show the report of an earlier run again, from its folder alone; of the latest, unless one is named.",
            "Two runs are shown side by side, with what differs between their specs and machines."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  loombench report                        the latest run below results",
            "  loombench report quickstart             the latest of that experiment",
            "  loombench report results/quickstart/2026-01-31T12-00-00",
            "  loombench report --open RUN             the page with the charts, in a browser",
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
                    "Folder of a run; or the name of an experiment, for its newest run; or latest. One or two. Default: latest.")
    private List<String> given = List.of();

    @Option(
            names = "--results",
            paramLabel = "FOLDER",
            defaultValue = "results",
            description =
                    "Where to look for runs by name. Default: ${DEFAULT-VALUE}, below the current folder.")
    private Path results;

    @Option(
            names = {"-o", "--output", "--format"},
            paramLabel = "FORMAT",
            description =
                    "What to print: ${COMPLETION-CANDIDATES}. Default: text, or nothing with --open.")
    private @Nullable OutputFormat output;

    @Option(
            names = "--open",
            description =
                    "Write the page into the (first) run's folder and open it in a browser; without a desktop, say where it is.")
    private boolean open;

    @Override
    public Integer call() {
        var out = command.commandLine().getOut();
        var found = new RunFolders(results);
        var runs =
                (given.isEmpty() ? List.of(RunFolders.LATEST) : given)
                        .stream().map(found::find).toList();
        if (runs.size() == 2) {
            return beside(runs, out);
        }
        var run = RunReport.read(runs.getFirst());
        if (open) {
            opened(run.writePage());
        }
        if (prints()) {
            run.print(format(), out);
        }
        return ExitCode.of(run.analysis());
    }

    private boolean prints() {
        return output != null || !open;
    }

    private OutputFormat format() {
        return output == null ? OutputFormat.text : output;
    }

    /// @return 0: two runs together have no verdict
    private int beside(List<Path> runs, PrintWriter out) {
        var first = RunReport.read(runs.getFirst());
        var second = RunReport.read(runs.getLast());
        var names = runs.stream().map(ReportCommand::name).toList();
        var both =
                RunComparison.of(
                        names.getFirst(), first.analysis(), names.getLast(), second.analysis());
        if (open) {
            var file =
                    first.folder().resolve("beside-%s.html".formatted(folderName(runs.getLast())));
            opened(RunReport.write(file, HtmlReport.of(both)));
        }
        if (prints()) {
            print(both, out);
        }
        return ExitCode.FINE;
    }

    private void print(RunComparison both, PrintWriter out) {
        switch (format()) {
            case text -> RunComparisonText.of(both, Terminal.paint()).forEach(out::println);
            case markdown -> MarkdownReport.of(both).forEach(out::println);
            case html -> out.print(HtmlReport.of(both));
            case json, csv ->
                    throw new ParameterException(
                            command.commandLine(),
                            "two runs are shown as text, markdown or html, not as " + output);
        }
        out.flush();
    }

    /// The experiment and the time, as the folders name them.
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

    /// Says where the page is: on standard error when standard output holds a report.
    private void opened(Path page) {
        var line = command.commandLine();
        var to = prints() ? line.getErr() : line.getOut();
        var place = page.toAbsolutePath().normalize();
        var shown = Format.plain(place.toString());
        to.println(BrowserLauncher.open(place) ? "opened " + shown : shown);
        to.flush();
    }
}
