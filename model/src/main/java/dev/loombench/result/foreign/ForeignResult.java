package dev.loombench.result.foreign;

import dev.loombench.spec.text.SpecError;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What another tool wrote at the end of one run of it.
///
/// @param name of the file, and the number in it where it holds several
/// @param settings that the two sides of a comparison should share, by name
/// @param failures of requests or of runs
/// @param warnings of the tool itself
/// @param leftOut figures that cannot be judged, with the reason
public record ForeignResult(
        String name,
        ForeignTool tool,
        ForeignLoad load,
        Map<String, String> settings,
        List<ForeignFigure> figures,
        Failures failures,
        List<Warning> warnings,
        List<String> leftOut) {
    public ForeignResult {
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
        figures = List.copyOf(figures);
        warnings = List.copyOf(warnings);
        leftOut = List.copyOf(leftOut);
    }

    /// How many of the requests, or of the runs of a command, failed.
    public record Failures(long failed, long total) {
        public static final Failures NONE = new Failures(0, 0);

        public Failures {
            if (failed < 0 || total < 0) {
                throw new SpecError(
                        "%,d failures of %,d cannot be: a count is below 0 or too large"
                                .formatted(failed, total));
            }
        }

        public Failures and(Failures other) {
            return new Failures(failed + other.failed, total + other.total);
        }
    }

    /// @param text what the tool says about its result, a part of a sentence
    /// @param invalid whether it calls its result invalid
    public record Warning(String text, boolean invalid) {}

    /// A result for each benchmark; the failures are those of all.
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
                                failures,
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
