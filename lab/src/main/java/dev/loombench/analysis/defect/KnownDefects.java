package dev.loombench.analysis.defect;

import dev.loombench.result.Library;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The table of known defects, from `known-defects.json`.
///
/// @param rows in the order of the file
public record KnownDefects(List<KnownDefect> rows) {
    private static final String FILE = "known-defects.json";

    /// A defect that applies to a JVM.
    ///
    /// @param subject the affected version, as in `JDK 25.0.1` or `HikariCP 7.0.2`
    public record Applicable(KnownDefect defect, String subject) {}

    public KnownDefects {
        rows = List.copyOf(rows);
    }

    /// The table of this lab.
    public static KnownDefects load() {
        try (var in = Objects.requireNonNull(KnownDefects.class.getResourceAsStream(FILE), FILE)) {
            var root = JsonMapper.shared().readTree(in);
            return new KnownDefects(
                    root.path("defects").valueStream().map(KnownDefects::row).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static KnownDefect row(JsonNode row) {
        return new KnownDefect(
                text(row, "id"),
                texts(row, "artifacts"),
                ranges(row, "affected"),
                ranges(row, "jdks"),
                texts(row, "frames"),
                text(row, "what"),
                text(row, "remedy"),
                text(row, "source"));
    }

    private static String text(JsonNode row, String key) {
        return row.required(key).asString();
    }

    private static List<String> texts(JsonNode row, String key) {
        return row.path(key).valueStream().map(JsonNode::asString).toList();
    }

    private static List<VersionRange> ranges(JsonNode row, String key) {
        return row.path(key)
                .valueStream()
                .map(range ->
                        new VersionRange(
                                new Version(text(range, "from")),
                                Optional.ofNullable(range.get("before"))
                                        .map(JsonNode::asString)
                                        .map(Version::new)))
                .toList();
    }

    /// Those of a JDK, as its release, as in `25.0.3`.
    public List<Applicable> ofJdk(String release) {
        var version = new Version(release);
        return rows.stream()
                .filter(row -> row.affectsJdk(version))
                .map(row -> new Applicable(row, "JDK " + release))
                .toList();
    }

    /// Those of a JDK and of libraries that run on it, each row once.
    public List<Applicable> of(String release, List<Library> libraries) {
        var version = new Version(release);
        var all = new ArrayList<>(ofJdk(release));
        for (var row : rows) {
            libraries.stream()
                    .filter(library -> row.affects(library, version))
                    .findFirst()
                    .map(library -> library.name() + " " + library.version())
                    .ifPresent(subject -> all.add(new Applicable(row, subject)));
        }
        return List.copyOf(all);
    }
}
