package dev.loombench.cli.inspect;

import dev.loombench.cli.compare.ExperimentFile;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.Output;
import dev.loombench.cli.console.OutputOptions;
import dev.loombench.cli.console.ShutdownSignal;
import dev.loombench.cli.option.ListThreadsOption;
import dev.loombench.cli.option.OpenOption;
import dev.loombench.cli.option.ProfileOption;
import dev.loombench.cli.option.ResultsOption;
import dev.loombench.cli.option.VerboseOption;
import dev.loombench.cli.option.WriteOption;
import dev.loombench.diagnose.Diagnosis;
import dev.loombench.diagnose.Inspection;
import dev.loombench.diagnose.Target;
import dev.loombench.export.DurableFile;
import dev.loombench.finding.Severity;
import dev.loombench.load.option.OptionValues;
import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.jvm.NoReplyException;
import dev.loombench.observe.jvm.attach.RunningJvms;
import dev.loombench.report.Format;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.report.inspect.InspectDocument;
import dev.loombench.report.inspect.InspectedCode;
import dev.loombench.report.inspect.JvmsDocument;
import dev.loombench.result.store.ResultError;
import dev.loombench.result.store.ResultStore;
import dev.loombench.text.FileFault;
import dev.loombench.text.Suggestions;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loombench inspect PID`: finds what keeps a running service from its work.
@Command(
        name = "inspect",
        description = {
            "Find what keeps a running service from its work (JDK 21 or later).",
            "It attaches, observes carriers, virtual threads, collections, pools, memory, container"
                    + " limits and known defects, and prints findings with their remedies, most"
                    + " important first. The service is left as it was.",
            "Without PID it lists the JVMs of this user with what they run."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  loombench inspect",
            "  loombench inspect 4711",
            "  loombench inspect shop.jar",
            "  loombench inspect --for 10s --fail-on warning $(pgrep -f my-service)",
            "  loombench inspect --memory --output json 4711",
            "  loombench inspect --profile --open 4711",
            "  loombench inspect threads-1.txt threads-2.txt threads-3.txt gc.log",
            "  kubectl exec my-pod -- jcmd 1 Thread.print | loombench inspect -"
        })
public final class InspectCommand implements Callable<Integer> {
    /// Those of a service, least first.
    private static final List<Severity> SEVERITIES =
            List.of(Severity.NOTE, Severity.WARNING, Severity.CRITICAL);

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final String INTERRUPTED =
            "interrupted: an inspection reports at its end; --for sets its time";

    @Spec private CommandSpec command;

    /// They need a live process.
    private static final List<String> LIVE_OPTIONS =
            List.of(
                    "--for",
                    "--pinning",
                    "--memory",
                    "--list-threads",
                    "--allow-pauses",
                    ProfileOption.NAME,
                    "--then-compare");

    /// They judge or show a service or its files: without one, as where `$(pgrep -f my-service)`
    /// finds none, the list of the JVMs would pass for a result without findings.
    private static final List<String> SUBJECT_OPTIONS = List.of("--fail-on", "--open");

    @Parameters(
            paramLabel = "PID|FILE",
            arity = "0..*",
            description = {
                "Process id of a JVM of the same user, or the name of what it runs: its jar or main"
                        + " class, or a part of that. Default: list the JVMs.",
                "Or files that a JVM has written, of whatever names: thread dumps, javacores, flight"
                        + " recordings, crash logs (hs_err) and logs of collections, also compressed by"
                        + " gzip or in archives (zip, tar), with - for the standard input."
            })
    private List<String> words = List.of();

    @Option(
            names = "--for",
            paramLabel = "TIME",
            defaultValue = "30s",
            description = "Time to observe, 1s to 1h. Default: ${DEFAULT-VALUE}.")
    private String time;

    @Mixin private OutputOptions output = new OutputOptions();

    @Option(
            names = "--fail-on",
            paramLabel = "SEVERITY",
            description =
                    "Exit with code 99 when a finding is at least as severe: note, warning or"
                            + " critical.")
    private @Nullable String failOn;

    @Option(
            names = "--pinning",
            description =
                    "Record pinned waits with Flight Recorder, for about half a second of the service's"
                            + " CPU. Before JDK 24 they are where carriers seem kept.")
    private boolean pinning;

    @Option(
            names = "--memory",
            description =
                    "Count the live objects at the start and the end: those that grow, thread-local values,"
                            + " stacks of virtual threads. Each time the JVM collects garbage and stops all"
                            + " threads: seconds on a large heap."
                            + " Read the thread-local values of 100 virtual threads, which stops none.")
    private boolean memory;

    @Mixin private ListThreadsOption listThreads = new ListThreadsOption();

    @Option(
            names = "--allow-pauses",
            description =
                    "Print all threads at once even where their stacks are large, and the owners of"
                            + " java.util.concurrent locks even of a large heap, which may stop the JVM"
                            + " for longer than 50 ms.")
    private boolean allowPauses;

    @Option(
            names = "--then-compare",
            paramLabel = "FILE",
            description =
                    "Write the experiment that shows whether the remedy helps, where a setting is one:"
                            + " the service's own command with both values, for loombench run.")
    private @Nullable Path experiment;

    @Mixin private ProfileOption profile = new ProfileOption();

    @Mixin private OpenOption open = new OpenOption();

    @Mixin private ResultsOption results = new ResultsOption();

    @Mixin private VerboseOption verbose = new VerboseOption();

    @Override
    public Integer call() throws IOException, InterruptedException {
        var threshold = threshold();
        requireFiles();
        var form = output.output();
        var out = command.commandLine().getOut();
        if (words.isEmpty()) {
            refuse(
                    Stream.concat(LIVE_OPTIONS.stream(), SUBJECT_OPTIONS.stream()),
                    "needs a service, and none is named: loombench inspect lists the JVMs");
            form.write(
                    new JvmsDocument(
                            RunningJvms.ofThisUser(), RunningJvms.ofOtherUsers(), Instant.now()),
                    out);
            return ExitCode.OK;
        }
        var err = command.commandLine().getErr();
        try (var _ = ShutdownSignal.interruptingCaller(err, INTERRUPTED)) {
            var inspected =
                    InspectedFiles.areFiles(words)
                            ? new Inspected(ofFiles(), InspectedCode.NONE)
                            : live();
            var diagnosis = inspected.diagnosis();
            var document =
                    new InspectDocument(
                            diagnosis, verbose.isSet(), Instant.now(), inspected.code());
            form.print(document, out);
            Output.writeEach(
                    List.of(
                            () -> openPage(document, err),
                            () -> form.export(document),
                            () -> writeExperiment(diagnosis, err)));
            return threshold.filter(diagnosis::reaches).isPresent()
                    ? ExitCode.THRESHOLD
                    : ExitCode.OK;
        } catch (ProcessEndedException | NoReplyException | IOException e) {
            err.println("loombench: " + Format.plain(reason(e)));
            err.flush();
            return ExitCode.INVALID;
        }
    }

    /// Checks where files are to be written, before the service is observed for its time.
    private void requireFiles() {
        if (experiment != null) {
            WriteOption.requireFile("--then-compare", experiment);
        }
        if (open.isSet()) {
            var _ = results.folderToWrite();
        }
    }

    private record Inspected(Diagnosis diagnosis, InspectedCode code) {}

    private Inspected live() throws IOException, InterruptedException {
        var word = words.getFirst();
        long pid = JvmChoice.pid(word, InspectedFiles.absent(word));
        if (experiment != null) {
            RemedyExperiment.requireRepeatable(Target.of(pid));
        }
        var request =
                new Inspection.Request(
                        pid, window(), pinning, memory, listThreads.isSet(), allowPauses);
        if (!profile.isSet()) {
            return new Inspected(Inspection.run(request), InspectedCode.NONE);
        }
        try (var recorder = CodeRecorder.start(pid)) {
            var diagnosis = Inspection.run(request);
            var target = diagnosis.target();
            var service =
                    target.program().isEmpty() ? "process %d".formatted(pid) : target.program();
            return new Inspected(diagnosis, recorder.end(service, target.mask()));
        }
    }

    private Diagnosis ofFiles() throws IOException {
        refuse(LIVE_OPTIONS.stream(), "needs a live process, and these are files");
        InspectedFiles.checkName(words, RunningJvms::ofThisUser);
        return InspectedFiles.diagnose(words, System.in);
    }

    private void refuse(Stream<String> options, String reason) {
        var given = command.commandLine().getParseResult();
        options.filter(given::hasMatchedOption)
                .findFirst()
                .ifPresent(option -> {
                    throw new WrongInput(option + " " + reason);
                });
    }

    private static String reason(Exception e) {
        return switch (e) {
            case ProcessEndedException ended -> ended.getMessage() + " during the inspection";
            case NoReplyException silent ->
                    silent.getMessage()
                            + ": it may be stopped, in a long collection, or waiting to print to a"
                            + " pipe that nobody reads";
            case FileSystemException failed when failed.getFile() != null ->
                    "the inspection failed: %s: %s"
                            .formatted(TextSanitizer.of(failed.getFile()), FileFault.of(failed));
            case IOException failed -> "the inspection failed: " + FileFault.of(failed);
            default -> "the inspection failed: " + e.getMessage();
        };
    }

    /// The page is in a folder of its own, `results/inspect/PID/TIME`, or `files` for PID.
    private void openPage(InspectDocument document, PrintWriter err) {
        if (!open.isSet()) {
            return;
        }
        var target = document.diagnosis().target();
        var parent =
                results.folder()
                        .resolve("inspect")
                        .resolve(target.isLive() ? Long.toString(target.livePid()) : "files");
        try {
            var file = ResultStore.newFolder(parent, document.time()).resolve(HtmlReport.FILE);
            DurableFile.write(file, document.page().getBytes(StandardCharsets.UTF_8));
            open.show(file, err);
        } catch (IOException e) {
            throw new ResultError(
                    "cannot write a page in %s: %s".formatted(parent, FileFault.of(e)), e);
        }
    }

    /// Says why there is no experiment where only the observation shows that, as where no finding
    /// has a setting: the usage was right, and the diagnosis stands.
    private void writeExperiment(Diagnosis diagnosis, PrintWriter err) {
        if (experiment == null) {
            return;
        }
        ExperimentFile file;
        try {
            file = ExperimentFile.of("inspect", RemedyExperiment.of(diagnosis));
        } catch (WrongInput none) {
            err.println("loombench: " + Format.plain(none.getMessage()));
            return;
        }
        file.write(experiment);
        err.println(
                "wrote %s: set its path, users and environment, then run it with loombench run"
                        .formatted(Format.plain(experiment.toString())));
    }

    private Duration window() {
        var window = OptionValues.seconds("--for", time);
        if (window.compareTo(SHORTEST) < 0 || window.compareTo(LONGEST) > 0) {
            throw new WrongInput("--for must be from 1s to 1h, was " + TextSanitizer.of(time));
        }
        return window;
    }

    private Optional<Severity> threshold() {
        return Optional.ofNullable(failOn).map(InspectCommand::severity);
    }

    private static Severity severity(String name) {
        var known = SEVERITIES.stream().map(Severity::label).toList();
        return SEVERITIES.stream()
                .filter(severity -> severity.label().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new WrongInput(
                                "--fail-on: no severity %s%s"
                                        .formatted(
                                                TextSanitizer.quoted(name),
                                                Suggestions.hint(name, known))));
    }
}
