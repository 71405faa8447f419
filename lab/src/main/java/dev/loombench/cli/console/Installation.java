package dev.loombench.cli.console;

import dev.loombench.launch.Zoo;
import dev.loombench.report.Format;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.Suggestions;
import dev.loombench.spec.yaml.SpecReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Where Loombench itself lies: its servers and its ready experiments.
public final class Installation {
    /// Below `experiments`: a folder for each published article.
    private static final String ARTICLES = "articles";

    private final Path folder;

    private Installation(Path folder) {
        this.folder = folder;
    }

    /// The folder that the launcher names.
    public static Installation find() {
        var named = System.getProperty("loombench.home");
        if (named == null) {
            throw new IllegalStateException(
                    "start with the loombench launcher, which sets -Dloombench.home");
        }
        return new Installation(Path.of(named).toAbsolutePath().normalize());
    }

    public Zoo zoo() {
        return Zoo.at(folder);
    }

    /// The library that governs carriers, which a service takes as an agent.
    public Path governor() {
        var jar = folder.resolve("governor/target/governor.jar");
        if (!Files.isRegularFile(jar)) {
            throw new SpecError("there is no %s: the loombench launcher builds it".formatted(jar));
        }
        return jar;
    }

    /// Every ready experiment, by path; what else lies beside them is passed over.
    public List<Path> experiments() {
        return experimentsBelow(root());
    }

    /// The folder that holds a folder for each article.
    public Path articles() {
        return root().resolve(ARTICLES);
    }

    /// @throws SpecError when there is no such folder
    public static List<Path> experimentsBelow(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(f -> f.toString().endsWith(".yaml"))
                    .filter(SpecReader::isExperiment)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new SpecError("cannot look for experiments in %s: %s".formatted(folder, e));
        }
    }

    /// The name by which `run` finds a ready experiment: its path below `experiments`, or below the
    /// articles', without the ending.
    public String nameOf(Path experiment) {
        var from = experiment.startsWith(articles()) ? articles() : root();
        return nameBelow(from, experiment);
    }

    public static String nameBelow(Path folder, Path experiment) {
        return folder.relativize(experiment)
                .toString()
                .replaceAll("\\.yaml$", "")
                .replace('\\', '/');
    }

    /// Reads an experiment given by a path, or by the name of a ready one.
    ///
    /// @throws SpecError when there is none, or it is wrong
    public ExperimentSpec experiment(String given, SpecReader reader) {
        var path = Path.of(given);
        if (given.endsWith(".yaml") || given.endsWith(".yml") || Files.exists(path)) {
            return reader.read(path);
        }
        return Stream.of(root(), articles())
                .flatMap(from -> below(from, given).stream())
                .findFirst()
                .map(reader::read)
                .orElseThrow(() -> unknown(given));
    }

    private static Optional<Path> below(Path folder, String name) {
        var ready = folder.resolve(name + ".yaml").normalize();
        return ready.startsWith(folder) && Files.isRegularFile(ready)
                ? Optional.of(ready)
                : Optional.empty();
    }

    private SpecError unknown(String given) {
        var names = experiments().stream().map(this::nameOf).toList();
        return new SpecError(
                "no experiment \"%s\", neither a file nor a ready one%s"
                        .formatted(Format.plain(given), Suggestions.hint(given, names)));
    }

    private Path root() {
        return folder.resolve("experiments");
    }
}
