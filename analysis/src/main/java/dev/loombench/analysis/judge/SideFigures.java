package dev.loombench.analysis.judge;

import dev.loombench.result.foreign.ForeignFigure;
import dev.loombench.result.foreign.ForeignMetric;
import dev.loombench.result.foreign.ForeignResult;
import dev.loombench.stats.Descriptive;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.stream.LongStream;

/// The figures of one side, by benchmark and metric.
final class SideFigures {
    private final List<ForeignResult> results;
    private final Map<Key, List<ForeignFigure>> figures = new LinkedHashMap<>();

    private SideFigures(List<ForeignResult> results) {
        this.results = results;
    }

    record Key(String benchmark, ForeignMetric metric) {}

    static SideFigures of(List<ForeignResult> results) {
        var side = new SideFigures(results);
        for (var result : results) {
            for (var figure : result.figures()) {
                side.figures
                        .computeIfAbsent(
                                new Key(figure.benchmark(), figure.metric()),
                                _ -> new ArrayList<>())
                        .add(figure);
            }
        }
        return side;
    }

    List<Key> keys() {
        return List.copyOf(figures.keySet());
    }

    SequencedSet<String> benchmarks() {
        var names = new LinkedHashSet<String>();
        figures.keySet().forEach(key -> names.add(key.benchmark()));
        return names;
    }

    boolean decides(Key key) {
        return of(key).stream().anyMatch(ForeignFigure::decides);
    }

    /// Empty where this side lacks the figure or, of pairs, where one of its results does: of
    /// loads, one of the same benchmark.
    ///
    /// @param paired whether a result counts as one value, its mean
    Optional<Sample> sample(Key key, boolean paired) {
        var found = of(key);
        if (found.isEmpty() || (paired && found.size() != expected(key.benchmark()))) {
            return Optional.empty();
        }
        var values = new ArrayList<Double>();
        for (var figure : found) {
            if (paired) {
                values.add(mean(figure.values()));
            } else {
                values.addAll(figure.values());
            }
        }
        return Optional.of(
                new Sample(
                        values,
                        found.stream().mapToDouble(ForeignFigure::rounding).max().orElse(0)));
    }

    /// Good responses of each load of a benchmark that counts them.
    LongStream responses(String benchmark) {
        return results.stream()
                .map(result -> result.failures(benchmark))
                .filter(counts -> counts.total() > 0)
                .mapToLong(counts -> counts.total() - counts.failed());
    }

    /// Results that have one figure each of a metric of this benchmark.
    private long expected(String benchmark) {
        return results.stream()
                .filter(result -> result.tool().startsProcesses() || isOf(result, benchmark))
                .count();
    }

    private static boolean isOf(ForeignResult result, String benchmark) {
        return result.figures().stream().anyMatch(f -> f.benchmark().equals(benchmark));
    }

    private List<ForeignFigure> of(Key key) {
        return figures.getOrDefault(key, List.of());
    }

    private static double mean(List<Double> values) {
        return Descriptive.mean(values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
