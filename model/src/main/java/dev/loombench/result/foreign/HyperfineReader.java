package dev.loombench.result.foreign;

import dev.loombench.result.foreign.ForeignResult.Failures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The JSON of hyperfine (`--export-json`): the times of all runs of each command. A run is a
/// process.
///
/// Source: `src/export/json.rs` and `src/benchmark/benchmark_result.rs` of hyperfine 1.20.
final class HyperfineReader {
    private static final ForeignMetric TIME = ForeignMetric.ofTime("time");
    private static final ForeignMetric MEMORY = new ForeignMetric("memory", "bytes", false);
    private static final double NANOS = 1e9;

    private HyperfineReader() {}

    static ForeignResult read(String name, JsonValue document) {
        var figures = new ArrayList<ForeignFigure>();
        var failed = new HashMap<String, Failures>();
        var results = document.at("results").items();
        var commands = results.stream().map(result -> result.at("command").text()).toList();
        for (int i = 0; i < results.size(); i++) {
            var result = results.get(i);
            var command = benchmark(commands, i);
            figures.add(
                    new ForeignFigure(command, TIME, true, numbers(result.at("times"), NANOS), 0));
            var memory = result.at("memory_usage_byte");
            if (memory.exists() && !memory.items().isEmpty()) {
                figures.add(new ForeignFigure(command, MEMORY, false, numbers(memory, 1), 0));
            }
            failed.merge(command, failures(result.at("exit_codes")), Failures::and);
        }
        return new ForeignResult(
                name,
                ForeignTool.HYPERFINE,
                ForeignLoad.NONE,
                Map.of(),
                figures,
                failed,
                List.of(),
                List.of());
    }

    /// A command that occurs several times has a number, as where it is compared with itself.
    private static String benchmark(List<String> commands, int index) {
        var command = commands.get(index);
        return Collections.frequency(commands, command) == 1
                ? command
                : "%s #%d"
                        .formatted(
                                command,
                                Collections.frequency(commands.subList(0, index + 1), command));
    }

    private static List<Double> numbers(JsonValue list, double unit) {
        if (!list.exists() || list.items().isEmpty()) {
            throw list.wrong("the figures of all runs, without which there is no interval");
        }
        return list.items().stream().map(item -> item.number() * unit).toList();
    }

    /// A code is missing where a signal ended the run.
    private static Failures failures(JsonValue codes) {
        if (!codes.exists()) {
            return Failures.NONE;
        }
        var items = codes.items();
        return new Failures(
                items.stream().filter(code -> code.optionalNumber().orElse(-1) != 0).count(),
                items.size());
    }
}
