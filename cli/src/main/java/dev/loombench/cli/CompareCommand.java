package dev.loombench.cli;

import dev.loombench.cli.agent.RunAgentOptions;
import dev.loombench.cli.capacity.SubjectOptions;
import dev.loombench.cli.compare.ComparisonOptions;
import dev.loombench.cli.compare.ExperimentFile;
import dev.loombench.cli.compare.JarOptions;
import dev.loombench.cli.compare.ModelOption;
import dev.loombench.cli.compare.PlatformOptions;
import dev.loombench.cli.compare.ServiceArguments;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.Installation;
import dev.loombench.cli.console.OutputOptions;
import dev.loombench.cli.load.ImportOptions;
import dev.loombench.cli.option.LoadLevelOptions;
import dev.loombench.cli.option.OpenOption;
import dev.loombench.cli.option.OtherRunOption;
import dev.loombench.cli.option.ResultsOption;
import dev.loombench.cli.option.TypedCommand;
import dev.loombench.cli.option.VerboseOption;
import dev.loombench.cli.option.WriteOption;
import dev.loombench.experiment.AdjustedExperiment;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.yaml.ComparisonThreshold;
import dev.loombench.launch.ModuleBuild;
import dev.loombench.launch.preset.ThreadModel;
import dev.loombench.load.option.FailIfOption;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.result.Invocation;
import dev.loombench.run.ExperimentRunner;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loombench compare`: compares the user's own service with itself under other flags, or with
/// another service.
@Command(
        name = "compare",
        description = {
            "Compare your own service under several flags, or several services.",
            "",
            "Each variant is started by its command, without a shell. It must listen on the port"
                    + " that the lab chooses: {port} in the command, or PORT and SERVER_PORT in its"
                    + " environment. A service that already runs is named by its URL, and measured"
                    + " in rounds."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  loombench compare app.jar --models pool:200,virtual -c 200 --path /orders/1",
            "  loombench compare app.jar --set server.tomcat.threads.max=50,200,800 --rate 2k",
            "  loombench compare app.jar --jdk 21,25 --cpus 1,2",
            "  loombench compare app.jar --java-agent apm-agent.jar",
            "  loombench compare old='java -jar old.jar --port {port}' \\",
            "            new='java -jar new.jar --port {port}' --ready /health",
            "  loombench compare 'node server.js' './shop -p {port}' --rate 2k",
            "  loombench compare app.jar --models pool:200,virtual --har shop.har",
            "  loombench compare http://127.0.0.1:8081/price http://127.0.0.1:8082/price",
            "  loombench compare old.jar new.jar --fail-if 'new<0.95x'",
            "  loombench compare old.jar new.jar --write mine.yaml",
            "  loombench run mine.yaml                the same comparison again"
        })
final class CompareCommand implements Callable<Integer> {
    private static final String NAME = "compare";

    @Spec private CommandSpec command;

    @Parameters(
            arity = "1..*",
            paramLabel = "SERVICE",
            description = "An executable jar, a command or a URL; or NAME='command', NAME=URL.")
    private List<String> services = List.of();

    @Mixin private JarOptions jar = new JarOptions();
    @Mixin private PlatformOptions platforms = new PlatformOptions();
    @Mixin private ComparisonOptions options = new ComparisonOptions();
    @Mixin private FailIfOption failIf = new FailIfOption();

    @Mixin private WriteOption write = new WriteOption();

    @Option(
            names = "--dry-run",
            description =
                    "Check all that a run checks, and start nothing; with --write, write the"
                            + " experiment, else print it.")
    private boolean dryRun;

    @Mixin private RunAgentOptions agents = new RunAgentOptions();
    @Mixin private OtherRunOption otherRun = new OtherRunOption();
    @Mixin private VerboseOption verbose = new VerboseOption();

    @Mixin private OpenOption open = new OpenOption();

    @Mixin private ResultsOption results = new ResultsOption();

    @Mixin private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws InterruptedException {
        var out = command.commandLine().getOut();
        var err = command.commandLine().getErr();
        requireServices();
        var arguments =
                ServiceArguments.of(
                        services, jar.settings(), models(jar.models()), platforms.platforms());
        var levels = options.levels();
        if (levels.size() > 1 && write.file().isPresent()) {
            throw new WrongInput("--write goes with one number of users, was " + levels.size());
        }
        if (dryRun && (output.exports() || open.isSet())) {
            throw new WrongInput("--export and --open need a result, and --dry-run has none");
        }
        var form = output.output();
        var folder = results.folderToWrite();
        var on = agents.parse();
        var requests = options.requests();
        var traffic = options.traffic(requests);
        var zoo = Installation.find().zoo();
        var typed = TypedCommand.of(command);
        var comparisons = new ArrayList<OneLevel>();
        for (var level : levels) {
            var named = levels.size() == 1 ? name() : name() + "-" + level;
            var plain = options.experiment(named, arguments.variants(), traffic, level);
            var experiment =
                    plain.withFurther(ComparisonThreshold.claims(failIf.conditions(), plain));
            RunChecks.require(experiment, NAME, on);
            comparisons.add(
                    new OneLevel(
                            experiment,
                            levels.size() == 1
                                    ? typed
                                    : typed.with(
                                            LoadLevelOptions.CONNECTIONS, String.valueOf(level))));
        }
        var session =
                new RunSession(
                        out, err, form, verbose.isSet(), false, on, otherRun.chosen(), typed);
        var experiments = comparisons.stream().map(OneLevel::experiment).toList();
        if (dryRun) {
            session.check(zoo, experiments);
        }
        if (write.file().isPresent()) {
            ExperimentFile.of(NAME, experiments.getFirst()).write(write.file().get());
        } else if (dryRun) {
            out.print(
                    experiments.stream()
                            .map(each -> ExperimentFile.of(NAME, each).text(Path.of("")))
                            .collect(Collectors.joining("---\n")));
        }
        requests.ifPresent(sent -> ImportOptions.printNotes(sent, Optional.empty(), err));
        arguments.print(err);
        if (dryRun) {
            return ExitCode.OK;
        }
        var pages = new ArrayList<Path>();
        int code =
                levels.size() == 1
                        ? session.run(
                                zoo, experiments, runner -> executions(runner, comparisons, pages))
                        : session.runTogether(
                                zoo,
                                experiments,
                                runner -> executions(runner, comparisons, new ArrayList<>()),
                                new LevelsTogether(typed, levels, folder, pages::add));
        pages.forEach(page -> open.show(page, err));
        return code;
    }

    private void requireServices() {
        if (SubjectOptions.isExperiment(services, Installation.find())) {
            throw new WrongInput(
                    "%s is an experiment, and services are expected: jars, commands or URLs; loombench run measures the variants of an experiment"
                            .formatted(TextSanitizer.quoted(services.getFirst())));
        }
    }

    /// The comparison with one number of users.
    ///
    /// @param typed the command line of it alone
    private record OneLevel(Experiment experiment, Invocation typed) {}

    /// @param pages receives the page of each run
    private List<RunSession.Execution> executions(
            ExperimentRunner runner, List<OneLevel> comparisons, List<Path> pages) {
        return comparisons.stream()
                .<RunSession.Execution>map(one ->
                        () -> {
                            var folder =
                                    runner.run(
                                            AdjustedExperiment.asWritten(one.experiment()),
                                            one.typed(),
                                            results.folder());
                            pages.add(folder.resolve(HtmlReport.FILE));
                            return folder;
                        })
                .toList();
    }

    /// The models of `--models`; builds the governor where one is governed.
    static ModelOption models(Optional<String> given) throws InterruptedException {
        if (given.isEmpty()) {
            return ModelOption.none();
        }
        var list = ThreadModel.listOf(given.get());
        return new ModelOption(
                list,
                list.contains(new ThreadModel.Governed())
                        ? Optional.of(governor())
                        : Optional.empty());
    }

    private static Path governor() throws InterruptedException {
        ModuleBuild.build(List.of("governor"));
        return Installation.find().governor();
    }

    private String name() {
        return write.file()
                .map(file -> String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", ""))
                .orElse(NAME);
    }
}
