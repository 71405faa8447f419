package dev.loombench.launch;

import dev.loombench.launch.process.LineSplitter;
import dev.loombench.spec.Defaults;
import dev.loombench.spec.ServerDescription;
import dev.loombench.spec.Threading;
import dev.loombench.spec.load.Protocol;
import dev.loombench.spec.text.SpecError;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;

/// Reads one `server.json`. Any error in it is a `SpecError` that names the file.
final class ServerDefinitionReader {
    private static final Set<String> JAR_KEYS =
            Set.of(
                    "name",
                    "about",
                    "protocol",
                    "main",
                    "jar",
                    "jvm",
                    "runtime",
                    "build",
                    "settings",
                    "models",
                    "batch",
                    "downstream-paths");
    private static final Set<String> BINARY_KEYS =
            Set.of(
                    "name",
                    "about",
                    "protocol",
                    "binary",
                    "build",
                    "settings",
                    "models",
                    "batch",
                    "downstream-paths");

    private static final JsonValue NO_FIELDS = new JsonValue.Fields(Map.of());
    private static final JsonValue NO_ITEMS = new JsonValue.Items(List.of());

    private final Path file;

    private ServerDefinitionReader(Path file) {
        this.file = file;
    }

    static ServerDefinition read(Path file) {
        return new ServerDefinitionReader(file).definition();
    }

    private ServerDefinition definition() {
        var parsed = parse();
        boolean binary = object(parsed, "the file").containsKey("binary");
        var root = fields(parsed, "the file", binary ? BINARY_KEYS : JAR_KEYS);
        var common = settings(root);
        var models = map(required(root, "models"), "models", model -> model(model, common));
        if (models.isEmpty()) {
            throw invalid("models is empty; a server needs at least one");
        }
        return new ServerDefinition(
                new ServerDescription(
                        text(root, "name"),
                        text(root, "about"),
                        protocol(root),
                        models,
                        flag(root, "batch"),
                        words(
                                root.getOrDefault("downstream-paths", NO_ITEMS),
                                "downstream-paths",
                                "paths")),
                binary ? binary(root) : jar(root),
                sibling(""));
    }

    private Protocol protocol(Map<String, JsonValue> root) {
        return root.containsKey("protocol")
                ? choice(root, "protocol", Protocol.values(), Protocol::label)
                : Defaults.PROTOCOL;
    }

    private <T> T choice(
            Map<String, JsonValue> fields, String key, T[] values, Function<T, String> label) {
        var text = text(fields, key);
        return Stream.of(values)
                .filter(value -> label.apply(value).equals(text))
                .findFirst()
                .orElseThrow(() ->
                        invalid(
                                "%s must be %s, was \"%s\""
                                        .formatted(
                                                key,
                                                Stream.of(values)
                                                        .map(label)
                                                        .collect(Collectors.joining(" or ")),
                                                text)));
    }

    private Artifact jar(Map<String, JsonValue> root) {
        boolean runtime = root.containsKey("runtime");
        if (root.containsKey("build") && !runtime) {
            throw invalid("build needs binary or runtime, which names its output");
        }
        return new Artifact.Jar(
                sibling(text(root, "jar")),
                text(root, "main"),
                words(root.getOrDefault("jvm", NO_ITEMS), "jvm", "flags"),
                runtime ? Optional.of(buildSpec(root, "runtime", true)) : Optional.empty());
    }

    private Artifact binary(Map<String, JsonValue> root) {
        return new Artifact.Binary(buildSpec(root, "binary", false));
    }

    private BuildSpec buildSpec(Map<String, JsonValue> root, String what, boolean once) {
        var build = words(required(root, "build"), "build", "words");
        if (build.isEmpty()) {
            throw invalid("build is empty; it must be the command that builds the " + what);
        }
        return new BuildSpec(sibling(text(root, what)), sibling(""), build, once);
    }

    private Path sibling(String name) {
        return file.resolveSibling(name).toAbsolutePath();
    }

    private JsonValue parse() {
        try {
            return JsonValue.read(file);
        } catch (JacksonException e) {
            var at = e.getLocation();
            throw invalid(
                    at == null
                            ? e.getOriginalMessage()
                            : "line %d, column %d: %s"
                                    .formatted(
                                            at.getLineNr(),
                                            at.getColumnNr(),
                                            e.getOriginalMessage()));
        }
    }

    /// Reads a model. Its own settings precede those that all models share.
    private ServerDescription.Model model(JsonValue value, Map<String, String> common) {
        var model = fields(value, "a model", Set.of("about", "threads", "settings", "adapts"));
        var settings = new LinkedHashMap<>(settings(model));
        common.forEach((name, about) -> {
            if (settings.put(name, about) != null) {
                throw invalid(
                        "a model repeats the setting %s, which is already a setting of all models"
                                .formatted(name));
            }
        });
        return new ServerDescription.Model(
                text(model, "about"),
                choice(model, "threads", Threading.values(), Threading::label),
                Collections.unmodifiableMap(settings),
                flag(model, "adapts"));
    }

    private Map<String, String> settings(Map<String, JsonValue> fields) {
        return map(fields.getOrDefault("settings", NO_FIELDS), "settings", this::string);
    }

    private boolean flag(Map<String, JsonValue> fields, String key) {
        var value = fields.getOrDefault(key, new JsonValue.Other("false"));
        if (value instanceof JsonValue.Other(var literal) && literal.matches("true|false")) {
            return literal.equals("true");
        }
        throw invalid("%s must be true or false, was %s".formatted(key, value));
    }

    private List<String> words(JsonValue value, String what, String of) {
        return switch (value) {
            case JsonValue.Items(var items) -> items.stream().map(this::string).toList();
            case JsonValue.Text _, JsonValue.Fields _, JsonValue.Other _ ->
                    throw invalid(what + " must be a list of " + of);
        };
    }

    private <T> Map<String, T> map(JsonValue value, String what, Function<JsonValue, T> read) {
        var map = new LinkedHashMap<String, T>();
        object(value, what).forEach((key, field) -> map.put(key, read.apply(field)));
        return Collections.unmodifiableMap(map);
    }

    private String text(Map<String, JsonValue> fields, String key) {
        return string(required(fields, key));
    }

    private String string(JsonValue value) {
        if (value instanceof JsonValue.Text(var text) && !text.isBlank()) {
            return text;
        }
        throw invalid("expected text that is not empty, found " + value);
    }

    private JsonValue required(Map<String, JsonValue> fields, String key) {
        var value = fields.get(key);
        if (value == null) {
            throw invalid(key + " is missing");
        }
        return value;
    }

    private Map<String, JsonValue> fields(JsonValue value, String what, Set<String> known) {
        var fields = object(value, what);
        for (var key : fields.keySet()) {
            if (!known.contains(key)) {
                throw invalid(
                        "%s has no key \"%s\"; its keys are %s"
                                .formatted(what, key, String.join(", ", new TreeSet<>(known))));
            }
        }
        return fields;
    }

    private Map<String, JsonValue> object(JsonValue value, String what) {
        return switch (value) {
            case JsonValue.Fields(var fields) -> fields;
            case JsonValue.Text _, JsonValue.Items _, JsonValue.Other _ ->
                    throw invalid(what + " must be an object in braces");
        };
    }

    private SpecError invalid(String problem) {
        return new SpecError(LineSplitter.printable(file + ": " + problem));
    }
}
