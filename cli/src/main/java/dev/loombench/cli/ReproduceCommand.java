package dev.loombench.cli;

import dev.loombench.analysis.ClaimEvaluation;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.Installation;
import dev.loombench.cli.console.OutputOptions;
import dev.loombench.cli.console.ShutdownSignal;
import dev.loombench.cli.option.OtherRunOption;
import dev.loombench.cli.option.ResultsOption;
import dev.loombench.experiment.AdjustedExperiment;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.yaml.ArticleReader;
import dev.loombench.experiment.yaml.ExperimentReader;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.report.Format;
import dev.loombench.report.claims.ReproductionReport;
import dev.loombench.result.Reproduction;
import dev.loombench.result.Reproduction.Planned;
import dev.loombench.result.store.ReproductionStore;
import dev.loombench.run.Reproducer;
import dev.loombench.text.CommandWords;
import dev.loombench.text.Suggestions;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loombench reproduce`: tests the claims of published articles.
@Command(
        name = "reproduce",
        description = {
            "Test the claims of published articles.",
            "Each claim is supported, contradicted, undecided, dependent on the set-up, invalid by a"
                    + " finding, or untested with the reason. A contradicted claim is a finding about"
                    + " the article: exit code 0. An invalid one: 3."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  loombench reproduce --quick                 all of them, shortened",
            "  loombench reproduce choubey-2023            one article",
            "  loombench reproduce choubey-2023/hello-c10  one of its experiments",
            "  loombench reproduce --resume FOLDER         resume an interrupted one"
        })
final class ReproduceCommand implements Callable<Integer> {
    @Spec private CommandSpec command;

    @Parameters(
            arity = "0..*",
            paramLabel = "ARTICLE[/EXPERIMENT]",
            description = "Names from `loombench list`. Default: all articles.")
    private List<String> names = List.of();

    @Option(
            names = "--quick",
            description =
                    "Fewer trials and shorter phases, where the claims can still be decided; the"
                            + " changes are recorded.")
    private boolean quick;

    @Option(
            names = "--resume",
            paramLabel = "FOLDER",
            description =
                    "Folder of an interrupted reproduction: run what is missing. An experiment that was"
                            + " interrupted on another machine, kernel, JDK or build restarts. A"
                            + " finished reproduction gets its pages again.")
    private @Nullable Path resume;

    @Option(
            names = "--articles",
            paramLabel = "FOLDER",
            description =
                    "Folder with a folder of experiments per article. Default: the bundled articles.")
    private @Nullable Path articles;

    @Mixin private OtherRunOption otherRun = new OtherRunOption();
    @Mixin private ResultsOption results = new ResultsOption();

    @Mixin private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws InterruptedException {
        checkOptions();
        var form = output.output();
        var err = command.commandLine().getErr();
        var home = Installation.find();
        var plan = resume == null ? Optional.of(plan(home)) : Optional.<Reproduction>empty();
        try (var signal = ShutdownSignal.interruptingCaller(err);
                var progress = RunProgress.on(err);
                var store = store(plan)) {
            var resumed = List.of("loombench", "reproduce", "--resume", store.folder().toString());
            signal.resumeWith(() -> List.of("Resume: " + CommandWords.join(resumed)));
            try (var launcher = new ServerLauncher(home.zoo())) {
                new Reproducer(home.zoo(), launcher, otherRun.chosen(), progress, progress::step)
                        .execute(store);
            }
            progress.clear();
            var report = ReproductionReport.read(store);
            report.writePages(store);
            form.write(report, command.commandLine().getOut());
            return ExitCode.of(report.claims());
        }
    }

    /// @param plan of a new reproduction; empty to resume one
    private ReproductionStore store(Optional<Reproduction> plan) {
        return plan.map(p -> ReproductionStore.create(results.folderToWrite(), p))
                .orElseGet(() -> ReproductionStore.open(Objects.requireNonNull(resume)));
    }

    private void checkOptions() {
        if (resume != null && (!names.isEmpty() || quick || articles != null)) {
            throw new ParameterException(
                    command.commandLine(),
                    "--resume takes no article and no other option of a new reproduction");
        }
        if (resume != null && !ReproductionStore.holdsReproduction(resume)) {
            throw new WrongInput(
                    "%s is not the folder of a reproduction"
                            .formatted(TextSanitizer.quoted(resume.toString())));
        }
    }

    /// Reads all experiments before the first starts, so that an error in any costs no time.
    private Reproduction plan(Installation home) {
        var folder = articles == null ? home.articles() : articles;
        var reader = new ExperimentReader(home.zoo().servers());
        var planned =
                selected(folder).stream()
                        .map(file -> planned(file, reader.read(file)))
                        .filter(p -> !quick || !names.isEmpty() || isEvaluated(p.experiment()))
                        .toList();
        return new Reproduction(
                Instant.now(),
                quick,
                planned.stream()
                        .map(Planned::article)
                        .distinct()
                        .map(name -> ArticleReader.read(folder.resolve(name)))
                        .toList(),
                planned);
    }

    /// Whether it has claims, or evaluates those of the experiment that it corrects.
    private static boolean isEvaluated(Experiment experiment) {
        return !experiment.claims().isEmpty()
                || experiment.name().endsWith(ClaimEvaluation.CORRECTED);
    }

    private Planned planned(Path file, Experiment experiment) {
        var adjusted =
                quick
                        ? AdjustedExperiment.quick(experiment)
                        : AdjustedExperiment.asWritten(experiment);
        return new Planned(articleOf(file), adjusted.experiment(), adjusted.changes());
    }

    private static String articleOf(Path file) {
        return String.valueOf(file.resolveSibling("").getFileName());
    }

    /// The files of the selected experiments, in the order of their articles.
    private List<Path> selected(Path folder) {
        var all = new TreeMap<String, Path>();
        Installation.experimentsBelow(folder).stream()
                .filter(file -> folder.relativize(file).getNameCount() == 2)
                .forEach(file -> all.put(Installation.nameBelow(folder, file), file));
        if (all.isEmpty()) {
            throw new WrongInput(
                    "no experiments in %s: expected a folder per article"
                            .formatted(Format.plain(folder.toString())));
        }
        if (names.isEmpty()) {
            return List.copyOf(all.values());
        }
        var selected = new TreeMap<String, Path>();
        for (var given : names) {
            var name = given.replaceFirst("^articles/", "").replaceFirst("/$", "");
            var matches =
                    all.keySet().stream()
                            .filter(n -> n.equals(name) || n.startsWith(name + "/"))
                            .toList();
            if (matches.isEmpty()) {
                throw unknown(given, List.copyOf(all.keySet()));
            }
            matches.forEach(n -> selected.put(n, all.get(n)));
        }
        return List.copyOf(selected.values());
    }

    private static WrongInput unknown(String given, List<String> names) {
        var known = new ArrayList<String>();
        names.stream().map(n -> n.substring(0, n.indexOf('/'))).distinct().forEach(known::add);
        return new WrongInput(
                "no article or experiment \"%s\"%s"
                        .formatted(
                                Format.plain(given),
                                Suggestions.nearest(given, names)
                                        .map(n -> "; did you mean \"" + n + "\"?")
                                        .orElseGet(() -> Suggestions.hint(given, known))));
    }
}
