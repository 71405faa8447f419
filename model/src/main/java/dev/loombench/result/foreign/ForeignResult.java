package dev.loombench.result.foreign;

import dev.loombench.text.WrongInput;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What another tool wrote at the end of one run of it.
///
/// @param name of the file, and the number in it where it holds several
/// @param settings that the two sides of a comparison should share, by name
/// @param failed how many requests or runs of a benchmark failed; [#ALL] where they have no
///   benchmark
/// @param warnings of the tool itself
/// @param leftOut figures that cannot be judged, with the reason
public record ForeignResult(
        String name,
        ForeignTool tool,
        ForeignLoad load,
        Map<String, String> settings,
        List<ForeignFigure> figures,
        Map<String, Failures> failed,
        List<Warning> warnings,
        List<String> leftOut) {
    /// In place of a benchmark: all of them.
    static final String ALL = "";

    public ForeignResult {
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
        figures = List.copyOf(figures);
        warnings = List.copyOf(warnings);
        failed = Map.copyOf(failed);
        leftOut = List.copyOf(leftOut);
    }

    /// @param failures of all requests or runs
    public ForeignResult(
            String name,
            ForeignTool tool,
            ForeignLoad load,
            Map<String, String> settings,
            List<ForeignFigure> figures,
            Failures failures,
            List<Warning> warnings,
            List<String> leftOut) {
        this(name, tool, load, settings, figures, Map.of(ALL, failures), warnings, leftOut);
    }

    /// Of all benchmarks.
    public Failures failures() {
        return failed.values().stream().reduce(Failures.NONE, Failures::and);
    }

    /// Of one benchmark; none where it is not in this result.
    public Failures failures(String benchmark) {
        return figures.stream().anyMatch(figure -> figure.benchmark().equals(benchmark))
                ? failed.getOrDefault(benchmark, failed.getOrDefault(ALL, Failures.NONE))
                : Failures.NONE;
    }

    /// How many of the requests, or of the runs of a command, failed.
    public record Failures(long failed, long total) {
        public static final Failures NONE = new Failures(0, 0);

        public Failures {
            if (failed < 0 || total < 0) {
                throw new WrongInput(
                        "%,d failures of %,d cannot be: a count is below 0 or too large"
                                .formatted(failed, total));
            }
        }

        public Failures and(Failures other) {
            return new Failures(failed + other.failed, total + other.total);
        }
    }

    /// @param kind the same in all results of which the tool says so, whatever their figures
    /// @param text what the tool says about its result, a part of a sentence
    /// @param invalid whether it calls its result invalid
    public record Warning(String kind, String text, boolean invalid) {}

    /// A result for each benchmark.
    public List<ForeignResult> byBenchmark() {
        return figures.stream()
                .map(ForeignFigure::benchmark)
                .distinct()
                .map(benchmark ->
                        new ForeignResult(
                                "%s: %s".formatted(name, benchmark),
                                tool,
                                load,
                                settings,
                                figures.stream()
                                        .filter(f -> f.benchmark().equals(benchmark))
                                        .toList(),
                                failed.entrySet().stream()
                                        .filter(e ->
                                                e.getKey().equals(benchmark)
                                                        || e.getKey().equals(ALL))
                                        .collect(
                                                Collectors.toMap(
                                                        Map.Entry::getKey, Map.Entry::getValue)),
                                warnings,
                                leftOut))
                .toList();
    }

    /// A result of a load generator without warnings, whose load is one benchmark.
    static ForeignResult ofLoad(
            String name,
            ForeignTool tool,
            ForeignLoad load,
            Map<String, String> settings,
            List<ForeignFigure> figures,
            Failures failures) {
        return new ForeignResult(
                name, tool, load, settings, figures, failures, List.of(), List.of());
    }
}
