package dev.loombench.cli;

import dev.loombench.report.Format;
import dev.loombench.result.store.ResultError;
import dev.loombench.result.store.ResultStore;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.Suggestions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The runs below a results folder, `results/<experiment>/<time>`, and which of them is meant.
///
/// @param results that folder
record RunFolders(Path results) {
    static final String LATEST = "latest";

    /// As `ResultStore` names them: the second run of one second has a number too.
    private static final Pattern TIME =
            Pattern.compile("(\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d)(?:-(\\d{1,4}))?");

    private static final Comparator<Path> BY_TIME =
            Comparator.comparing(RunFolders::time).thenComparingInt(RunFolders::number);

    /// The folder of the run that is meant: by its path, or the newest one of an experiment, by the
    /// experiment's name or folder, or the newest of all.
    ///
    /// @param given a path, the name of an experiment, or `latest`
    /// @throws SpecError when there is no such run
    Path find(String given) {
        var path = Path.of(given);
        if (ResultStore.holdsRun(path)) {
            return path;
        }
        return newest(Stream.of(path))
                .or(() -> given.equals(LATEST) ? newest(experiments().stream()) : named(given))
                .orElseThrow(() -> none(given, path));
    }

    private Optional<Path> named(String experiment) {
        return experiments().stream()
                .filter(folder -> name(folder).equals(experiment))
                .findFirst()
                .flatMap(folder -> newest(Stream.of(folder)));
    }

    private static Optional<Path> newest(Stream<Path> experiments) {
        return experiments
                .flatMap(experiment -> children(experiment).stream())
                .filter(run -> TIME.matcher(name(run)).matches())
                .filter(ResultStore::holdsRun)
                .max(BY_TIME);
    }

    private List<Path> experiments() {
        return children(results);
    }

    private SpecError none(String given, Path path) {
        var names = new ArrayList<String>();
        for (var experiment : experiments()) {
            if (newest(Stream.of(experiment)).isPresent()) {
                names.add(name(experiment));
            }
        }
        if (Files.exists(path) && !given.equals(LATEST)) {
            return new SpecError(
                    "%s holds no run: a folder with a run.json is expected"
                            .formatted(Format.plain(given)));
        }
        var where = Format.plain(results.toString());
        if (names.isEmpty()) {
            return new SpecError(
                    "there is no run below %s yet: loombench run makes one, --results names another folder"
                            .formatted(where));
        }
        return new SpecError(
                "no run \"%s\", neither a folder nor an experiment with a run below %s%s"
                        .formatted(Format.plain(given), where, Suggestions.hint(given, names)));
    }

    private static List<Path> children(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var children = Files.list(folder)) {
            return children.filter(Files::isDirectory).sorted().toList();
        } catch (IOException e) {
            throw new ResultError("cannot look for runs in %s: %s".formatted(folder, e), e);
        }
    }

    private static String name(Path folder) {
        return String.valueOf(folder.getFileName());
    }

    private static String time(Path run) {
        var name = TIME.matcher(name(run));
        return name.matches() ? name.group(1) : "";
    }

    private static int number(Path run) {
        var name = TIME.matcher(name(run));
        return name.matches() && name.group(2) != null ? Integer.parseInt(name.group(2)) : 1;
    }
}
