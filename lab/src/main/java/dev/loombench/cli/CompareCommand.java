package dev.loombench.cli;

import dev.loombench.cli.compare.ExperimentYaml;
import dev.loombench.cli.compare.NamedCommand;
import dev.loombench.cli.compare.ReadyOption;
import dev.loombench.cli.compare.ServiceArguments;
import dev.loombench.cli.console.Installation;
import dev.loombench.cli.console.OutputFormat;
import dev.loombench.report.Format;
import dev.loombench.report.reason.CompareCommandLine;
import dev.loombench.spec.Defaults;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.text.CommandWords;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.TextSanitizer;
import dev.loombench.spec.text.Units;
import dev.loombench.spec.yaml.SourceText;
import dev.loombench.spec.yaml.SpecReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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
                    + " environment."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  loombench compare app.jar --set spring.threads.virtual.enabled=false,true \\",
            "            -c 200 --path /orders/1",
            "  loombench compare old='java -jar old.jar --port {port}' \\",
            "            new='java -jar new.jar --port {port}' --ready /health",
            "  loombench compare 'node server.js' './shop -p {port}' --rate 2k",
            "  loombench compare old.jar new.jar --write mine.yaml",
            "  loombench run mine.yaml                the same comparison again"
        })
final class CompareCommand implements Callable<Integer> {
    private static final String DEFAULT_USERS = String.valueOf(CompareCommandLine.USERS);
    private static final String NAME = "compare";

    @Spec private CommandSpec command;

    @Parameters(
            arity = "1..*",
            paramLabel = "SERVICE",
            description = "An executable jar, a command, or NAME='command'.")
    private List<String> services = List.of();

    @Option(
            names = "--set",
            paramLabel = "KEY=A,B",
            description = {
                "With one jar: a variant per value. Program arguments --KEY=A for Spring Boot, else"
                        + " JVM flags -DKEY=A. Repeatable: every combination."
            })
    private List<String> settings = List.of();

    @Option(
            names = {"-c", "--users"},
            paramLabel = "N",
            description = {
                "Users, each with a connection, that send again after each response; with --rate"
                        + " connections. Default: 100; with --rate 1,000."
            })
    private @Nullable String users;

    @Option(
            names = {"-R", "--rate"},
            paramLabel = "RATE",
            description = "Requests per second, as in 500 or 10k, whatever the service does.")
    private @Nullable String rate;

    @Option(
            names = "--path",
            paramLabel = "PATH",
            description = "Path to request, with its query. Default: /.")
    private @Nullable String path;

    @Option(
            names = "--requests-file",
            paramLabel = "FILE",
            description = "YAML file with a mix of requests, in place of --path.")
    private @Nullable Path requestsFile;

    @Option(
            names = "--expect-status",
            paramLabel = "LIST",
            description = "Statuses of good responses, as in 2xx,302. Default: 2xx.")
    private @Nullable String expectedStatuses;

    @Option(
            names = "--ready",
            paramLabel = "EVENT",
            description = {
                "Shows that the service accepts requests: a /PATH that responds with a status below"
                        + " 500, port for an open port, or log:TEXT for a line of its output."
                        + " Default: the measured path."
            })
    private @Nullable String ready;

    @Option(
            names = "--same-answers",
            paramLabel = "LEVEL",
            description = {
                "What must be equal in the responses of all variants to one request before the"
                        + " load: body (with status and content type), status or off. Default:"
                        + " body."
            })
    private @Nullable String sameAnswers;

    @Option(
            names = "--jdk",
            paramLabel = "JDK",
            description = {
                "Major version or home of the JDK for all variants. Default: that of the command."
            })
    private @Nullable String jdk;

    @Option(
            names = "--trials",
            paramLabel = "N",
            defaultValue = "4",
            description = "Trials per variant, each in a new process. Default: ${DEFAULT-VALUE}.")
    private String trials = "";

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "TIME",
            defaultValue = "6s",
            description = "Measured time per trial. Default: ${DEFAULT-VALUE}.")
    private String duration = "";

    @Option(
            names = "--warm-up",
            paramLabel = "TIME",
            defaultValue = "8s",
            description = {
                "Longest warm-up per trial, which ends when the service is steady. Default:"
                        + " ${DEFAULT-VALUE}."
            })
    private String warmUp = "";

    @Option(
            names = "--metric",
            paramLabel = "METRIC",
            description = {
                "Metric of the verdict, as in throughput, p99 or cpu-per-request. Default:"
                        + " throughput; with --rate p99."
            })
    private @Nullable String metric;

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description = "Also write the experiment, which loombench run repeats.")
    private @Nullable Path file;

    @Option(
            names = "--results",
            paramLabel = "FOLDER",
            defaultValue = "results",
            description =
                    "Folder for results. Default: ${DEFAULT-VALUE}, below the current folder.")
    private Path results = Path.of("results");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "What to print: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private OutputFormat output = OutputFormat.text;

    @Override
    public Integer call() throws InterruptedException {
        var out = command.commandLine().getOut();
        var err = command.commandLine().getErr();
        var arguments = ServiceArguments.of(services, settings);
        var yaml = yaml(arguments.variants()).render();
        var zoo = Installation.find().zoo();
        var spec = spec(yaml, new SpecReader(zoo.servers()));
        RunChecks.require(spec, NAME);
        if (file != null) {
            write(file, yaml);
        }
        print(arguments, err);
        return new RunSession(out, err, output, false)
                .run(zoo, List.of(spec), runner -> List.of(() -> runner.run(spec, results)));
    }

    private ExperimentSpec spec(String yaml, SpecReader reader) {
        var source = SourceText.of("command line", yaml.getBytes(StandardCharsets.UTF_8));
        return reader.read(source, name(), folder());
    }

    private String name() {
        return file == null
                ? NAME
                : String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
    }

    /// The folder of the file, to which its paths are relative.
    private Path folder() {
        var parent = file == null ? null : file.getParent();
        return parent == null ? Path.of("") : parent;
    }

    private boolean isElsewhere() {
        return !folder().toAbsolutePath().normalize().equals(Path.of("").toAbsolutePath());
    }

    private ExperimentYaml yaml(List<NamedCommand> variants) {
        var names = variants.stream().map(NamedCommand::name).collect(Collectors.joining(", "));
        return new ExperimentYaml(
                "Which is best by %s: %s?".formatted(metric(), names),
                isElsewhere() ? Optional.of(Path.of("").toAbsolutePath()) : Optional.empty(),
                Optional.ofNullable(ready).map(ReadyOption::event),
                Optional.ofNullable(sameAnswers),
                variants,
                Optional.ofNullable(jdk),
                load(),
                List.of(
                        "measure: " + Units.text(seconds("--duration", duration)),
                        "warm-up: {min: %s, max: %s}"
                                .formatted(
                                        Units.text(
                                                shorter(
                                                        seconds("--warm-up", warmUp),
                                                        Defaults.WARM_UP_MIN)),
                                        Units.text(seconds("--warm-up", warmUp)))),
                List.of("trials: " + trials(), "metric: " + metric()));
    }

    private String metric() {
        return metric != null ? metric : rate == null ? "throughput" : "p99";
    }

    private List<String> load() {
        var lines = new ArrayList<String>();
        if (rate == null) {
            lines.add("users: " + count("--users", users == null ? DEFAULT_USERS : users));
        } else {
            lines.add(ExperimentYaml.text("rate", rate));
            if (users != null) {
                lines.add("connections: " + count("--users", users));
            }
        }
        if (requestsFile == null) {
            lines.add(ExperimentYaml.path(path == null ? "/" : path));
        } else if (path == null) {
            var named = isElsewhere() ? requestsFile.toAbsolutePath() : requestsFile;
            lines.add(ExperimentYaml.text("requests-file", named.toString()));
        } else {
            throw new SpecError("--path does not go with --requests-file, which has the paths");
        }
        if (expectedStatuses != null) {
            lines.add(ExperimentYaml.text("expect-status", expectedStatuses));
        }
        return lines;
    }

    private static int count(String option, String text) {
        if (text.contains(",") || text.contains("..") || text.contains("/")) {
            throw new SpecError(
                    "%s must be one number, was %s; an experiment may have a load profile"
                            .formatted(option, TextSanitizer.quoted(text)));
        }
        try {
            return Units.count(text);
        } catch (SpecError e) {
            throw new SpecError(option + ": " + e.getMessage());
        }
    }

    private int trials() {
        int count = count("--trials", trials);
        if (count < 2) {
            throw new SpecError(
                    "--trials must be at least 2: a comparison needs blocks, was " + count);
        }
        return count;
    }

    /// A bare whole number is seconds, as in `loombench load`.
    private static Duration seconds(String option, String text) {
        try {
            return Units.duration(text.matches("\\d+") ? text + "s" : text);
        } catch (SpecError e) {
            throw new SpecError(option + ": " + e.getMessage());
        }
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    private static void write(Path file, String yaml) {
        try {
            Files.writeString(file, yaml, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw new SpecError("%s exists already; --write needs a new file".formatted(file));
        } catch (IOException e) {
            throw new SpecError("cannot write %s: %s".formatted(file, e));
        }
    }

    /// Shows the commands and the flags that they use.
    private static void print(ServiceArguments arguments, PrintWriter err) {
        arguments.notes().forEach(note -> err.println(Format.plain(note)));
        for (var variant : arguments.variants()) {
            var line = CommandWords.join(variant.words());
            err.println(
                    variant.name().equals(line)
                            ? "  " + Format.plain(line)
                            : "  %s: %s"
                                    .formatted(Format.plain(variant.name()), Format.plain(line)));
        }
        err.flush();
    }
}
