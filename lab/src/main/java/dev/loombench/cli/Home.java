package dev.loombench.cli;

import dev.loombench.launch.Zoo;
import dev.loombench.report.Format;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.SpecError;
import dev.loombench.spec.SpecReader;
import dev.loombench.spec.Spelling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Where Loombench itself lies: its servers and its ready experiments.
final class Home {
    private static final String FIGURES = "figures.yaml";

    private final Path folder;

    private Home(Path folder) {
        this.folder = folder;
    }

    /// The folder that the launcher names.
    static Home find() {
        var named = System.getProperty("loombench.home");
        if (named == null) {
            throw new IllegalStateException(
                    "start with the loombench launcher, which sets -Dloombench.home");
        }
        return new Home(Path.of(named).toAbsolutePath().normalize());
    }

    Zoo zoo() {
        return Zoo.at(folder);
    }

    /// The library that governs carriers, which a service takes as an agent.
    Path governor() {
        var jar = folder.resolve("governor/target/governor.jar");
        if (!Files.isRegularFile(jar)) {
            throw new SpecError("there is no %s: the loombench launcher builds it".formatted(jar));
        }
        return jar;
    }

    /// Every ready experiment, by path; tables of given figures lie beside them.
    List<Path> experiments() {
        var root = folder.resolve("experiments");
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(f -> f.toString().endsWith(".yaml"))
                    .filter(f -> !f.endsWith(FIGURES))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new SpecError("cannot look for experiments in %s: %s".formatted(root, e));
        }
    }

    /// The name by which `run` finds a ready experiment: its path below `experiments`, without the
    /// ending.
    String nameOf(Path experiment) {
        return folder.resolve("experiments")
                .relativize(experiment)
                .toString()
                .replaceAll("\\.yaml$", "")
                .replace('\\', '/');
    }

    /// Reads an experiment given by a path, or by the name of a ready one.
    ///
    /// @throws SpecError when there is none, or it is wrong
    ExperimentSpec experiment(String given, SpecReader reader) {
        var path = Path.of(given);
        if (given.endsWith(".yaml") || given.endsWith(".yml") || Files.exists(path)) {
            return reader.read(path);
        }
        var ready = folder.resolve("experiments").resolve(given + ".yaml").normalize();
        if (!ready.startsWith(folder) || !Files.isRegularFile(ready)) {
            var names = experiments().stream().map(this::nameOf).toList();
            throw new SpecError(
                    "no experiment \"%s\", neither a file nor a ready one%s"
                            .formatted(Format.plain(given), Spelling.hint(given, names)));
        }
        return reader.read(ready);
    }
}
