package dev.loombench.launch.preset;

import dev.loombench.experiment.variant.RequestThreads;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A framework's settings for its port and its threads, and how its jars are detected.
///
/// @param framework as in `Spring Boot`
/// @param server within the framework, as in `Tomcat`
/// @param version the attribute of the manifest with the framework's version
/// @param style how settings are passed
/// @param port the setting for the port; empty where a variable names it
/// @param pool its settings have `{size}` for the number of threads
public record Preset(
        String framework,
        Optional<String> server,
        Optional<String> version,
        Signs signs,
        Style style,
        Optional<String> port,
        ModelSetup pool,
        ModelSetup virtual) {
    static final String SIZE = "{size}";

    /// How settings are passed.
    public enum Style {
        /// Program arguments `--key=value`, which take precedence over the program's files.
        ARGUMENTS("program arguments"),
        /// System properties `-Dkey=value`.
        PROPERTIES("system properties");

        private final String label;

        Style(String label) {
            this.label = label;
        }

        /// In words.
        public String label() {
            return label;
        }
    }

    /// By what a jar of the framework is detected.
    ///
    /// @param manifest attribute -> pattern, all of which must match
    /// @param contains patterns of files, one of which must match where there are any
    record Signs(Map<String, Pattern> manifest, List<Pattern> contains) {
        boolean match(JarContents jar) {
            return manifest.entrySet().stream()
                            .allMatch(e ->
                                    e.getValue()
                                            .matcher(jar.manifest().getOrDefault(e.getKey(), ""))
                                            .matches())
                    && (contains.isEmpty()
                            || jar.files().stream().anyMatch(file -> matchesAny(file)));
        }

        private boolean matchesAny(String file) {
            return contains.stream().anyMatch(pattern -> pattern.matcher(file).matches());
        }
    }

    /// As in `Spring Boot 3.5.1, Tomcat`.
    public String title(JarContents jar) {
        return framework
                + version.map(jar.manifest()::get).map(v -> " " + v).orElse("")
                + server.map(s -> ", " + s).orElse("");
    }

    /// The settings for a model. The governor is an agent of the JVM, so its settings are those of
    /// virtual threads.
    public ModelSetup setup(ThreadModel model) {
        return switch (model) {
            case ThreadModel.Pool(var size) -> sized(size);
            case ThreadModel.Virtual _, ThreadModel.Governed _ -> virtual;
        };
    }

    private ModelSetup sized(int size) {
        return switch (pool) {
            case ModelSetup.Refused refused -> refused;
            case ModelSetup.Settings(var settings, var expects, var note) -> {
                var sized = new LinkedHashMap<>(settings);
                sized.replaceAll((_, value) -> value.replace(SIZE, String.valueOf(size)));
                yield new ModelSetup.Settings(sized, expects, note);
            }
        };
    }

    /// The threads that the settings in a command choose; empty where it has none of this
    /// framework's settings for threads.
    public Optional<RequestThreads> expectedBy(List<String> words) {
        return Stream.of(virtual, pool)
                .filter(ModelSetup.Settings.class::isInstance)
                .map(ModelSetup.Settings.class::cast)
                .filter(setup -> isChosenBy(words, setup.settings()))
                .flatMap(setup -> setup.expects().stream())
                .findFirst();
    }

    /// Whether the command has the settings of a model that decide on its threads: those that both
    /// models have, other than a size.
    private boolean isChosenBy(List<String> words, Map<String, String> settings) {
        var deciding = new HashSet<>(fixedKeys(virtual));
        deciding.retainAll(fixedKeys(pool));
        return !deciding.isEmpty()
                && deciding.stream()
                        .map(key -> key + "=" + settings.get(key))
                        .allMatch(s -> words.contains("--" + s) || words.contains("-D" + s));
    }

    private static Set<String> fixedKeys(ModelSetup setup) {
        return switch (setup) {
            case ModelSetup.Refused _ -> Set.of();
            case ModelSetup.Settings(var settings, var _, var _) ->
                    settings.entrySet().stream()
                            .filter(e -> !e.getValue().contains(SIZE))
                            .map(Map.Entry::getKey)
                            .collect(Collectors.toSet());
        };
    }
}
