package dev.loombench.analysis.defect;

import dev.loombench.analysis.defect.KnownDefect.Affected;
import dev.loombench.analysis.defect.RuntimeScope.FixedBuilds;
import dev.loombench.observe.result.JavaRuntime;
import dev.loombench.observe.result.Library;
import dev.loombench.observe.result.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The table of known defects, from `known-defects.json`.
///
/// @param rows in the order of the file
/// @param changes of defaults, likewise
public record KnownDefects(List<KnownDefect> rows, List<DefaultChange> changes) {
    private static final String FILE = "known-defects.json";

    /// A defect that applies to a JVM.
    ///
    /// @param subject the affected version, as in `JDK 25.0.1` or `HikariCP 7.0.2`
    public record Applicable(KnownDefect defect, String subject) {}

    public KnownDefects {
        rows = List.copyOf(rows);
        changes = List.copyOf(changes);
    }

    /// The table of this lab, read once: each analysis needs it.
    private static final class OfThisLab {
        static final KnownDefects TABLE = read();

        private OfThisLab() {}
    }

    /// The table of this lab.
    public static KnownDefects load() {
        return OfThisLab.TABLE;
    }

    private static KnownDefects read() {
        try (var in = Objects.requireNonNull(KnownDefects.class.getResourceAsStream(FILE), FILE)) {
            var root = JsonMapper.shared().readTree(in);
            return new KnownDefects(
                    root.path("defects").valueStream().map(KnownDefects::row).toList(),
                    root.path("changes").valueStream().map(KnownDefects::change).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static KnownDefect row(JsonNode row) {
        return new KnownDefect(
                text(row, "id"),
                new Affected(
                        texts(row, "artifacts"), texts(row, "beside"), ranges(row, "affected")),
                scope(row),
                texts(row, "frames"),
                texts(row, "crashes"),
                text(row, "what"),
                text(row, "remedy"),
                text(row, "source"));
    }

    private static RuntimeScope scope(JsonNode row) {
        return new RuntimeScope(
                vms(row),
                row.path("vendor").asString(""),
                row.path("platform").asString(""),
                ranges(row, "jdks"),
                row.path("fixed-earlier")
                        .valueStream()
                        .map(builds -> new FixedBuilds(text(builds, "vendor"), range(builds)))
                        .toList());
    }

    private static Set<VirtualMachine> vms(JsonNode row) {
        var labels = texts(row, "vms");
        return Stream.of(VirtualMachine.values())
                .filter(vm -> labels.contains(vm.label()))
                .collect(Collectors.toSet());
    }

    private static DefaultChange change(JsonNode row) {
        return new DefaultChange(
                text(row, "id"),
                new Version(text(row, "since")),
                text(row, "what"),
                text(row, "setting"),
                text(row, "source"));
    }

    private static String text(JsonNode row, String key) {
        return row.required(key).asString();
    }

    private static List<String> texts(JsonNode row, String key) {
        return row.path(key).valueStream().map(JsonNode::asString).toList();
    }

    private static List<VersionRange> ranges(JsonNode row, String key) {
        return row.path(key).valueStream().map(KnownDefects::range).toList();
    }

    private static VersionRange range(JsonNode range) {
        return new VersionRange(
                new Version(text(range, "from")),
                Optional.ofNullable(range.get("before")).map(JsonNode::asString).map(Version::new));
    }

    /// Those of a JDK.
    public List<Applicable> ofJdk(JavaRuntime java) {
        return rows.stream()
                .filter(row -> row.affects(java))
                .map(row -> new Applicable(row, "JDK " + java.release()))
                .toList();
    }

    /// Those of a JDK and of libraries that run on it, each row once.
    public List<Applicable> of(JavaRuntime java, List<Library> libraries) {
        var all = new ArrayList<>(ofJdk(java));
        for (var row : rows) {
            row.in(libraries, java)
                    .map(library -> library.name() + " " + library.version())
                    .ifPresent(subject -> all.add(new Applicable(row, subject)));
        }
        return List.copyOf(all);
    }

    /// Those that the stack of a crash shows by one of their functions, also of a library whose
    /// version is unknown.
    ///
    /// @param onStack whether a function is on it
    public Stream<Applicable> ofCrash(
            JavaRuntime java, List<Library> libraries, Predicate<String> onStack) {
        var shown = rows.stream().filter(row -> row.crashes().stream().anyMatch(onStack)).toList();
        var certain = new KnownDefects(shown, List.of()).of(java, libraries).stream();
        var possible =
                shown.stream()
                        .flatMap(row ->
                                row.mayBeIn(libraries, java).stream()
                                        .map(library ->
                                                new Applicable(
                                                        row,
                                                        library.name() + " (of unknown version)")));
        return Stream.concat(certain, possible);
    }

    /// The defaults that differ between two releases of HotSpot, whichever is newer.
    public List<DefaultChange> between(Version one, Version other) {
        return changes.stream()
                .filter(change ->
                        one.compareTo(change.since()) < 0 != other.compareTo(change.since()) < 0)
                .toList();
    }
}
