package dev.loombench.cli;

import dev.loombench.analysis.ClaimEvaluation;
import dev.loombench.cli.console.Installation;
import dev.loombench.cli.console.Interrupt;
import dev.loombench.cli.console.OutputFormat;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.report.Format;
import dev.loombench.result.Reproduction;
import dev.loombench.result.Reproduction.Planned;
import dev.loombench.result.store.ReproductionStore;
import dev.loombench.run.Reproducer;
import dev.loombench.spec.AdjustedExperiment;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.Suggestions;
import dev.loombench.spec.yaml.ArticleReader;
import dev.loombench.spec.yaml.SpecReader;
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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loombench reproduce`: puts the claims of published articles to the test.
@Command(
        name = "reproduce",
        description = {
            "Put the claims of published articles to the test.",
            "Each claim comes out as supported, contradicted, dependent on the set-up, or not testable"
                    + " on this machine. A claim that this machine contradicts is a finding about the"
                    + " article: exit code 0."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  loombench reproduce --quick                 all of them, shortened",
            "  loombench reproduce choubey-2023            one article",
            "  loombench reproduce choubey-2023/hello-c10  one of its experiments",
            "  loombench reproduce --resume FOLDER         go on with one that was interrupted"
        })
final class ReproduceCommand implements Callable<Integer> {
    @Spec private CommandSpec command;

    @Parameters(
            arity = "0..*",
            paramLabel = "ARTICLE[/EXPERIMENT]",
            description = "As `loombench list` names them. Default: every article.")
    private List<String> wanted = List.of();

    @Option(
            names = "--quick",
            description =
                    "Fewer trials and shorter phases, where the claims survive it; the changes are recorded.")
    private boolean quick;

    @Option(
            names = "--resume",
            paramLabel = "FOLDER",
            description =
                    "Folder of an interrupted reproduction: run what is missing. An experiment that was interrupted on another machine, kernel, JDK or build starts anew. Of a finished reproduction, draw the pages again.")
    private @Nullable Path resume;

    @Option(
            names = "--articles",
            paramLabel = "FOLDER",
            description =
                    "A folder with a folder of experiments for each article. Default: those that come with Loombench.")
    private @Nullable Path articles;

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
                    "What to print on standard output: text, json, markdown, html. Default: ${DEFAULT-VALUE}.")
    private OutputFormat output;

    @Override
    public Integer call() throws InterruptedException {
        checkOptions();
        var out = command.commandLine().getOut();
        var err = command.commandLine().getErr();
        var home = Installation.find();
        var plan = resume == null ? Optional.of(plan(home)) : Optional.<Reproduction>empty();
        try (var interrupt = Interrupt.armed(Thread.currentThread(), err);
                var progress = RunProgress.on(err);
                var store = store(plan)) {
            interrupt.tell(() -> Optional.of("loombench reproduce --resume " + store.folder()));
            try (var launcher = new ServerLauncher(home.zoo())) {
                new Reproducer(home.zoo(), launcher, progress, progress::step).carryOut(store);
            }
            progress.clear();
            var reproduced = ReproductionReport.read(store);
            reproduced.writePages();
            reproduced.print(output, out);
            return reproduced.exit();
        }
    }

    /// @param plan of a new reproduction; empty to go on with an earlier one
    private ReproductionStore store(Optional<Reproduction> plan) {
        return plan.map(p -> ReproductionStore.create(results, p))
                .orElseGet(() -> ReproductionStore.open(Objects.requireNonNull(resume)));
    }

    private void checkOptions() {
        if (resume != null && (!wanted.isEmpty() || quick || articles != null)) {
            throw new ParameterException(
                    command.commandLine(),
                    "--resume goes on with one reproduction as it was begun: name nothing beside it");
        }
        if (output == OutputFormat.csv) {
            throw new ParameterException(
                    command.commandLine(),
                    "claims are shown as text, json, markdown or html, not as " + output);
        }
    }

    /// All of them read before anything starts, so that a wrong one costs no time.
    private Reproduction plan(Installation home) {
        var folder = articles == null ? home.articles() : articles;
        var reader = new SpecReader(home.zoo().servers());
        var planned =
                chosen(folder).stream()
                        .map(file -> planned(file, reader.read(file)))
                        .filter(p -> !quick || !wanted.isEmpty() || decidesSomething(p.spec()))
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

    /// Whether it has claims, or is asked those of its twin.
    private static boolean decidesSomething(ExperimentSpec spec) {
        return !spec.claims().isEmpty() || spec.name().endsWith(ClaimEvaluation.CORRECTED);
    }

    private Planned planned(Path file, ExperimentSpec spec) {
        var scaled = quick ? AdjustedExperiment.quick(spec) : AdjustedExperiment.asWritten(spec);
        return new Planned(articleOf(file), scaled.spec(), scaled.changes());
    }

    private static String articleOf(Path file) {
        return String.valueOf(file.resolveSibling("").getFileName());
    }

    /// The files of the experiments that are wanted, an article's together.
    private List<Path> chosen(Path folder) {
        var all = new TreeMap<String, Path>();
        Installation.experimentsBelow(folder).stream()
                .filter(file -> folder.relativize(file).getNameCount() == 2)
                .forEach(file -> all.put(Installation.nameBelow(folder, file), file));
        if (all.isEmpty()) {
            throw new SpecError(
                    "no experiments in %s: a folder with a folder for each article is due"
                            .formatted(Format.plain(folder.toString())));
        }
        if (wanted.isEmpty()) {
            return List.copyOf(all.values());
        }
        var chosen = new TreeMap<String, Path>();
        for (var given : wanted) {
            var name = given.replaceFirst("^articles/", "").replaceFirst("/$", "");
            var meant =
                    all.keySet().stream()
                            .filter(n -> n.equals(name) || n.startsWith(name + "/"))
                            .toList();
            if (meant.isEmpty()) {
                throw unknown(given, List.copyOf(all.keySet()));
            }
            meant.forEach(n -> chosen.put(n, all.get(n)));
        }
        return List.copyOf(chosen.values());
    }

    private static SpecError unknown(String given, List<String> names) {
        var known = new ArrayList<String>();
        names.stream().map(n -> n.substring(0, n.indexOf('/'))).distinct().forEach(known::add);
        return new SpecError(
                "no article or experiment \"%s\"%s"
                        .formatted(
                                Format.plain(given),
                                Suggestions.nearest(given, names)
                                        .map(n -> "; did you mean \"" + n + "\"?")
                                        .orElseGet(() -> Suggestions.hint(given, known))));
    }
}
