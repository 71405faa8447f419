package dev.loombench.experiment.yaml;

import dev.loombench.experiment.article.FigureText;
import dev.loombench.experiment.article.PublishedFigure;
import dev.loombench.experiment.article.PublishedFigures;
import dev.loombench.experiment.article.PublishedFigures.Row;
import dev.loombench.experiment.article.PublishedFigures.Setup;
import dev.loombench.text.TextSanitizer;
import dev.loombench.yaml.MappingReader;
import dev.loombench.yaml.Node;
import dev.loombench.yaml.Node.Mapping;
import dev.loombench.yaml.NodeParser;
import dev.loombench.yaml.Problems;
import dev.loombench.yaml.SourceText;
import dev.loombench.yaml.Values;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Reads and validates a table of published figures from a YAML file.
///
/// ```yaml
/// source: where the table was published
/// users: 3000          # optional, as are think-time, handler, threads; a variant may have its own
/// handler: 300ms
/// variants:
///   - {name: virtual, throughput: "5,217/s", mean: 316ms, p90: 311ms, p95: 344ms}
///   - {name: pool, users: 500, threads: 200, throughput: ~624.5 req/s, mean: 2660ms}
/// ```
public final class PublishedFiguresReader {
    /// Keys of the table that a variant may replace.
    private static final List<String> SETUP = List.of("users", "think-time", "handler", "threads");

    private static final List<String> TABLE =
            Stream.concat(Stream.of("source", "variants"), SETUP.stream()).toList();

    /// Keys of percentiles: key -> percent.
    private static final SortedMap<String, Double> PERCENTILES = new TreeMap<>();

    private static final List<String> ROW = new ArrayList<>();

    /// The rest of a number with a comma between braces, where a comma ends a value.
    private static final Pattern REST_OF_NUMBER = Pattern.compile("\\d{3}(?!\\d).*");

    static {
        for (var percent : new double[] {50, 75, 90, 95, 99, 99.9, 99.99}) {
            PERCENTILES.put(("p" + percent).replaceFirst("\\.0$", ""), percent);
        }
        PERCENTILES.put("max", 100.0);
        ROW.addAll(List.of("name", "throughput", "mean"));
        ROW.addAll(SETUP);
        ROW.addAll(PERCENTILES.keySet());
    }

    private PublishedFiguresReader() {}

    /// @throws WrongInput when the file cannot be read or is wrong; lists every problem with line
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
        var setup = setup(table, Setup.UNKNOWN);
        table.require("variants", Values::sequence);
        var rows =
                table.list("variants", node -> row(table.problems(), setup, Values.mapping(node)));
        var problems = table.problems();
        return problems.count() > 0
                ? Optional.empty()
                : problems.attempt(
                        table.location(), () -> new PublishedFigures(source.orElseThrow(), rows));
    }

    private static Row row(Problems problems, Setup table, Mapping mapping) {
        var row = new MappingReader("a variant", mapping, problems);
        allow(row, mapping);
        var percentiles = new TreeMap<Double, PublishedFigure>();
        PERCENTILES.forEach((key, percent) ->
                row.read(key, PublishedFiguresReader::time)
                        .ifPresent(time -> percentiles.put(percent, time)));
        return new Row(
                row.require("name", Values::line).orElse("unnamed"),
                setup(row, table),
                row.read("throughput", node -> FigureText.rate(Values.scalar(node))),
                row.read("mean", PublishedFiguresReader::time),
                percentiles);
    }

    private static void allow(MappingReader row, Mapping mapping) {
        var rests =
                mapping.entries().keySet().stream()
                        .filter(key -> REST_OF_NUMBER.matcher(key).matches())
                        .toList();
        for (var rest : rests) {
            row.reject(
                    rest,
                    "%s follows a comma; put a number with a comma in quotes, as in \"2,226/s\""
                            .formatted(TextSanitizer.quoted(rest)));
        }
        row.allow(Stream.concat(ROW.stream(), rests.stream()).toList());
    }

    /// The setup of a mapping, with the values of `table` where it has none.
    private static Setup setup(MappingReader mapping, Setup table) {
        return new Setup(
                count(mapping, "users", 1_000_000_000, table.users()),
                mapping.read("think-time", PublishedFiguresReader::time, table.thinkTime()),
                mapping.read("handler", PublishedFiguresReader::time).or(table::handler),
                count(mapping, "threads", 1_000_000, table.threads()));
    }

    private static OptionalInt count(
            MappingReader mapping, String key, int max, OptionalInt defaultValue) {
        return mapping.read(
                        key, node -> Values.inRange(FigureText.count(Values.scalar(node)), 1, max))
                .map(OptionalInt::of)
                .orElse(defaultValue);
    }

    private static PublishedFigure time(Node node) {
        return FigureText.time(Values.scalar(node));
    }
}
