package dev.loombench.cli.compare;

import dev.loombench.report.reason.CompareCommandLine;
import dev.loombench.spec.Defaults;
import dev.loombench.spec.TrialCount;
import dev.loombench.spec.requests.GivenRequests;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.Units;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of `loombench compare` that describe the experiment.
public final class ComparisonOptions {
    @Option(
            names = {"-c", "--users"},
            paramLabel = "N",
            description = {
                "Users, each with a connection, that send again after each response. Several, as in"
                        + " 50,200,800: a comparison with each, and where a variant becomes"
                        + " better. With --rate"
                        + " connections. Default: 100; with --rate 1,000."
            })
    private @Nullable String users;

    @Option(
            names = {"-R", "--rate"},
            paramLabel = "RATE",
            description = "Requests per second, as in 500 or 10k, whatever the service does.")
    private @Nullable String rate;

    @Mixin private RequestOptions requests = new RequestOptions();

    @Mixin private ServiceOptions services = new ServiceOptions();

    @Option(
            names = "--trials",
            paramLabel = "N",
            description = {
                "Trials per variant, each in a new process or, for a URL, a round. Default: 4 to 10,"
                        + " until every comparison is decided or precise, within --budget."
            })
    private @Nullable String trials;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description = {
                "Time of the comparison, for each number of users: it ends after the last round that"
                        + " fits, but not before the third. Default: 10m; with --trials none."
            })
    private @Nullable String budget;

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "TIME",
            defaultValue = "10s",
            description = "Measured time per trial. Default: ${DEFAULT-VALUE}.")
    private String duration = "";

    @Option(
            names = "--warm-up",
            paramLabel = "TIME",
            defaultValue = "1m",
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

    /// The numbers of users, or of connections of a rate.
    public List<Integer> levels() {
        if (users == null) {
            return List.of(rate == null ? CompareCommandLine.USERS : Defaults.CONNECTIONS);
        }
        return rate == null
                ? OptionValues.levels("--users", users)
                : List.of(OptionValues.count("--users", users));
    }

    /// The requests; empty when they are in a file that the experiment names.
    ///
    /// @throws SpecError when the options are wrong or contradict one another
    public Optional<GivenRequests> requests() {
        return requests.given();
    }

    /// The experiment.
    ///
    /// @param given as [#requests]
    /// @param level users, or connections of a rate
    /// @param elsewhere whether its file is in another folder than this process
    public ExperimentYaml yaml(
            List<NamedCommand> variants,
            Optional<GivenRequests> given,
            int level,
            boolean elsewhere) {
        requests.pathOption()
                .ifPresent(option -> variants.forEach(variant -> variant.requireNoPath(option)));
        var names = variants.stream().map(NamedCommand::name).collect(Collectors.joining(", "));
        return new ExperimentYaml(
                "Which is best by %s: %s?".formatted(metric(), names),
                elsewhere ? Optional.of(Path.of("").toAbsolutePath()) : Optional.empty(),
                services.ready(),
                services.sameAnswers(),
                services.environment(),
                variants,
                load(given, level, elsewhere),
                List.of(
                        "measure: " + Units.text(OptionValues.seconds("--duration", duration)),
                        "warm-up: {min: %s, max: %s}"
                                .formatted(
                                        Units.text(
                                                shorter(
                                                        OptionValues.seconds("--warm-up", warmUp),
                                                        Defaults.WARM_UP_MIN)),
                                        Units.text(OptionValues.seconds("--warm-up", warmUp)))),
                rest());
    }

    private String metric() {
        return metric != null ? metric : rate == null ? "throughput" : "p99";
    }

    /// @param level users, or connections of a rate
    private List<String> load(Optional<GivenRequests> given, int level, boolean elsewhere) {
        var lines = new ArrayList<String>();
        if (rate == null) {
            lines.add("users: " + level);
        } else {
            lines.add(ExperimentYaml.text("rate", rate));
            if (users != null) {
                lines.add("connections: " + level);
            }
        }
        lines.addAll(requests.lines(given, elsewhere));
        return lines;
    }

    private List<String> rest() {
        var lines = new ArrayList<>(ExperimentYaml.trials(trials()));
        lines.add(ExperimentYaml.text("metric", metric()));
        return lines;
    }

    private TrialCount trials() {
        var number = trials == null ? CompareCommandLine.TRIALS : fixed(trials);
        return budget == null ? number : number.within(OptionValues.seconds("--budget", budget));
    }

    private static TrialCount fixed(String trials) {
        int count = OptionValues.count("--trials", trials);
        if (count < 2) {
            throw new SpecError(
                    "--trials must be at least 2: a comparison needs blocks, was " + count);
        }
        return TrialCount.exactly(count);
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
