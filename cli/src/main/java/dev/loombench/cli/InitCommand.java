package dev.loombench.cli;

import dev.loombench.cli.agent.RunAgentOptions.RunAgents;
import dev.loombench.cli.compare.ExperimentFile;
import dev.loombench.cli.compare.ModelOption;
import dev.loombench.cli.compare.NamedCommand;
import dev.loombench.cli.compare.Platforms;
import dev.loombench.cli.compare.ServiceArguments;
import dev.loombench.cli.compare.ServiceExperiments;
import dev.loombench.cli.compare.StartSettings;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.Terminal;
import dev.loombench.cli.load.ImportOptions;
import dev.loombench.cli.option.WriteOption;
import dev.loombench.experiment.Defaults;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.Jdk;
import dev.loombench.launch.Preflight;
import dev.loombench.launch.jdk.Jdks;
import dev.loombench.launch.limit.HostLimits;
import dev.loombench.launch.preset.ThreadModel;
import dev.loombench.launch.service.ServiceJava;
import dev.loombench.load.option.OptionValues;
import dev.loombench.report.Format;
import dev.loombench.requests.GivenRequests;
import dev.loombench.requests.secret.RequestSecrets;
import dev.loombench.text.CommandWords;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Template;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loombench init`: asks for the load and the thread models, and writes the experiment.
@Command(
        name = "init",
        description = {
            "Write an experiment for your own service: three questions, each with a proposal.",
            "Without answers, as with </dev/null, the proposals are taken. A jar of no framework whose"
                    + " thread models are known needs a setting to compare."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  loombench init app.jar                 writes app.yaml",
            "  loombench run app.yaml                 the comparison"
        })
final class InitCommand implements Callable<Integer> {
    private static final String NAME = "init";
    private static final String DEFAULT_NAME = "mine";

    @Spec private CommandSpec command;

    @Parameters(
            arity = "1..*",
            paramLabel = "SERVICE",
            description = "As in loombench compare: an executable jar, or several commands.")
    private List<String> services = List.of();

    @Mixin private WriteOption write = new WriteOption();

    @Override
    public Integer call() throws InterruptedException {
        var written = write.file().orElseGet(this::defaultFile);
        requireNew(written);
        var line = command.commandLine();
        var questions = new Questions(line.getErr());
        // the question without which the others are for nothing
        var arguments = arguments(questions);
        var requests = requests(questions, arguments);
        int users =
                OptionValues.count(
                        "users",
                        questions.ask(
                                "Users, each with a connection",
                                Optional.of(String.valueOf(Defaults.COMPARISON_USERS)),
                                InitCommand::checkUsers));
        var experiment = experiment(nameOf(written), arguments.variants(), requests, users);
        RunChecks.require(experiment, NAME, RunAgents.NONE);
        ExperimentFile.of(NAME, experiment).write(written);
        ImportOptions.printNotes(requests, Optional.empty(), line.getErr());
        arguments.print(line.getErr());
        var next = CommandWords.join(List.of("loombench", "run", written.toString()));
        line.getOut().println(Format.plain(next));
        return ExitCode.OK;
    }

    private static Experiment experiment(
            String name, List<NamedCommand> services, GivenRequests requests, int users) {
        var traffic = requests.traffic();
        return ServiceExperiments.byDefault(
                name,
                ServiceExperiments.question(Defaults.METRIC, services),
                StartSettings.byDefault().variants(services, traffic),
                traffic,
                users);
    }

    /// The request of the answer; that of `/` where a URL has a path, which takes its place.
    private static GivenRequests requests(Questions questions, ServiceArguments arguments) {
        var path =
                arguments.hasPath()
                        ? "/"
                        : questions.ask(
                                "Path to request", Optional.of("/"), InitCommand::checkPath);
        var secrets = new RequestSecrets(Set.of());
        var request = Request.get(secrets.path(path), Request.DEFAULT_TIMEOUT);
        return GivenRequests.of(List.of(request), secrets);
    }

    /// The services, or the variants of one jar that an answer makes.
    ///
    /// @throws WrongInput when there are no two variants
    private ServiceArguments arguments(Questions questions) throws InterruptedException {
        if (!ServiceArguments.isOneJar(services)) {
            return several();
        }
        var proposed = ServiceArguments.proposedModels(services.getFirst());
        if (proposed.isEmpty()) {
            var setting =
                    questions.ask(
                            "Setting to compare, as in key=a,b",
                            Optional.empty(),
                            this::checkSetting);
            return given(List.of(setting), ModelOption.none(), Platforms.DEFAULT);
        }
        var models = questions.ask("Thread models to compare", proposed, this::checkModels);
        return given(List.of(), CompareCommand.models(Optional.of(models)), platforms(models));
    }

    /// @throws WrongInput when there are no two services, or one of them is wrong
    private ServiceArguments several() {
        if (services.size() < 2) {
            throw new WrongInput(
                    "a comparison needs at least two variants: name another command, jar or URL; loombench compare --write FILE --dry-run makes them by --jdk, --cpus or --java-agent");
        }
        return given(List.of(), ModelOption.none(), Platforms.DEFAULT);
    }

    /// A JDK that has all models, where that of services has not.
    private Platforms platforms(String models) {
        var list = ThreadModel.listOf(models);
        var lab = System.getenv();
        var newer = newerJdk(list, lab, Jdks.ofThisMachine());
        newer.ifPresent(jdk ->
                command.commandLine()
                        .getErr()
                        .println(
                                "  these models need JDK %d or later, and the java of services is %s; the file names JDK %d (%s)"
                                        .formatted(
                                                firstJdk(list),
                                                ServiceJava.defaultHome(lab)
                                                        .map(Jdks::describe)
                                                        .map(Format::plain)
                                                        .orElse("older"),
                                                jdk.major(),
                                                Format.plain(jdk.describe()))));
        return newer.map(jdk ->
                        new Platforms(List.of(new Jdk.Version(jdk.major())), List.of(), List.of()))
                .orElse(Platforms.DEFAULT);
    }

    /// The newest JDK, where that of services is too old for a model.
    ///
    /// @return empty where theirs has all models, or is unknown
    static Optional<Jdks.Installed> newerJdk(
            List<ThreadModel> models, Map<String, String> lab, Jdks jdks) {
        int first = firstJdk(models);
        return ServiceJava.defaultHome(lab)
                .flatMap(Jdks::major)
                .filter(major -> major < first)
                .flatMap(_ -> jdks.newest())
                .filter(jdk -> jdk.major() >= first);
    }

    private static int firstJdk(List<ThreadModel> models) {
        return models.stream().mapToInt(ThreadModel::firstJdk).max().orElse(0);
    }

    private void checkModels(String list) {
        var governor = Optional.of(Path.of("governor.jar"));
        var models = new ModelOption(ThreadModel.listOf(list), governor);
        var _ = given(List.of(), models, Platforms.DEFAULT);
    }

    private void checkSetting(String setting) {
        if (setting.isEmpty()) {
            throw new WrongInput(
                    "%s has no two thread models that the lab knows how to set; name a setting of it, as in threads=50,200, or several services"
                            .formatted(services.getFirst()));
        }
        var _ = given(List.of(setting), ModelOption.none(), Platforms.DEFAULT);
    }

    private ServiceArguments given(List<String> settings, ModelOption models, Platforms platforms) {
        return ServiceArguments.of(services, settings, models, platforms);
    }

    private static void checkPath(String path) {
        var _ = Request.checkedPath(Template.escaped(path));
    }

    private static void checkUsers(String users) {
        int count = OptionValues.count("users", users);
        var _ = new LoadModel.Closed(count, Defaults.THINK_TIME);
        Preflight.checkLoad(HostLimits.ofThisMachine(), count, 1).stream()
                .findFirst()
                .ifPresent(unmet -> {
                    throw new WrongInput("users: " + unmet.message());
                });
    }

    private Path defaultFile() {
        var name =
                ServiceArguments.isOneJar(services)
                        ? Path.of(services.getFirst())
                                .getFileName()
                                .toString()
                                .replaceFirst("\\.jar$", "")
                        : DEFAULT_NAME;
        return Path.of((Experiment.isName(name) ? name : DEFAULT_NAME) + ".yaml");
    }

    private static String nameOf(Path file) {
        return String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
    }

    private static void requireNew(Path file) {
        WriteOption.requireNew(file);
        var name = nameOf(file);
        if (!Experiment.isName(name)) {
            throw new WrongInput(
                    "--write: the name of an experiment must consist of %s, was %s"
                            .formatted(Experiment.NAME_RULE, TextSanitizer.quoted(name)));
        }
        WriteOption.requireFile("--write", file);
    }

    /// Questions on standard error, and their answers from standard input.
    private static final class Questions {
        private final BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        private final PrintWriter err;
        private final boolean typed = Terminal.isTyped();

        Questions(PrintWriter err) {
            this.err = err;
        }

        /// Repeats a question until its answer is good. Where no terminal shows the answer, it
        /// follows the question.
        ///
        /// @param proposed answer, for an empty line and at the end of the input
        /// @param check throws a [WrongInput] for a wrong answer
        /// @throws WrongInput when the input ends without a good answer, or after a wrong one
        String ask(String question, Optional<String> proposed, Consumer<String> check) {
            WrongInput refused = null;
            while (true) {
                err.print(question + proposed.map(p -> " [" + p + "]").orElse("") + ": ");
                err.flush();
                var line = line();
                boolean ended = line.isEmpty() && refused != null;
                var answer =
                        ended
                                ? Optional.<String>empty()
                                : line.map(String::strip)
                                        .filter(text -> !text.isEmpty())
                                        .or(() -> proposed);
                if (line.isEmpty() || !typed) {
                    err.println(answer.map(Format::plain).orElse("no answer"));
                }
                if (line.isEmpty() && refused != null) {
                    throw refused;
                }
                try {
                    check.accept(answer.orElse(""));
                    return answer.orElse("");
                } catch (WrongInput wrong) {
                    if (line.isEmpty()) {
                        throw wrong;
                    }
                    refused = wrong;
                    err.println("  " + Format.plain(wrong.getMessage()));
                }
            }
        }

        /// Empty at the end of the input, and where it is closed.
        private Optional<String> line() {
            try {
                return Optional.ofNullable(in.readLine());
            } catch (IOException closed) {
                return Optional.empty();
            }
        }
    }
}
