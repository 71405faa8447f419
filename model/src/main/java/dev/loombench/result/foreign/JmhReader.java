package dev.loombench.result.foreign;

import static dev.loombench.text.Figures.counted;

import dev.loombench.result.foreign.ForeignResult.Failures;
import dev.loombench.result.foreign.ForeignResult.Warning;
import dev.loombench.text.TextTable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The JSON of JMH (`-rf json`): a list of benchmarks, each with the scores of the iterations of
/// its forks.
///
/// A fork is a process. Its score is the mean of its iterations, which share what differs from
/// process to process, as the layout of memory and what the compilers chose.
///
/// Source: `JSONResultFormat` of JMH 1.37.
final class JmhReader {
    /// JMH's own settings that two results should share.
    private static final List<String> SETTINGS =
            TextTable.words(
                    """
                    jmhVersion threads jdkVersion vmName vmVersion jvmArgs warmupIterations
                    warmupTime warmupBatchSize measurementIterations measurementTime
                    measurementBatchSize
                    """);

    /// Of the modes whose score is a time.
    private static final Map<String, String> NAMES =
            Map.of("avgt", "time", "sample", "sample-time", "ss", "single-shot-time");

    private static final Pattern PER_TIME = Pattern.compile("ops/(ns|us|ms|s|sec|min|hr|day)");
    private static final Pattern PER_OPERATION = Pattern.compile("(ns|us|ms|s|sec|min|hr|day)/op");

    /// As `TimeUnit` is written by JMH, and by kotlinx-benchmark (`sec`), which writes its form.
    private static final Map<String, Double> NANOS =
            Map.of(
                    "ns", 1.0,
                    "us", 1e3,
                    "ms", 1e6,
                    "s", 1e9,
                    "sec", 1e9,
                    "min", 60e9,
                    "hr", 3_600e9,
                    "day", 86_400e9);

    /// What JMH derives from the samples of a benchmark, as `p0.99`; the label is that of versions
    /// before 1.37. The histogram has the percentiles of each fork.
    private static final Pattern DERIVED = Pattern.compile("(?:.*·)?p[01]\\.\\d+");

    /// Of the histogram of a sampled benchmark.
    private static final List<Double> PERCENTS = List.of(50.0, 99.0, 99.9);

    private final List<ForeignFigure> figures = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();
    private final Map<String, TreeSet<String>> settings = new TreeMap<>();

    /// Benchmarks that were measured with several numbers of threads, as where files were joined.
    private final Set<String> withSeveralThreads = new HashSet<>();

    /// The first mode of each benchmark that was measured in several ones.
    private final Map<String, String> modes = new HashMap<>();

    /// Benchmarks that were measured in the JVM of JMH itself.
    private final Set<String> notForked = new HashSet<>();

    private JmhReader() {}

    /// A metric and the factor that brings a score into its unit.
    private record Scale(ForeignMetric metric, double factor) {}

    static ForeignResult read(String name, JsonValue document) {
        var reader = new JmhReader();
        var benchmarks = document.items();
        reader.findThreads(benchmarks);
        benchmarks.forEach(reader::benchmark);
        return new ForeignResult(
                name,
                ForeignTool.JMH,
                ForeignLoad.NONE,
                reader.settings.entrySet().stream()
                        .collect(
                                Collectors.toMap(
                                        Map.Entry::getKey, e -> String.join(", ", e.getValue()))),
                reader.figures,
                Failures.NONE,
                reader.warnings(),
                reader.leftOut);
    }

    /// JMH warns of them as it runs: "only for debugging purposes". One of them inherits what the
    /// compilers learned from those before it, and the settings of its fork do not apply.
    ///
    /// Source: `BaseRunner.runBenchmarksEmbedded` of JMH 1.37.
    private List<Warning> warnings() {
        return notForked.isEmpty()
                ? List.of()
                : List.of(
                        new Warning(
                                "not-forked",
                                "%s ran in the JVM of JMH itself (-f 0), which is for debugging only"
                                        .formatted(counted(notForked.size(), "benchmark")),
                                false));
    }

    private void benchmark(JsonValue benchmark) {
        var name = name(benchmark);
        for (var key : SETTINGS) {
            setting(benchmark.at(key))
                    .ifPresent(value ->
                            settings.computeIfAbsent(key, _ -> new TreeSet<>()).add(value));
        }
        if (benchmark.at("forks").optionalNumber().orElse(1) == 0) {
            notForked.add(name);
        }
        var mode = benchmark.at("mode").text();
        modes.putIfAbsent(name, mode);
        primary(name, mode, benchmark.at("primaryMetric"));
        boolean sampled = benchmark.at("primaryMetric").at("rawDataHistogram").exists();
        benchmark
                .at("secondaryMetrics")
                .entries()
                .forEach((metric, value) -> {
                    if (!sampled || !DERIVED.matcher(metric).matches()) {
                        secondary(name, mode, metric.replace("·", ""), value);
                    }
                });
    }

    private void findThreads(List<JsonValue> benchmarks) {
        var first = new HashMap<String, String>();
        for (var benchmark : benchmarks) {
            var name = named(benchmark, parameters(benchmark));
            var threads = threads(benchmark);
            if (!threads.equals(first.computeIfAbsent(name, _ -> threads))) {
                withSeveralThreads.add(name);
            }
        }
    }

    /// With its parameters, as in `a.B.c (size=10)`, and with the number of its threads where the
    /// file has several.
    private String name(JsonValue benchmark) {
        var parameters = parameters(benchmark);
        var name = named(benchmark, parameters);
        if (!withSeveralThreads.contains(name)) {
            return name;
        }
        parameters.add("threads=" + threads(benchmark));
        return named(benchmark, parameters);
    }

    private static String named(JsonValue benchmark, List<String> parameters) {
        var name = benchmark.at("benchmark").text();
        return parameters.isEmpty()
                ? name
                : "%s (%s)".formatted(name, String.join(", ", parameters));
    }

    private static List<String> parameters(JsonValue benchmark) {
        var parameters = new ArrayList<String>();
        benchmark
                .at("params")
                .entries()
                .forEach((key, value) ->
                        parameters.add(key + "=" + value.optionalText().orElse("null")));
        return parameters;
    }

    private static String threads(JsonValue benchmark) {
        return benchmark.at("threads").optionalText().orElse("");
    }

    private static Optional<String> setting(JsonValue value) {
        return value.node().isArray()
                ? Optional.of(
                        value.items().stream()
                                .map(item -> item.optionalText().orElse(""))
                                .collect(Collectors.joining(" ")))
                : value.optionalText();
    }

    private void primary(String name, String mode, JsonValue metric) {
        var scale = scale(NAMES.getOrDefault(mode, mode), metric);
        if (scale.isEmpty()) {
            leftOut.add("%s: its unit is not known".formatted(name));
            return;
        }
        var histogram = metric.at("rawDataHistogram");
        if (histogram.exists()) {
            sampled(name, histogram, scale.get());
        } else {
            add(name, scale.get(), true, metric);
        }
    }

    /// A cost per operation, of which less is better; of other figures the file does not say which
    /// is better. Costs of several modes are not those of one benchmark: a single shot has what
    /// others do in their warm-up.
    private void secondary(String name, String mode, String metric, JsonValue value) {
        var unit = value.at("scoreUnit").optionalText().orElse("");
        var first = modes.getOrDefault(name, mode);
        if (!mode.equals(first)) {
            leftOut.add(
                    "%s of %s by mode %s: that of %s counts".formatted(metric, name, mode, first));
        } else if (unit.endsWith("/op")) {
            add(name, new Scale(new ForeignMetric(metric, unit, false), 1), false, value);
        } else {
            leftOut.add(
                    "%s of %s, whose file does not say which is better".formatted(metric, name));
        }
    }

    /// Throughput in operations per second, times in ns.
    private static Optional<Scale> scale(String name, JsonValue metric) {
        var unit = metric.at("scoreUnit").text();
        var perTime = PER_TIME.matcher(unit);
        if (perTime.matches()) {
            return Optional.of(new Scale(ForeignMetric.THROUGHPUT, 1e9 / nanos(perTime.group(1))));
        }
        var perOperation = PER_OPERATION.matcher(unit);
        return perOperation.matches()
                ? Optional.of(new Scale(ForeignMetric.ofTime(name), nanos(perOperation.group(1))))
                : Optional.empty();
    }

    private static double nanos(String unit) {
        return NANOS.getOrDefault(unit, 1.0);
    }

    private void add(String name, Scale scale, boolean decides, JsonValue metric) {
        var values = new ArrayList<Double>();
        var forks = metric.at("rawData").items();
        for (var fork : forks) {
            mean(fork).ifPresent(score -> values.add(score * scale.factor()));
        }
        if (values.isEmpty()) {
            leftOut.add("%s of %s has no score".formatted(scale.metric().name(), name));
            return;
        }
        if (values.size() < forks.size()) {
            leftOut.add(
                    "%s of %s has no score in %d of %s"
                            .formatted(
                                    scale.metric().name(),
                                    name,
                                    forks.size() - values.size(),
                                    counted(forks.size(), "fork")));
        }
        figures.add(new ForeignFigure(name, scale.metric(), decides, values, 0));
    }

    /// Of the iterations of a fork; empty where one of them has no score.
    private static OptionalDouble mean(JsonValue fork) {
        var scores = fork.items().stream().map(JsonValue::optionalNumber).toList();
        return scores.stream().allMatch(OptionalDouble::isPresent)
                ? scores.stream().mapToDouble(OptionalDouble::getAsDouble).average()
                : OptionalDouble.empty();
    }

    /// Of the times that a benchmark sampled: the mean decides.
    private void sampled(String name, JsonValue histogram, Scale scale) {
        var forks = histogram.items().stream().map(JmhReader::counts).toList();
        if (forks.isEmpty() || forks.stream().anyMatch(Map::isEmpty)) {
            leftOut.add("%s of %s has no score".formatted(scale.metric().name(), name));
            return;
        }
        figures.add(
                new ForeignFigure(
                        name,
                        scale.metric(),
                        true,
                        forks.stream().map(fork -> mean(fork) * scale.factor()).toList(),
                        0));
        for (double percent : PERCENTS) {
            figures.add(
                    new ForeignFigure(
                            name,
                            ForeignMetric.percentile(BigDecimal.valueOf(percent)),
                            false,
                            forks.stream()
                                    .map(fork -> percentile(fork, percent) * scale.factor())
                                    .toList(),
                            0));
        }
    }

    /// Value -> number, of all iterations of a fork.
    private static SortedMap<Double, Double> counts(JsonValue fork) {
        var counts = new TreeMap<Double, Double>();
        for (var iteration : fork.items()) {
            for (var bucket : iteration.items()) {
                var pair = bucket.items();
                if (pair.size() != 2 || pair.getLast().number() <= 0) {
                    throw bucket.wrong("a value and its number, above 0");
                }
                counts.merge(pair.getFirst().number(), pair.getLast().number(), Double::sum);
            }
        }
        return counts;
    }

    private static double mean(SortedMap<Double, Double> counts) {
        double sum = 0;
        double number = 0;
        for (var entry : counts.entrySet()) {
            sum += entry.getKey() * entry.getValue();
            number += entry.getValue();
        }
        return sum / number;
    }

    /// The lowest value that this share of the values does not exceed.
    private static double percentile(SortedMap<Double, Double> counts, double percent) {
        double number = counts.values().stream().mapToDouble(Double::doubleValue).sum();
        double seen = 0;
        for (var entry : counts.entrySet()) {
            seen += entry.getValue();
            if (seen >= percent / 100 * number) {
                return entry.getKey();
            }
        }
        return counts.lastKey();
    }
}
