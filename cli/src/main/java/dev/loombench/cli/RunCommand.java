package dev.loombench.cli;

import dev.loombench.cli.agent.RunAgentOptions;
import dev.loombench.cli.agent.RunAgentOptions.RunAgents;
import dev.loombench.cli.console.Installation;
import dev.loombench.cli.console.OutputOptions;
import dev.loombench.cli.option.OtherRunOption;
import dev.loombench.cli.option.ProfileOption;
import dev.loombench.cli.option.ResultsOption;
import dev.loombench.cli.option.TypedCommand;
import dev.loombench.cli.option.VerboseOption;
import dev.loombench.experiment.AdjustedExperiment;
import dev.loombench.experiment.AgentsAgain;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.yaml.ComparisonThreshold;
import dev.loombench.experiment.yaml.ExperimentReader;
import dev.loombench.experiment.yaml.Overrides;
import dev.loombench.load.option.FailIfOption;
import dev.loombench.result.store.ResultStore;
import dev.loombench.run.ExperimentRunner;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.util.ArrayList;
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

/// `loombench run`: runs experiments and reports each.
@Command(
        name = "run",
        description = "Run experiments: start servers, generate load, compare, report.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  loombench run                          the quickstart, under two minutes",
            "  loombench run cpu-bound                a bundled experiment by its name",
            "  loombench run mine.yaml                an experiment from a file",
            "  loombench run mine.yaml -c 50          with another load than that of the file",
            "  loombench run mine.yaml --fail-if 'p99>50ms'",
            "                                         exit code 99 if it holds for a variant",
            "  loombench run --live                   with a live page",
            "  loombench run --resume RUN             resume an interrupted run",
            "  loombench run mine.yaml --load-on 10.0.0.2:7800 --key-file KEY --listen 10.0.0.1",
            "                                         with the load of an agent on another machine",
            "  loombench run --output json > out.json the report as JSON",
            "  loombench run --export json=run.json --export csv=run.csv",
            "                                         the report as text, and in files"
        })
final class RunCommand implements Callable<Integer> {
    /// The experiment of a first run.
    private static final String FIRST = "quickstart";

    @Spec private CommandSpec command;

    @Parameters(
            arity = "0..*",
            paramLabel = "EXPERIMENT",
            description = "Names from `loombench list`, or YAML files. Default: " + FIRST + ".")
    private List<String> experiments = List.of();

    @Mixin private OverrideOptions options = new OverrideOptions();
    @Mixin private ProfileOption profile = new ProfileOption();
    @Mixin private FailIfOption failIf = new FailIfOption();
    @Mixin private RunAgentOptions agents = new RunAgentOptions();
    @Mixin private OtherRunOption otherRun = new OtherRunOption();
    @Mixin private VerboseOption verbose = new VerboseOption();

    @Option(
            names = "--resume",
            paramLabel = "RUN",
            description = "Folder of an interrupted run: run its missing trials.")
    private @Nullable Path resume;

    @Option(
            names = "--java-agent",
            paramLabel = "FILE=OPTIONS",
            description =
                    "With --resume: a Java agent of the run whose options have a secret, which is not"
                            + " stored; all its options, as they were. Repeatable.")
    private List<String> javaAgents = List.of();

    @Mixin private ResultsOption results = new ResultsOption();

    @Mixin private OutputOptions output = new OutputOptions();

    @Option(
            names = "--live",
            description =
                    "Serve the report on loopback during the run, with a button that stops it. A browser"
                            + " that shows it takes CPU from the servers.")
    private boolean live;

    @Override
    public Integer call() throws InterruptedException {
        var overrides = options.overrides();
        var on = agents.parse();
        if (resume != null
                && (!experiments.isEmpty()
                        || !overrides.equals(Overrides.NONE)
                        || profile.isSet()
                        || failIf.isGiven())) {
            throw new ParameterException(
                    command.commandLine(),
                    "--resume takes no experiment, no other load, no --profile and no --fail-if: it continues the run as it is, with the conditions that it began with");
        }
        if (resume != null && !ResultStore.holdsRun(resume)) {
            throw new WrongInput(
                    "%s is not the folder of a run%s"
                            .formatted(
                                    TextSanitizer.quoted(resume.toString()),
                                    StoredSubject.in(resume)
                                            .map(RunCommand::otherwise)
                                            .orElse("")));
        }
        if (resume == null && !javaAgents.isEmpty()) {
            throw new ParameterException(
                    command.commandLine(),
                    "--java-agent goes with --resume; an experiment has the agents of its services in their commands");
        }
        if (experiments.size() > 1 && output.exports()) {
            throw new ParameterException(
                    command.commandLine(),
                    "--export goes with one experiment, was %d; loombench report --export writes those of a run"
                            .formatted(experiments.size()));
        }
        var form = output.output();
        var out = command.commandLine().getOut();
        var err = command.commandLine().getErr();
        var home = Installation.find();
        var zoo = home.zoo();
        var adjusted =
                resume == null
                        ? read(home, new ExperimentReader(zoo.servers()), overrides, on)
                        : List.<AdjustedExperiment>of();
        var interrupted = resume;
        var folder = resume == null ? results.folderToWrite() : results.folder();
        var typed = TypedCommand.of(command);
        return new RunSession(out, err, form, verbose.isSet(), live, on, otherRun.chosen(), typed)
                .run(
                        zoo,
                        adjusted.stream().map(AdjustedExperiment::experiment).toList(),
                        runner ->
                                interrupted == null
                                        ? executions(runner, adjusted, folder)
                                        : List.of(() -> runner.resume(interrupted, agentsAgain())));
    }

    /// How the result of another command goes on.
    private static String otherwise(StoredSubject subject) {
        return switch (subject) {
            case RUN -> "";
            case SWEEP -> ", but of a sweep: resume each of its runs";
            case REPRODUCTION -> ", but of a reproduction: loombench reproduce --resume";
            case SEARCH, INSPECTION -> ", but of %s, which begins anew".formatted(subject.label());
        };
    }

    private AgentsAgain agentsAgain() {
        return new AgentsAgain(javaAgents.stream().map(agent -> "-javaagent:" + agent).toList());
    }

    private List<RunSession.Execution> executions(
            ExperimentRunner runner, List<AdjustedExperiment> adjusted, Path folder) {
        var typed = TypedCommand.of(command);
        return adjusted.stream()
                .<RunSession.Execution>map(one -> () -> runner.run(one, typed, folder))
                .toList();
    }

    /// A claim on the capacity is left out, and said to be: a run measures at one load.
    private boolean isOfRun(Claim claim) {
        if (!claim.isOfRun()) {
            command.commandLine()
                    .getErr()
                    .println(
                            "loombench: the claim %s is not checked by a run; use loombench capacity"
                                    .formatted(TextSanitizer.quoted(claim.text())));
        }
        return claim.isOfRun();
    }

    /// Reads all experiments before the first starts, so that an error in any costs no time.
    private List<AdjustedExperiment> read(
            Installation home, ExperimentReader reader, Overrides overrides, RunAgents on) {
        var all = new ArrayList<AdjustedExperiment>();
        for (var given : experiments.isEmpty() ? List.of(FIRST) : experiments) {
            var read =
                    reader.read(home.experimentFile(given), overrides)
                            .withObserved(profile.observed());
            var adjusted =
                    read.withFurther(
                            ComparisonThreshold.claims(failIf.conditions(), read.experiment()));
            RunChecks.require(adjusted.experiment(), given, on);
            all.add(adjusted.withClaims(this::isOfRun));
        }
        return all;
    }
}
