package dev.loombench.report.reason;

import dev.loombench.spec.Cpus;
import dev.loombench.spec.Defaults;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Jdk;
import dev.loombench.spec.Metric;
import dev.loombench.spec.Phases;
import dev.loombench.spec.Ready;
import dev.loombench.spec.SameAnswers;
import dev.loombench.spec.ServiceCommand;
import dev.loombench.spec.Variant;
import dev.loombench.spec.load.ConnectionPolicy;
import dev.loombench.spec.load.ErrorPolicy;
import dev.loombench.spec.load.ExpectedStatuses;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.Request;
import dev.loombench.spec.load.TrafficSpec;
import dev.loombench.spec.text.CommandWords;
import dev.loombench.spec.text.Units;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The `loombench compare` command that repeats an experiment with one more setting. It has the
/// options of which the experiment differs from the defaults of `compare`.
public final class CompareCommandLine {
    private final ExperimentSpec spec;
    private final Variant variant;
    private final List<String> words = new ArrayList<>();

    private CompareCommandLine(ExperimentSpec spec, Variant variant) {
        this.spec = spec;
        this.variant = variant;
    }

    /// The command on one line for a shell.
    ///
    /// @param variant whose service is measured with both values
    /// @param property of Spring Boot
    /// @param values of the property
    /// @return empty where no options of `compare` express the experiment
    static Optional<String> of(
            ExperimentSpec spec, Variant variant, String property, List<Long> values) {
        var line = new CompareCommandLine(spec, variant);
        boolean expressible =
                line.services(property, values)
                        && line.load()
                        && line.traffic()
                        && line.service()
                        && line.phases();
        line.criteria();
        return expressible ? Optional.of(CommandWords.join(line.words)) : Optional.empty();
    }

    /// All variants as settings of one jar where they are that, else this variant's command with
    /// each value.
    private boolean services(String property, List<Long> values) {
        if (variant.service().isEmpty() || !spec.dependencies().isEmpty()) {
            return false;
        }
        words.addAll(List.of("loombench", "compare"));
        var matrix = JarSettings.of(spec.variants());
        if (matrix.isPresent()) {
            words.addAll(matrix.get().with(property, values).arguments());
            return true;
        }
        var prefix = "--" + property + "=";
        for (var value : values) {
            var command = new ArrayList<>(variant.service().orElseThrow().words());
            command.removeIf(word -> word.startsWith(prefix));
            command.add(prefix + value);
            words.add("size-%d=%s".formatted(value, CommandWords.join(command)));
        }
        return true;
    }

    private boolean load() {
        return switch (spec.load()) {
            case LoadModel.Closed closed
                    when closed.isConstant() && closed.thinkTime().mean().isZero() -> {
                if (closed.connections() != Defaults.COMPARISON_USERS) {
                    words.addAll(List.of("-c", String.valueOf(closed.connections())));
                }
                yield true;
            }
            case LoadModel.Open open
                    when open.isConstant() && open.arrival() == Defaults.ARRIVAL -> {
                words.addAll(List.of("--rate", plain(open.rate().peak())));
                if (open.connections() != Defaults.CONNECTIONS) {
                    words.addAll(List.of("-c", String.valueOf(open.connections())));
                }
                yield true;
            }
            default -> false;
        };
    }

    private boolean traffic() {
        var traffic = spec.traffic();
        var first = traffic.requests().getFirst();
        var get = Request.get(first.path(), Request.DEFAULT_TIMEOUT);
        if (!traffic.equals(
                        new TrafficSpec(
                                List.of(get),
                                traffic.values(),
                                ConnectionPolicy.DEFAULT,
                                ErrorPolicy.DEFAULT,
                                traffic.expectedStatuses(),
                                traffic.expectedBody()))
                || !first.valueNames().isEmpty()) {
            return false;
        }
        if (!first.path().equals("/")) {
            words.addAll(List.of("--path", first.path().replace("$$", "$")));
        }
        if (!traffic.expectedStatuses().equals(ExpectedStatuses.DEFAULT)) {
            words.addAll(List.of("--expect-status", traffic.expectedStatuses().text()));
        }
        traffic.expectedBody().ifPresent(text -> words.addAll(List.of("--expect-body", text)));
        return true;
    }

    private boolean service() {
        var command = variant.service().orElseThrow();
        if (!command.ready().equals(Ready.defaultFor(spec.traffic()))) {
            words.add("--ready");
            words.add(
                    switch (command.ready()) {
                        case Ready.Http http -> http.target();
                        case Ready.Port _ -> "port";
                        case Ready.LogLine(var text) -> "log:" + text;
                    });
        }
        if (!command.within().equals(ServiceCommand.DEFAULT_WITHIN)) {
            words.addAll(List.of("--ready-within", Units.text(command.within())));
        }
        if (command.sameAnswers() != SameAnswers.BODY) {
            words.addAll(List.of("--same-answers", command.sameAnswers().label()));
        }
        variant.jdk().map(Jdk::text).ifPresent(jdk -> words.addAll(List.of("--jdk", jdk)));
        return variant.environment().isEmpty()
                && variant.port() == 0
                && variant.cpus().map(this::cpus).orElse(true);
    }

    private boolean cpus(Cpus cpus) {
        return switch (cpus) {
            case Cpus.Listed _ -> false;
            case Cpus.Count(int count) -> words.addAll(List.of("--cpus", String.valueOf(count)));
            case Cpus.Quota(double cores) -> words.addAll(List.of("--cpus", String.valueOf(cores)));
        };
    }

    private boolean phases() {
        var phases = spec.phases();
        if (!phases.measure().equals(Defaults.MEASURE)) {
            words.addAll(List.of("-d", Units.text(phases.measure())));
        }
        if (!phases.warmUpMax().equals(Defaults.COMPARISON_WARM_UP_MAX)) {
            words.addAll(List.of("--warm-up", Units.text(phases.warmUpMax())));
        }
        var shorter =
                Defaults.WARM_UP_MIN.compareTo(phases.warmUpMax()) < 0
                        ? Defaults.WARM_UP_MIN
                        : phases.warmUpMax();
        return phases.equals(new Phases(shorter, phases.warmUpMax(), phases.measure()));
    }

    /// Trials and metric. A number of trials that depends on their precision stays as it is by
    /// default, and else becomes its minimum.
    private void criteria() {
        var trials = spec.trials();
        if (trials.precision().isEmpty()
                || !trials.budget().equals(Defaults.COMPARISON_TRIALS.budget())) {
            words.addAll(List.of("--trials", String.valueOf(Math.max(2, trials.min()))));
            trials.budget().ifPresent(time -> words.addAll(List.of("--budget", Units.text(time))));
        }
        var usual = spec.load() instanceof LoadModel.Open ? Metric.P99 : Metric.THROUGHPUT;
        if (spec.metric() != usual) {
            words.addAll(List.of("--metric", spec.metric().label()));
        }
    }

    /// `2000` of 2000.0.
    private static String plain(double rate) {
        return BigDecimal.valueOf(rate).stripTrailingZeros().toPlainString();
    }
}
