package dev.loombench.cli;

import dev.loombench.cli.compare.ServiceArguments;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.report.Format;
import dev.loombench.spec.text.SpecError;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
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
            "Write an experiment for your own service: three questions, each with a default.",
            "Without answers, as with </dev/null, the defaults are taken."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  loombench init app.jar                 writes app.yaml",
            "  loombench run app.yaml                 the comparison"
        })
final class InitCommand implements Callable<Integer> {
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
        if (Files.exists(written)) {
            throw new SpecError("%s exists already; --write needs a new file".formatted(written));
        }
        boolean hasModels =
                ServiceArguments.isOneJar(services)
                        && ServiceArguments.hasModels(services.getFirst());
        var words = new ArrayList<>(List.of("compare"));
        words.addAll(services);
        var answers = new Answers(line.getErr());
        words.addAll(List.of("--path", answers.ask("Path to request", "/")));
        words.addAll(List.of("--users", answers.ask("Users, each with a connection", "100")));
        if (hasModels) {
            words.addAll(
                    List.of(
                            "--models",
                            answers.ask("Thread models to compare", "pool:200,virtual")));
        } else if (ServiceArguments.isOneJar(services)) {
            words.addAll(List.of("--set", answers.ask("Setting to compare, as in key=a,b", "")));
        }
        words.addAll(List.of("--write", written.toString(), "--dry-run"));
        int code =
                RootCommand.commandLine(line.getOut(), line.getErr())
                        .execute(words.toArray(String[]::new));
        if (code == ExitCode.OK) {
            line.getOut().println("loombench run %s".formatted(Format.plain(written.toString())));
        }
        return code;
    }

    private Path defaultFile() {
        return ServiceArguments.isOneJar(services)
                ? Path.of(
                        Path.of(services.getFirst())
                                .getFileName()
                                .toString()
                                .replaceFirst("\\.jar$", ".yaml"))
                : Path.of("mine.yaml");
    }

    /// The answers from standard input.
    private static final class Answers {
        private final BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        private final PrintWriter err;

        Answers(PrintWriter err) {
            this.err = err;
        }

        /// @return the default for an empty line, and at the end of the input
        String ask(String question, String defaultAnswer) {
            err.print("%s [%s]: ".formatted(question, defaultAnswer));
            err.flush();
            try {
                var answer = in.readLine();
                if (answer == null) {
                    err.println();
                }
                return answer == null || answer.isBlank() ? defaultAnswer : answer.strip();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
