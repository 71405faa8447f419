package dev.loombench.launch;

import dev.loombench.launch.process.LineSplitter;
import dev.loombench.spec.Defaults;
import dev.loombench.spec.ServerDescription;
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
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;

/// Reads one `server.json`; whatever is wrong with it is a `SpecError` that names the file.
final class ServerDefinitionReader {
    private static final Set<String> OF_JAR =
            Set.of(
                    "name",
                    "about",
                    "protocol",
                    "main",
                    "jar",
                    "jvm",
                    "runtime",
                    "build",
                    "models",
                    "batch");
    private static final Set<String> OF_BINARY =
            Set.of("name", "about", "protocol", "binary", "build", "models", "batch");

    private final Path file;

    private ServerDefinitionReader(Path file) {
        this.file = file;
    }

    static ServerDefinition read(Path file) {
        return new ServerDefinitionReader(file).program();
    }

    private ServerDefinition program() {
        var parsed = parse();
        boolean binary = object(parsed, "the file").containsKey("binary");
        var root = fields(parsed, "the file", binary ? OF_BINARY : OF_JAR);
        var models = map(required(root, "models"), "models", this::model);
        if (models.isEmpty()) {
            throw wrong("models is empty, and a server offers at least one");
        }
        return new ServerDefinition(
                new ServerDescription(
                        text(root, "name"),
                        text(root, "about"),
                        protocol(root),
                        models,
                        bool(root, "batch")),
                binary ? binary(root) : jar(root));
    }

    private Protocol protocol(Map<String, JsonValue> root) {
        if (!root.containsKey("protocol")) {
            return Defaults.PROTOCOL;
        }
        var label = text(root, "protocol");
        return Stream.of(Protocol.values())
                .filter(protocol -> protocol.label().equals(label))
                .findFirst()
                .orElseThrow(() -> wrong("protocol is http or line, was \"" + label + "\""));
    }

    private Artifact jar(Map<String, JsonValue> root) {
        boolean runtime = root.containsKey("runtime");
        if (root.containsKey("build") && !runtime) {
            throw wrong("build goes with binary or runtime, which names what it makes");
        }
        return new Artifact.Jar(
                beside(text(root, "jar")),
                text(root, "main"),
                words(root.getOrDefault("jvm", new JsonValue.Items(List.of())), "jvm", "flags"),
                runtime ? Optional.of(onDemand(root, "runtime", true)) : Optional.empty());
    }

    private Artifact binary(Map<String, JsonValue> root) {
        return new Artifact.Binary(onDemand(root, "binary", false));
    }

    private BuildSpec onDemand(Map<String, JsonValue> root, String what, boolean once) {
        var build = words(required(root, "build"), "build", "words");
        if (build.isEmpty()) {
            throw wrong("build is empty, and a " + what + " has to be built by something");
        }
        return new BuildSpec(beside(text(root, what)), beside(""), build, once);
    }

    private Path beside(String name) {
        return file.resolveSibling(name).toAbsolutePath();
    }

    private JsonValue parse() {
        try {
            return JsonValue.read(file);
        } catch (JacksonException e) {
            var at = e.getLocation();
            throw wrong(
                    at == null
                            ? e.getOriginalMessage()
                            : "line %d, column %d: %s"
                                    .formatted(
                                            at.getLineNr(),
                                            at.getColumnNr(),
                                            e.getOriginalMessage()));
        }
    }

    private ServerDescription.Model model(JsonValue value) {
        var model = fields(value, "a model", Set.of("about", "settings"));
        var settings = model.getOrDefault("settings", new JsonValue.Fields(Map.of()));
        return new ServerDescription.Model(
                text(model, "about"), map(settings, "settings", this::string));
    }

    private boolean bool(Map<String, JsonValue> fields, String key) {
        var value = fields.getOrDefault(key, new JsonValue.Other("false"));
        if (value instanceof JsonValue.Other(var literal) && literal.matches("true|false")) {
            return literal.equals("true");
        }
        throw wrong("%s is true or false, and there is %s".formatted(key, value));
    }

    private List<String> words(JsonValue value, String what, String of) {
        return switch (value) {
            case JsonValue.Items(var items) -> items.stream().map(this::string).toList();
            case JsonValue.Text _, JsonValue.Fields _, JsonValue.Other _ ->
                    throw wrong(what + " must be a list of " + of);
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
        throw wrong("a text was due, and there is " + value);
    }

    private JsonValue required(Map<String, JsonValue> fields, String key) {
        var value = fields.get(key);
        if (value == null) {
            throw wrong(key + " is missing");
        }
        return value;
    }

    private Map<String, JsonValue> fields(JsonValue value, String what, Set<String> known) {
        var fields = object(value, what);
        for (var key : fields.keySet()) {
            if (!known.contains(key)) {
                throw wrong(
                        "%s has no \"%s\", it has %s"
                                .formatted(what, key, String.join(", ", new TreeSet<>(known))));
            }
        }
        return fields;
    }

    private Map<String, JsonValue> object(JsonValue value, String what) {
        return switch (value) {
            case JsonValue.Fields(var fields) -> fields;
            case JsonValue.Text _, JsonValue.Items _, JsonValue.Other _ ->
                    throw wrong(what + " must be an object in braces");
        };
    }

    private SpecError wrong(String why) {
        return new SpecError(LineSplitter.printable(file + ": " + why));
    }
}
