package dev.loombench.cli;

import dev.loombench.analysis.capacity.CapacityResult;
import dev.loombench.capacity.CapacitySearch;
import dev.loombench.capacity.SearchedExperiment;
import dev.loombench.cli.agent.RunAgentOptions;
import dev.loombench.cli.agent.RunAgentOptions.RunAgents;
import dev.loombench.cli.capacity.CapacityOptions;
import dev.loombench.cli.capacity.CapacityProgress;
import dev.loombench.cli.capacity.CapacityThreshold;
import dev.loombench.cli.capacity.SubjectOptions;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.Installation;
import dev.loombench.cli.console.Output;
import dev.loombench.cli.console.OutputOptions;
import dev.loombench.cli.console.ShutdownSignal;
import dev.loombench.cli.option.OpenOption;
import dev.loombench.cli.option.OtherRunOption;
import dev.loombench.cli.option.ResultsOption;
import dev.loombench.cli.option.TypedCommand;
import dev.loombench.cli.option.VerboseOption;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.load.option.FailIfOption;
import dev.loombench.report.capacity.CapacityDocument;
import dev.loombench.report.capacity.StoredSearch;
import dev.loombench.report.export.Document;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.report.next.NextCommands;
import dev.loombench.result.store.ResultError;
import dev.loombench.run.ExperimentRunner;
import dev.loombench.text.TextSanitizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loombench capacity`: the highest arrival rate that holds an objective, per variant.
@Command(
        name = "capacity",
        customSynopsis = "loombench capacity --slo OBJECTIVE [OPTIONS] SUBJECT...",
        description = {
            "Find the highest arrival rate that holds an objective, per variant.",
            "",
            "Short windows at different rates bracket the capacity in one process per variant; fresh"
                    + " processes confirm it. Requests arrive by a clock, whatever the service does."
                    + " An experiment's claims on capacities are checked."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  loombench capacity quickstart --slo 'p99<200ms'",
            "  loombench capacity app.jar --models pool:200,virtual --slo 'p99<50ms' --slo 'errors<0.1%%'",
            "  loombench capacity mine.yaml --slo 'p99<50ms' --variant 'tomcat virtual'",
            "  loombench capacity http://127.0.0.1:8081/price --slo 'p95<20ms' --recovery 0s",
            "  loombench capacity app.jar --slo 'p99<50ms' --fail-if 'capacity<1500'"
        })
final class CapacityCommand implements Callable<Integer> {
    @Spec private CommandSpec command;

    @Parameters(
            arity = "1..*",
            paramLabel = "SUBJECT",
            description = {
                "An executable jar, commands or URLs as in loombench compare, NAME='command'; or an"
                        + " experiment, by its file or name, for its variants."
            })
    private List<String> subjects = List.of();

    @Mixin private CapacityOptions options = new CapacityOptions();
    @Mixin private RunAgentOptions agents = new RunAgentOptions();
    @Mixin private OtherRunOption otherRun = new OtherRunOption();
    @Mixin private SubjectOptions subject = new SubjectOptions();

    @Mixin private FailIfOption failIf = new FailIfOption();

    @Mixin private VerboseOption verbose = new VerboseOption();

    @Mixin private OpenOption open = new OpenOption();

    @Mixin private ResultsOption results = new ResultsOption();

    @Mixin private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws InterruptedException {
        var err = command.commandLine().getErr();
        var home = Installation.find();
        var given =
                subject.experiment(subjects, CompareCommand.models(subject.models()), home, err);
        var settings = options.settings(given.traffic().replay().isPresent());
        var experiment = SearchedExperiment.of(given, settings);
        var thresholds = thresholds(experiment);
        var form = output.output();
        var on = agents.parse();
        var folder = results.folderToWrite();
        RunChecks.require(experiment, subjects.getFirst(), on);
        SearchedExperiment.otherClaims(given).forEach(this::printUnchecked);
        try (var signal =
                        ShutdownSignal.interruptingCaller(
                                err,
                                "interrupted; the windows that ended are kept, and the same command begins a new search");
                var progress = new CapacityProgress(err, settings.objectives(), verbose.isSet());
                var search = new CapacitySearch(settings, folder, progress)) {
            try {
                search(home, experiment, search, on);
            } catch (InterruptedException | ResultError e) { // a full disk takes no window back
                progress.clear();
                report(search, form);
                throw e;
            }
            progress.clear();
            return report(search, form)
                    .map(result -> exitCode(result, thresholds))
                    .orElse(signal.isRequested() ? ExitCode.INTERRUPTED : ExitCode.INVALID);
        }
    }

    private List<CapacityThreshold> thresholds(Experiment experiment) {
        var names = experiment.variants().stream().map(Variant::name).toList();
        return failIf.conditions().stream()
                .map(text -> CapacityThreshold.parse(text, names))
                .toList();
    }

    private void printUnchecked(Claim claim) {
        command.commandLine()
                .getErr()
                .println(
                        "loombench: the claim %s is not checked here; use loombench run"
                                .formatted(TextSanitizer.quoted(claim.text())));
    }

    private void search(
            Installation home, Experiment experiment, CapacitySearch search, RunAgents on)
            throws InterruptedException {
        try (var events = RunProgress.on(command.commandLine().getErr());
                var connected = on.connect();
                var launcher = new ServerLauncher(home.zoo());
                var runner =
                        new ExperimentRunner(
                                connected.machine(launcher, events),
                                otherRun.chosen(),
                                events,
                                connected.driver())) {
            runner.search(experiment, TypedCommand.of(command), search);
        }
    }

    /// Prints what is known, then writes it; empty where no window has ended.
    private Optional<CapacityResult> report(CapacitySearch search, Output<Document> form) {
        var result = search.result();
        var folder = search.folder();
        if (result.isEmpty() || folder.isEmpty()) {
            return Optional.empty();
        }
        var page = folder.get().resolve(HtmlReport.FILE);
        var document =
                new CapacityDocument(
                        result.get(),
                        folder.get(),
                        page,
                        verbose.isSet(),
                        NextCommands.ofCapacity(
                                result.get(), TypedCommand.of(command), isExperiment()));
        form.print(document, command.commandLine().getOut());
        var writes = new ArrayList<>(new StoredSearch(folder.get()).writes(document));
        writes.add(() -> form.export(document));
        Output.writeEach(writes);
        open.show(page, command.commandLine().getErr());
        return result;
    }

    private boolean isExperiment() {
        return SubjectOptions.isExperiment(subjects, Installation.find());
    }

    /// With conditions, claims count too, but not whether the variants are told apart.
    private int exitCode(CapacityResult result, List<CapacityThreshold> thresholds) {
        if (!result.valid()) {
            return ExitCode.INVALID;
        }
        int code =
                thresholds.isEmpty() || !result.claims().isEmpty() ? ofResult(result) : ExitCode.OK;
        for (var threshold : thresholds) {
            code = ExitCode.worse(code, ofThreshold(threshold, result));
        }
        return code;
    }

    private static int ofResult(CapacityResult result) {
        if (result.contradicted()) {
            return ExitCode.THRESHOLD;
        }
        return result.decided() ? ExitCode.OK : ExitCode.UNDECIDED;
    }

    private int ofThreshold(CapacityThreshold threshold, CapacityResult result) {
        var err = command.commandLine().getErr();
        threshold.messages(result).forEach(message -> err.println("loombench: " + message));
        err.flush();
        return switch (threshold.of(result)) {
            case PASSED -> ExitCode.OK;
            case UNDECIDED -> ExitCode.UNDECIDED;
            case FAILED -> ExitCode.THRESHOLD;
        };
    }
}
