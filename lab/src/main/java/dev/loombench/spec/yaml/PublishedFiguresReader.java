package dev.loombench.spec.yaml;

import dev.loombench.spec.article.PublishedFigures;
import dev.loombench.spec.article.PublishedFigures.Row;
import dev.loombench.spec.yaml.Node.Mapping;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads and validates a table of published figures from a YAML file.
///
/// ```yaml
/// source: where the table was published
/// users: 3000          # optional, and so are think-time and handler
/// handler: 300ms
/// variants:
///   - {name: virtual, throughput: 5217/s, mean: 316ms, p90: 311ms, p95: 344ms}
///   - {name: pool, threads: 200, throughput: 624.5/s, mean: 2660ms}
/// ```
public final class PublishedFiguresReader {
    private static final List<String> TABLE =
            List.of("source", "users", "think-time", "handler", "variants");

    /// Keys of percentiles: key -> percent.
    private static final SortedMap<String, Double> PERCENTILES = new TreeMap<>();

    private static final List<String> ROW = new ArrayList<>();

    static {
        for (var percent : new double[] {50, 75, 90, 95, 99, 99.9, 99.99}) {
            PERCENTILES.put(("p" + percent).replaceFirst("\\.0$", ""), percent);
        }
        PERCENTILES.put("max", 100.0);
        ROW.addAll(List.of("name", "throughput", "threads", "mean"));
        ROW.addAll(PERCENTILES.keySet());
    }

    private PublishedFiguresReader() {}

    /// @throws SpecError when the file cannot be read or is wrong; lists every problem with line
    ///   and column
    public static PublishedFigures read(Path file) {
        return read(SourceText.read(file));
    }

    static PublishedFigures read(SourceText source) {
        var problems = new Problems(source);
        var root = NodeParser.parse(source, problems);
        return table(new MappingReader("a table of figures", root, problems))
                .orElseThrow(problems::error);
    }

    private static Optional<PublishedFigures> table(MappingReader table) {
        table.allow(TABLE);
        var source = table.require("source", Values::line);
        var users = table.read("users", Values.count(1, 1_000_000_000));
        var think = table.read("think-time", Values::duration, Duration.ZERO);
        var handler = table.read("handler", Values::durationAboveZero);
        table.require("variants", Values::sequence);
        var rows = table.list("variants", node -> row(table, Values.mapping(node)));
        var problems = table.problems();
        return problems.count() > 0
                ? Optional.empty()
                : problems.attempt(
                        table.location(),
                        () ->
                                new PublishedFigures(
                                        source.orElseThrow(), whole(users), think, handler, rows));
    }

    private static Row row(MappingReader table, Mapping mapping) {
        var row = new MappingReader("a variant", mapping, table.problems());
        row.allow(ROW);
        var percentiles = new TreeMap<Double, Duration>();
        PERCENTILES.forEach((key, percent) ->
                row.read(key, Values::durationAboveZero)
                        .ifPresent(time -> percentiles.put(percent, time)));
        return new Row(
                row.require("name", Values::line).orElse("unnamed"),
                row.read("throughput", Values::rateAboveZero)
                        .map(OptionalDouble::of)
                        .orElse(OptionalDouble.empty()),
                whole(row.read("threads", Values.count(1, 1_000_000))),
                row.read("mean", Values::durationAboveZero),
                percentiles);
    }

    private static OptionalInt whole(Optional<Integer> value) {
        return value.map(OptionalInt::of).orElse(OptionalInt.empty());
    }
}
