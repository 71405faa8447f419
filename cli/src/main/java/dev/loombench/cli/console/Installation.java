package dev.loombench.cli.console;

import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.yaml.ExperimentReader;
import dev.loombench.launch.Zoo;
import dev.loombench.report.Format;
import dev.loombench.text.FileFault;
import dev.loombench.text.Suggestions;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The folder of Loombench with its servers and bundled experiments.
public final class Installation {
    /// Below `experiments`, with a folder per published article.
    private static final String ARTICLES = "articles";

    private static final Pattern SERVICE =
            Pattern.compile("(?i).*\\.jar|[a-z][a-z0-9+.-]*://.*", Pattern.DOTALL);

    private static final Pattern EXPERIMENT = Pattern.compile("\\S+\\.ya?ml");

    private final Path folder;

    private Installation(Path folder) {
        this.folder = folder;
    }

    /// The installation that the launcher names.
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

    /// The jar of the governor, an agent that adapts the number of carriers.
    public Path governor() {
        var jar = folder.resolve("governor/target/governor.jar");
        if (!Files.isRegularFile(jar)) {
            throw new WrongInput("there is no %s: the loombench launcher builds it".formatted(jar));
        }
        return jar;
    }

    /// All bundled experiments, sorted by path; skips other files.
    public List<Path> experiments() {
        return experimentsBelow(experimentsFolder());
    }

    /// The folder with a folder per article.
    public Path articles() {
        return experimentsFolder().resolve(ARTICLES);
    }

    /// @throws WrongInput when there is no such folder
    public static List<Path> experimentsBelow(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(f -> f.toString().endsWith(".yaml"))
                    .filter(ExperimentReader::isExperiment)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw unlisted(folder, e);
        } catch (UncheckedIOException e) { // of a folder below it
            throw unlisted(folder, Objects.requireNonNull(e.getCause()));
        }
    }

    private static WrongInput unlisted(Path folder, IOException e) {
        return new WrongInput(
                "cannot list the experiments in %s: %s".formatted(folder, FileFault.of(e)));
    }

    /// The name by which `run` finds a bundled experiment: its path below `experiments`, or below
    /// the articles' folder, without the suffix.
    public String nameOf(Path experiment) {
        var from = experiment.startsWith(articles()) ? articles() : experimentsFolder();
        return nameBelow(from, experiment);
    }

    public static String nameBelow(Path folder, Path experiment) {
        return folder.relativize(experiment)
                .toString()
                .replaceAll("\\.yaml$", "")
                .replace('\\', '/');
    }

    /// Reads an experiment from a path, or a bundled one by its name.
    ///
    /// @throws WrongInput when it does not exist or is wrong
    public Experiment experiment(String given, ExperimentReader reader) {
        return reader.read(experimentFile(given));
    }

    /// Whether a bundled experiment has this name.
    public boolean hasExperiment(String name) {
        return Stream.of(experimentsFolder(), articles())
                .anyMatch(from -> bundledFile(from, name).isPresent());
    }

    /// The file of an experiment: a path, or that of a bundled one by its name.
    ///
    /// @throws WrongInput when it is neither
    public Path experimentFile(String given) {
        if (isService(given)) {
            throw new WrongInput(
                    "%s is a service, and an experiment is expected; loombench compare measures services, loombench capacity one or several, and loombench load sends requests to a URL"
                            .formatted(TextSanitizer.quoted(shown(given))));
        }
        var path = Path.of(given);
        boolean isFile =
                Files.exists(path) && !Files.isDirectory(path); // as the folder of its runs
        if (isFile || given.endsWith(".yaml") || given.endsWith(".yml")) {
            return path;
        }
        return Stream.of(experimentsFolder(), articles())
                .flatMap(from -> bundledFile(from, given).stream())
                .findFirst()
                .orElseThrow(() -> unknown(given));
    }

    private static Optional<Path> bundledFile(Path folder, String name) {
        var file = folder.resolve(name + ".yaml").normalize();
        return file.startsWith(folder) && Files.isRegularFile(file)
                ? Optional.of(file)
                : Optional.empty();
    }

    /// Whether a word is a jar or a URL, which no experiment is.
    public static boolean isService(String word) {
        return SERVICE.matcher(word).matches();
    }

    /// Whether an argument is the file of an experiment by its name; a command whose last word is a
    /// file of YAML is none.
    public static boolean isExperimentFile(String argument) {
        return EXPERIMENT.matcher(argument).matches()
                || ((argument.endsWith(".yaml") || argument.endsWith(".yml"))
                        && Files.isRegularFile(Path.of(argument)));
    }

    /// Of a URL only the host, and with an `@` not even that: the rest may have a secret.
    private static String shown(String service) {
        return service.replaceFirst("(?s)(?<=://)(?:.*@.*|([^/?#]*).*)", "$1");
    }

    private WrongInput unknown(String given) {
        if (!given.isEmpty() && Files.isDirectory(Path.of(given))) {
            return new WrongInput(
                    "%s is a folder, and an experiment is expected; of a run, loombench report shows it and loombench run --resume continues it"
                            .formatted(TextSanitizer.quoted(given)));
        }
        var names = experiments().stream().map(this::nameOf).toList();
        return new WrongInput(
                "no experiment \"%s\": neither a file nor a bundled experiment%s"
                        .formatted(
                                Format.plain(given),
                                Suggestions.hint(given, names, "loombench list")));
    }

    private Path experimentsFolder() {
        return folder.resolve("experiments");
    }
}
