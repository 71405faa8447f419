package dev.loombench.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/// Specs with one mistake each, and the expected messages: `wrong-experiments.txt`, and files that
/// are wrong as a whole.
public final class WrongExperiments {
    public static final String GOOD =
            """
            question: Which is faster?
            variants:
              - server: tomcat
                model: platform-pool
                threads: 100
              - server: tomcat
                model: virtual
            load:
              users: 400
              path: /hello
            phases:
              measure: 10s
            trials: 5
            """;

    static final String OPEN = GOOD.replace("users: 400", "rate: 10k/s");

    /// Whether the published schema detects the mistake.
    enum Schema {
        SEES,
        BLIND
    }

    /// @param location `line:column`, or empty for the whole file
    /// @param fragments expected parts of the message
    public record WrongExperiment(
            String name, Schema schema, String yaml, String location, List<String> fragments) {
        @Override
        public String toString() {
            return name;
        }
    }

    private WrongExperiments() {}

    static Stream<WrongExperiment> all() {
        return Stream.concat(
                table().lines().filter(WrongExperiments::isRow).map(WrongExperiments::row),
                whole());
    }

    static Stream<WrongExperiment> seenByTheSchema() {
        return all().filter(wrong -> wrong.schema() == Schema.SEES);
    }

    private static Stream<WrongExperiment> whole() {
        return Stream.of(
                whole("empty", "", "", "is empty"),
                whole("only comments", "# nothing\n", "", "is empty"),
                whole("only a marker", "---\n", "", "is empty"),
                whole("a list", "- a\n", "1:1", "expected a mapping with question", "found a list"),
                whole("a word", "hello\n", "1:1", "found the text \"hello\""),
                whole("two documents", GOOD + "---\n" + GOOD, "14:1", "found a second one"),
                whole("an unknown version", "%YAML 3.0\n---\n" + GOOD, "1:1", "not YAML"),
                whole("a bomb", bomb(), "6:8", "more than 100000 nodes by aliases"),
                whole("deep", "a: " + "[".repeat(100_000), "1:24", "more than 20 levels deep"),
                whole("deep in blocks", "- ".repeat(5_000), "1:", "more than 20 levels deep"),
                whole("an escape sequence", GOOD + "# \u001B[31mred\n", "14:3", "U+001B"),
                whole("reversed text", GOOD.replace("W", "\u202EW"), "1:11", "U+202E"));
    }

    /// Nested aliases: 9^6 nodes in six lines.
    private static String bomb() {
        var yaml = new StringBuilder("a: &a [x,x,x,x,x,x,x,x,x]\n");
        for (var c = 'b'; c <= 'g'; c++) {
            var nineAliases = String.join(",", Collections.nCopies(9, "*" + (char) (c - 1)));
            yaml.append("%c: &%c [%s]\n".formatted(c, c, nineAliases));
        }
        return yaml.toString();
    }

    private static boolean isRow(String line) {
        return !line.isBlank() && !line.startsWith("#");
    }

    private static WrongExperiment row(String line) {
        var cells = line.split(" *\\| +", -1);
        var good = cells[1].translateEscapes();
        var experiment = GOOD.contains(good) ? GOOD : OPEN;
        var at = experiment.indexOf(good);
        if (at < 0) {
            throw new IllegalArgumentException("no such text in the valid experiment: " + line);
        }
        var yaml =
                experiment.substring(0, at)
                        + cells[2].translateEscapes()
                        + experiment.substring(at + good.length());
        return new WrongExperiment(
                cells[0],
                Schema.valueOf(cells[4].toUpperCase(Locale.ROOT)),
                yaml,
                cells[3],
                List.of(cells[5].split(" \\.\\. ", -1)));
    }

    private static WrongExperiment whole(String name, String yaml, String place, String... said) {
        return new WrongExperiment(name, Schema.BLIND, yaml, place, List.of(said));
    }

    private static String table() {
        try (var in = WrongExperiments.class.getResourceAsStream("/wrong-experiments.txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
