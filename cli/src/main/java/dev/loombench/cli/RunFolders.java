package dev.loombench.cli;

import dev.loombench.capacity.CapacityStore;
import dev.loombench.report.Format;
import dev.loombench.result.store.ResultError;
import dev.loombench.text.FileFault;
import dev.loombench.text.Suggestions;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The results below a results folder: `results/<experiment>/<time>` of runs and sweeps,
/// `results/capacity/<experiment>/<time>` of searches, `results/reproduce/<time>` of reproductions.
///
/// @param results the results folder
record RunFolders(Path results) {
    static final String LATEST = "latest";

    private static final String CAPACITY = "capacity";

    /// The names by `ResultStore`: the second run of a second has a number too.
    private static final Pattern TIME =
            Pattern.compile("(\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d)(?:-(\\d{1,4}))?");

    private static final Comparator<Path> BY_TIME =
            Comparator.comparing(RunFolders::time).thenComparingInt(RunFolders::number);

    /// Finds a result: by its path, from the current folder or that of the results, or the newest
    /// of an experiment by the experiment's name or folder, or the newest of all. A run of a name
    /// comes before a search of this name.
    ///
    /// @param name a path, the name of an experiment, or `latest`
    /// @throws WrongInput when there is none
    Path find(String name) {
        var path = Path.of(name);
        for (var folder : List.of(path, results.resolve(path))) {
            if (isReported(folder)) {
                return folder;
            }
        }
        return newest(Stream.of(path))
                .or(() -> newest(Stream.of(results.resolve(path))))
                .or(() -> name.equals(LATEST) ? newest(experiments().stream()) : named(name))
                .orElseThrow(() -> none(name, path));
    }

    private static boolean isReported(Path folder) {
        return StoredSubject.in(folder).isPresent();
    }

    private Optional<Path> named(String experiment) {
        return experiments().stream()
                .filter(folder -> name(folder).equals(experiment))
                .flatMap(folder -> newest(Stream.of(folder)).stream())
                .findFirst();
    }

    private static Optional<Path> newest(Stream<Path> experiments) {
        return experiments
                .flatMap(experiment -> children(experiment).stream())
                .filter(run -> TIME.matcher(name(run)).matches())
                .filter(RunFolders::isReported)
                .max(BY_TIME);
    }

    /// Folders with a folder per time.
    private List<Path> experiments() {
        return Stream.concat(
                        children(results).stream(), children(results.resolve(CAPACITY)).stream())
                .toList();
    }

    private WrongInput none(String name, Path path) {
        var names = new ArrayList<String>();
        for (var experiment : experiments()) {
            if (newest(Stream.of(experiment)).isPresent()) {
                names.add(name(experiment));
            }
        }
        if (Files.exists(path) && !name.equals(LATEST)) {
            return new WrongInput("%s is no run: %s".formatted(Format.plain(name), expected(path)));
        }
        var where = Format.plain(results.toString());
        if (names.isEmpty()) {
            return new WrongInput(
                    "no run below %s yet: start one with loombench run, or name another folder with --results"
                            .formatted(where));
        }
        return new WrongInput(
                "no run \"%s\": neither a folder nor an experiment with a run below %s%s"
                        .formatted(Format.plain(name), where, Suggestions.hint(name, names)));
    }

    private static String expected(Path path) {
        if (!Files.isDirectory(path)) {
            return "expected the folder of a result, found a file; loombench judge compares files with results";
        }
        return Files.exists(path.resolve(CapacityStore.PROBES))
                ? "a search for the capacity ended there before its report; its windows are in %s, and the same loombench capacity searches again"
                        .formatted(CapacityStore.PROBES)
                : "expected the folder of a run, a sweep, a search for the capacity, a reproduction or an inspection, as in results/quickstart/2026-01-31T12-00-00";
    }

    private static List<Path> children(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var children = Files.list(folder)) {
            return children.filter(Files::isDirectory).sorted().toList();
        } catch (IOException e) {
            throw new ResultError(
                    "cannot list the runs in %s: %s".formatted(folder, FileFault.of(e)), e);
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
