package dev.loombench.analysis.judge;

import dev.loombench.result.foreign.ForeignFigure;
import dev.loombench.result.foreign.ForeignResult;
import dev.loombench.text.WrongInput;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What loads measured, by the settings that tell them apart.
///
/// Loads of one side are repeats of one another unless such a setting differs between them: then it
/// is a part of the benchmark, on both sides, as in `requests /orders (connections=50)`. Sides that
/// differ from each other alone have the same benchmark.
///
/// @param settings that differ within a side
record LoadBenchmarks(List<String> settings) {
    private static final String PATH = "path";

    /// Where it is not in a file.
    private static final String UNKNOWN = "unknown";

    /// The number of virtual users of k6, and the rate of vegeta, vary from run to run.
    private static final List<String> TELLING =
            List.of(PATH, "connections", "threads", "concurrency", "clients", "users");

    LoadBenchmarks {
        settings = List.copyOf(settings);
    }

    /// Those of load generators; JMH and hyperfine name what they measure.
    static LoadBenchmarks of(List<ForeignResult> base, List<ForeignResult> head) {
        return new LoadBenchmarks(
                base.getFirst().tool().startsProcesses()
                        ? List.of()
                        : TELLING.stream()
                                .filter(key -> differs(base, key) || differs(head, key))
                                .toList());
    }

    private static boolean differs(List<ForeignResult> side, String key) {
        return side.stream()
                        .flatMap(load -> Optional.ofNullable(load.settings().get(key)).stream())
                        .distinct()
                        .count()
                > 1;
    }

    private static String value(ForeignResult load, String key) {
        return load.settings().getOrDefault(key, UNKNOWN);
    }

    /// The loads with their benchmarks, which these settings are a part of from then on.
    List<ForeignResult> named(List<ForeignResult> loads) {
        return settings.isEmpty() ? loads : loads.stream().map(this::named).toList();
    }

    private ForeignResult named(ForeignResult load) {
        var others = new LinkedHashMap<>(load.settings());
        settings.forEach(others::remove);
        return new ForeignResult(
                load.name(),
                load.tool(),
                load.load(),
                others,
                load.figures().stream().map(figure -> named(figure, load)).toList(),
                load.failed(),
                load.warnings(),
                load.leftOut());
    }

    private ForeignFigure named(ForeignFigure figure, ForeignResult load) {
        return new ForeignFigure(
                figure.benchmark() + suffix(load),
                figure.metric(),
                figure.decides(),
                figure.values(),
                figure.rounding());
    }

    /// As in ` /orders (connections=50)`.
    private String suffix(ForeignResult load) {
        var path = settings.contains(PATH) ? " " + value(load, PATH) : "";
        var others =
                settings.stream()
                        .filter(key -> !key.equals(PATH))
                        .map(key -> "%s=%s".formatted(key, value(load, key)))
                        .collect(Collectors.joining(", "));
        return others.isEmpty() ? path : "%s (%s)".formatted(path, others);
    }

    /// @param base as named, and `head` likewise
    /// @throws WrongInput when two results of a pair are of two benchmarks
    void requirePairs(List<ForeignResult> base, List<ForeignResult> head) {
        if (settings.isEmpty()) {
            return;
        }
        IntStream.range(0, base.size())
                .filter(i -> !benchmarks(base.get(i)).equals(benchmarks(head.get(i))))
                .findFirst()
                .ifPresent(i -> {
                    throw new WrongInput(
                            "--paired: %s is of %s, and %s of %s: give both sides in the same order"
                                    .formatted(
                                            base.get(i).name(),
                                            text(base.get(i)),
                                            head.get(i).name(),
                                            text(head.get(i))));
                });
    }

    private static List<String> benchmarks(ForeignResult load) {
        return load.figures().stream().map(ForeignFigure::benchmark).distinct().toList();
    }

    private static String text(ForeignResult load) {
        return String.join(", ", benchmarks(load));
    }
}
