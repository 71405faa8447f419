package dev.loombench.cli;

import dev.loombench.cli.compare.ModelOption;
import dev.loombench.cli.compare.OptionValues;
import dev.loombench.cli.compare.Platforms;
import dev.loombench.cli.compare.ServiceArguments;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.launch.HostLimits;
import dev.loombench.launch.Preflight;
import dev.loombench.launch.ServiceJava;
import dev.loombench.launch.jdk.Jdks;
import dev.loombench.launch.preset.ThreadModel;
import dev.loombench.report.Format;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.Request;
import dev.loombench.spec.load.Template;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.TextSanitizer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
    private static final String DEFAULT_NAME = "mine";

    @Spec private CommandSpec command;

    @Parameters(
            arity = "1..*",
            paramLabel = "SERVICE",
            description = "As in loombench compare: an executable jar, or several commands.")
    private List<String> services = List.of();

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description = "New file. Default: the name of the jar, as in app.yaml; else mine.yaml.")
    private @Nullable Path file;

    @Override
    public Integer call() {
        var line = command.commandLine();
        var written = file == null ? defaultFile() : file;
        requireNew(written);
        var questions = new Questions(line.getErr());
        var words = new ArrayList<>(List.of("compare"));
        words.addAll(services);
        // the question without which the others are for nothing
        words.addAll(variants(questions));
        if (ServiceArguments.isOneJar(services) || !given(ModelOption.none()).hasPath()) {
            words.add("--path");
            words.add(questions.ask("Path to request", Optional.of("/"), InitCommand::checkPath));
        }
        words.add("--users");
        words.add(
                questions.ask(
                        "Users, each with a connection",
                        Optional.of("100"),
                        InitCommand::checkUsers));
        words.addAll(List.of("--write", written.toString(), "--dry-run"));
        int code =
                RootCommand.commandLine(line.getOut(), line.getErr())
                        .execute(words.toArray(String[]::new));
        if (code == ExitCode.OK) {
            line.getOut().println("loombench run %s".formatted(Format.plain(written.toString())));
        }
        return code;
    }

    /// The option that makes variants of one jar; none for several services.
    ///
    /// @throws SpecError when there are no two variants
    private List<String> variants(Questions questions) {
        if (!ServiceArguments.isOneJar(services)) {
            requireSeveral();
            return List.of();
        }
        var proposed = ServiceArguments.proposedModels(services.getFirst());
        if (proposed.isPresent()) {
            return withJdk(questions.ask("Thread models to compare", proposed, this::checkModels));
        }
        return List.of(
                "--set",
                questions.ask(
                        "Setting to compare, as in key=a,b", Optional.empty(), this::checkSetting));
    }

    /// @throws SpecError when there are no two services, or one of them is wrong
    private void requireSeveral() {
        if (services.size() < 2) {
            throw new SpecError(
                    "a comparison needs at least two variants: name another command, jar or URL; loombench compare --write FILE --dry-run makes them by --jdk, --cpus or --java-agent");
        }
        var _ = given(ModelOption.none());
    }

    /// The models, and a JDK that has them all.
    private List<String> withJdk(String models) {
        var words = new ArrayList<>(List.of("--models", models));
        newerJdk(ThreadModel.listOf(models), System.getenv(), Jdks.ofThisMachine())
                .ifPresent(jdk -> {
                    words.addAll(List.of("--jdk", String.valueOf(jdk.major())));
                    command.commandLine()
                            .getErr()
                            .println(
                                    "  the java of services is too old for these models; the file names JDK %d (%s)"
                                            .formatted(jdk.major(), Format.plain(jdk.describe())));
                });
        return words;
    }

    /// The newest JDK, where that of services is too old for a model.
    ///
    /// @return empty where theirs has all models, or is unknown
    static Optional<Jdks.Installed> newerJdk(
            List<ThreadModel> models, Map<String, String> lab, Jdks jdks) {
        int first = models.stream().mapToInt(ThreadModel::firstJdk).max().orElse(0);
        return ServiceJava.defaultHome(lab)
                .flatMap(Jdks::major)
                .filter(major -> major < first)
                .flatMap(_ -> jdks.newest())
                .filter(jdk -> jdk.major() >= first);
    }

    private void checkModels(String list) {
        var governor = Optional.of(Path.of("governor.jar"));
        var _ = given(new ModelOption(ThreadModel.listOf(list), governor));
    }

    private void checkSetting(String setting) {
        if (setting.isEmpty()) {
            throw new SpecError(
                    "%s has no two thread models that the lab knows how to set; name a setting of it, as in threads=50,200, or several services"
                            .formatted(services.getFirst()));
        }
        var _ =
                ServiceArguments.of(
                        services, List.of(setting), ModelOption.none(), Platforms.DEFAULT);
    }

    private ServiceArguments given(ModelOption models) {
        return ServiceArguments.of(services, List.of(), models, Platforms.DEFAULT);
    }

    private static void checkPath(String path) {
        var _ = Request.checkedPath(Template.escaped(path));
    }

    private static void checkUsers(String users) {
        int count = OptionValues.count("--users", users);
        var _ = new LoadModel.Closed(count, Duration.ZERO);
        Preflight.checkLoad(HostLimits.ofThisMachine(), count, 1).stream()
                .findFirst()
                .ifPresent(unmet -> {
                    throw new SpecError("--users: " + unmet.message());
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
        return Path.of((ExperimentSpec.isName(name) ? name : DEFAULT_NAME) + ".yaml");
    }

    private static void requireNew(Path file) {
        if (Files.exists(file)) {
            throw new SpecError("%s exists already; --write needs a new file".formatted(file));
        }
        var name = String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
        if (!ExperimentSpec.isName(name)) {
            throw new SpecError(
                    "--write: the name of an experiment must consist of %s, was %s"
                            .formatted(ExperimentSpec.NAME_RULE, TextSanitizer.quoted(name)));
        }
        var folder = file.toAbsolutePath().getParent();
        if (folder != null && !(Files.isDirectory(folder) && Files.isWritable(folder))) {
            throw new SpecError("--write: %s is no folder to write to".formatted(folder));
        }
    }

    /// Questions on standard error, and their answers from standard input.
    private static final class Questions {
        private final BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        private final PrintWriter err;

        Questions(PrintWriter err) {
            this.err = err;
        }

        /// Repeats a question until its answer is good.
        ///
        /// @param proposed answer, for an empty line and at the end of the input
        /// @param check throws a [SpecError] for a wrong answer
        /// @throws SpecError when the input ends without a good answer, or after a wrong one
        String ask(String question, Optional<String> proposed, Consumer<String> check) {
            SpecError refused = null;
            while (true) {
                err.print(question + proposed.map(p -> " [" + p + "]").orElse("") + ": ");
                err.flush();
                var line = line();
                if (line.isEmpty() && refused != null) {
                    throw refused;
                }
                var answer =
                        line.map(String::strip).filter(text -> !text.isEmpty()).or(() -> proposed);
                try {
                    check.accept(answer.orElse(""));
                    return answer.orElse("");
                } catch (SpecError wrong) {
                    if (line.isEmpty()) {
                        throw wrong;
                    }
                    refused = wrong;
                    err.println("  " + Format.plain(wrong.getMessage()));
                }
            }
        }

        /// Empty at the end of the input.
        private Optional<String> line() {
            try {
                var line = Optional.ofNullable(in.readLine());
                if (line.isEmpty()) {
                    err.println();
                }
                return line;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
