package dev.loombench.cli;

import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.Output;
import dev.loombench.cli.console.OutputOptions;
import dev.loombench.cli.option.OpenOption;
import dev.loombench.cli.option.ResultsOption;
import dev.loombench.cli.option.VerboseOption;
import dev.loombench.export.Export;
import dev.loombench.load.option.ExportOption;
import dev.loombench.load.option.FailIfOption;
import dev.loombench.load.option.OutputOption;
import dev.loombench.report.Format;
import dev.loombench.report.capacity.StoredSearch;
import dev.loombench.report.claims.ReproductionReport;
import dev.loombench.report.comparison.RunComparison;
import dev.loombench.report.export.Document;
import dev.loombench.report.export.OutputFormat;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.report.run.ComparisonDocument;
import dev.loombench.report.run.RunReport;
import dev.loombench.report.run.SweepReports;
import dev.loombench.result.store.ReproductionStore;
import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loombench report RUN [RUN]`: reports a result from its folder, or two runs side by side.
@Command(
        name = "report",
        description = {
            "Show the report of a run again, from its folder; also of a sweep, a search for the"
                    + " capacity, a reproduction and, with --open, an inspection.",
            "Two runs are shown side by side, with the differences of their experiments and machines."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  loombench report                        the latest run below results",
            "  loombench report quickstart             the latest run of that experiment",
            "  loombench report results/quickstart/2026-01-31T12-00-00",
            "  loombench report --open RUN             the page with the charts, in a browser",
            "  loombench report --open results/inspect/4711/2026-01-31T12-00-00",
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
                    "The folder of a run, a sweep, a search for the capacity, a reproduction or an"
                            + " inspection; the name of an experiment, for its latest; or latest. Or"
                            + " two runs. Default: latest.")
    private List<String> names = List.of();

    @Mixin private ResultsOption results = new ResultsOption();

    @Option(
            names = {OutputOption.SHORT, OutputOption.LONG},
            paramLabel = OutputOption.VALUE,
            description = OutputOption.WHAT + ". Default: text, or nothing with --open.")
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
        if (runs.size() == 2) {
            runs.forEach(ReportCommand::requireRun);
            requireNot("two", false);
            return compare(runs, output);
        }
        var folder = runs.getFirst();
        var subject = StoredSubject.in(folder).orElse(StoredSubject.RUN);
        return switch (subject) {
            case RUN -> run(folder, output);
            case SWEEP -> sweep(folder, output);
            case SEARCH -> search(folder, output);
            case REPRODUCTION -> reproduction(folder, output);
            case INSPECTION -> inspection(folder);
        };
    }

    private int run(Path folder, Output<Document> output) {
        var run = RunReport.read(folder, failIf.conditions());
        write(run.document(verbose.isSet()), output, run::writePage);
        return ExitCode.of(run.analysis());
    }

    private int sweep(Path folder, Output<Document> output) {
        requireNot(StoredSubject.SWEEP.label(), false);
        var sweep = SweepReports.read(folder, failIf.conditions());
        write(sweep, output, sweep::writePage);
        print(sweep.unsupportedClaims());
        return ExitCode.of(sweep.sweep());
    }

    /// What was written when it ended.
    private int search(Path folder, Output<Document> output) {
        requireNot(StoredSubject.SEARCH.label(), true);
        var search = new StoredSearch(folder);
        var outcome = search.outcome();
        if (prints()) {
            var out = command.commandLine().getOut();
            out.print(search.text(format == null ? OutputFormat.text : format));
            out.flush();
        }
        var exports =
                output.exports().stream()
                        .map(e ->
                                new Export<StoredSearch>(stored -> stored.text(form(e)), e.file()))
                        .toList();
        Output.writeEach(
                List.of(
                        () -> {
                            if (open.isSet()) {
                                openPage(search.file(OutputFormat.html));
                            }
                        },
                        () -> new Output<StoredSearch>(Optional.empty(), exports).export(search)));
        return ExitCode.of(outcome);
    }

    private static OutputFormat form(Export<Document> export) {
        if (export.exporter() instanceof OutputFormat form) {
            return form;
        }
        throw new IllegalStateException("no form of --export: " + export.exporter());
    }

    private int reproduction(Path folder, Output<Document> output) {
        requireNot(StoredSubject.REPRODUCTION.label(), true);
        try (var store = ReproductionStore.openToShow(folder)) {
            var report = ReproductionReport.read(store);
            write(report, output, () -> report.writePages(store));
            return ExitCode.of(report.claims());
        }
    }

    private int inspection(Path folder) {
        requireNot(StoredSubject.INSPECTION.label(), true);
        if (prints() || export.isGiven()) {
            throw new WrongInput(
                    "%s has the page of an inspection alone, which loombench report --open shows; for another form inspect again: loombench inspect PID --output FORMAT"
                            .formatted(Format.plain(folder.toString())));
        }
        openPage(folder.resolve(HtmlReport.FILE));
        return ExitCode.OK;
    }

    private static void requireRun(Path folder) {
        StoredSubject.in(folder)
                .filter(subject -> subject != StoredSubject.RUN)
                .ifPresent(subject -> {
                    throw new WrongInput(
                            "two runs are compared, and %s is %s"
                                    .formatted(Format.plain(folder.toString()), subject.label()));
                });
    }

    /// @param what is reported
    /// @param judged whether it was judged when it ended
    /// @throws WrongInput with an option that it does not have
    private void requireNot(String what, boolean judged) {
        if (verbose.isSet()) {
            throw new WrongInput("--verbose goes with one run, not with " + what);
        }
        if (judged && !failIf.conditions().isEmpty()) {
            throw new WrongInput(
                    "--fail-if goes with runs and sweeps, not with %s; loombench capacity --fail-if judges a search when it ends"
                            .formatted(what));
        }
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
