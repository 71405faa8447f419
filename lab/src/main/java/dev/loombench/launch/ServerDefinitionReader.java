package dev.loombench.launch;

import dev.loombench.experiment.Defaults;
import dev.loombench.experiment.variant.ServerDescription;
import dev.loombench.experiment.variant.ServerDescription.Model;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.launch.repository.FetchedJars;
import dev.loombench.text.TextTable;
import dev.loombench.traffic.Protocol;
import dev.loombench.yaml.MappingFile;
import dev.loombench.yaml.MappingReader;
import dev.loombench.yaml.SourceText;
import dev.loombench.yaml.Values;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Reads one `server.json`.
final class ServerDefinitionReader {
    private static final List<String> JAR_KEYS =
            TextTable.words(
                    """
                    name about protocol main jar jvm runtime build settings models batch
                    downstream-paths
                    """);
    private static final List<String> BINARY_KEYS =
            TextTable.words(
                    """
                    name about protocol binary build settings models batch downstream-paths
                    """);
    private static final List<String> MODEL_KEYS =
            List.of("about", "threads", "settings", "adapts");

    private static final Map<String, Protocol> PROTOCOLS =
            Values.byName(List.of(Protocol.values()), Protocol::label);
    private static final Map<String, Threading> THREADS =
            Values.byName(List.of(Threading.values()), Threading::label);

    private final Path file;
    private final MappingReader root;
    private final Map<String, String> environment;

    private ServerDefinitionReader(Path file, MappingReader root, Map<String, String> environment) {
        this.file = file;
        this.root = root;
        this.environment = environment;
    }

    /// @param environment of the lab, which names the cache and the repository of what it fetches
    /// @throws WrongInput when the file is wrong; lists every problem with line and column
    static ServerDefinition read(Path file, Map<String, String> environment) {
        return MappingFile.read(
                SourceText.read(file),
                "a server",
                root -> new ServerDefinitionReader(file, root, environment).definition());
    }

    private Supplier<ServerDefinition> definition() {
        boolean isBinary = root.has("binary");
        root.allow(isBinary ? BINARY_KEYS : JAR_KEYS);
        var name = root.require("name", Values::line);
        var about = root.require("about", Values::line);
        var protocol =
                root.read("protocol", Values.oneOf(PROTOCOLS, "protocol"), Defaults.PROTOCOL);
        var models = models(settings(root));
        boolean isBatch = root.read("batch", Values::bool, false);
        var paths = root.list("downstream-paths", Values::line);
        var artifact = isBinary ? binary() : jar();
        return () ->
                new ServerDefinition(
                        new ServerDescription(
                                name.orElseThrow(),
                                about.orElseThrow(),
                                protocol,
                                models,
                                isBatch,
                                paths),
                        artifact.get(),
                        sibling(""));
    }

    private Supplier<Artifact> jar() {
        var jar = root.require("jar", Values::line);
        var main = root.require("main", Values::line);
        var jvm = root.list("jvm", Values::argument);
        if (!root.has("runtime")) {
            root.reject("build", "build needs binary or runtime, which names its output");
        }
        var runtime =
                root.has("runtime")
                        ? Optional.of(build("runtime", true))
                        : Optional.<Supplier<BuildSpec>>empty();
        return () -> {
            var own = sibling(jar.orElseThrow());
            var fetched =
                    Files.isRegularFile(own)
                            ? Optional.<FetchedJars>empty()
                            : FetchedJars.of(sibling(""), environment);
            return new Artifact.Jar(
                    fetched.map(FetchedJars::main).orElse(own),
                    main.orElseThrow(),
                    jvm,
                    runtime.map(Supplier::get),
                    fetched);
        };
    }

    private Supplier<Artifact> binary() {
        var build = build("binary", false);
        return () -> new Artifact.Binary(build.get());
    }

    /// @param what the key of its output
    private Supplier<BuildSpec> build(String what, boolean once) {
        var output = root.require(what, Values::line);
        root.requirePresent("build");
        var words = root.list("build", Values::argument);
        if (words.isEmpty()) {
            root.reject("build", "build must be the command that builds the " + what);
        }
        return () -> new BuildSpec(sibling(output.orElseThrow()), sibling(""), words, once);
    }

    private Path sibling(String name) {
        return file.resolveSibling(name).toAbsolutePath();
    }

    /// @param common settings of all models
    private Map<String, Model> models(Map<String, String> common) {
        var models = new LinkedHashMap<String, Model>();
        root.requireSections("models", "a model", MODEL_KEYS)
                .forEach((name, model) ->
                        model(model, common).ifPresent(read -> models.put(name, read)));
        if (models.isEmpty()) {
            root.reject("models", "a server needs at least one model");
        }
        return Collections.unmodifiableMap(models);
    }

    /// Reads a model. Its own settings precede those that all models share.
    private static Optional<Model> model(MappingReader model, Map<String, String> common) {
        var about = model.require("about", Values::line);
        var threads = model.require("threads", Values.oneOf(THREADS, "kind of threads"));
        boolean adapts = model.read("adapts", Values::bool, false);
        var settings = new LinkedHashMap<>(settings(model));
        common.forEach((setting, text) -> {
            if (settings.put(setting, text) != null) {
                model.reject(
                        "settings",
                        "a model repeats the setting %s, which is already a setting of all models"
                                .formatted(setting));
            }
        });
        return about.flatMap(text ->
                threads.map(kind ->
                        new Model(text, kind, Collections.unmodifiableMap(settings), adapts)));
    }

    private static Map<String, String> settings(MappingReader reader) {
        return reader.map("settings", (_, node) -> Values.line(node));
    }
}
