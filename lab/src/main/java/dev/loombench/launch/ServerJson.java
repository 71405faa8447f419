package dev.loombench.launch;

import dev.loombench.spec.ServerDescription;
import dev.loombench.spec.SpecError;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import tools.jackson.core.JacksonException;

/// Reads one `server.json`; whatever is wrong with it is a `SpecError` that names the file.
final class ServerJson {
    private static final Set<String> OF_JAR =
            Set.of("name", "about", "main", "jar", "jvm", "models", "batch");
    private static final Set<String> OF_BINARY =
            Set.of("name", "about", "binary", "build", "models", "batch");

    private final Path file;

    private ServerJson(Path file) {
        this.file = file;
    }

    static Program read(Path file) {
        return new ServerJson(file).program();
    }

    private Program program() {
        var parsed = parse();
        boolean binary = object(parsed, "the file").containsKey("binary");
        var root = fields(parsed, "the file", binary ? OF_BINARY : OF_JAR);
        var models = map(required(root, "models"), "models", this::model);
        if (models.isEmpty()) {
            throw wrong("models is empty, and a server offers at least one");
        }
        return new Program(
                new ServerDescription(
                        text(root, "name"), text(root, "about"), models, bool(root, "batch")),
                binary ? binary(root) : jar(root));
    }

    private Artifact jar(Map<String, Json> root) {
        return new Artifact.Jar(
                beside(text(root, "jar")),
                text(root, "main"),
                words(root.getOrDefault("jvm", new Json.Items(List.of())), "jvm", "flags"));
    }

    private Artifact binary(Map<String, Json> root) {
        var build = words(required(root, "build"), "build", "words");
        if (build.isEmpty()) {
            throw wrong("build is empty, and a binary has to be built by something");
        }
        return new Artifact.Binary(beside(text(root, "binary")), beside(""), build);
    }

    private Path beside(String name) {
        return file.resolveSibling(name).toAbsolutePath();
    }

    private Json parse() {
        try {
            return Json.read(file);
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

    private ServerDescription.Model model(Json value) {
        var model = fields(value, "a model", Set.of("about", "settings"));
        var settings = model.getOrDefault("settings", new Json.Fields(Map.of()));
        return new ServerDescription.Model(
                text(model, "about"), map(settings, "settings", this::string));
    }

    private boolean bool(Map<String, Json> fields, String key) {
        var value = fields.getOrDefault(key, new Json.Other("false"));
        if (value instanceof Json.Other(var literal) && literal.matches("true|false")) {
            return literal.equals("true");
        }
        throw wrong("%s is true or false, and there is %s".formatted(key, value));
    }

    private List<String> words(Json value, String what, String of) {
        return switch (value) {
            case Json.Items(var items) -> items.stream().map(this::string).toList();
            case Json.Text _, Json.Fields _, Json.Other _ ->
                    throw wrong(what + " must be a list of " + of);
        };
    }

    private <T> Map<String, T> map(Json value, String what, Function<Json, T> read) {
        var map = new LinkedHashMap<String, T>();
        object(value, what).forEach((key, field) -> map.put(key, read.apply(field)));
        return Collections.unmodifiableMap(map);
    }

    private String text(Map<String, Json> fields, String key) {
        return string(required(fields, key));
    }

    private String string(Json value) {
        if (value instanceof Json.Text(var text) && !text.isBlank()) {
            return text;
        }
        throw wrong("a text was due, and there is " + value);
    }

    private Json required(Map<String, Json> fields, String key) {
        var value = fields.get(key);
        if (value == null) {
            throw wrong(key + " is missing");
        }
        return value;
    }

    private Map<String, Json> fields(Json value, String what, Set<String> known) {
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

    private Map<String, Json> object(Json value, String what) {
        return switch (value) {
            case Json.Fields(var fields) -> fields;
            case Json.Text _, Json.Items _, Json.Other _ ->
                    throw wrong(what + " must be an object in braces");
        };
    }

    private SpecError wrong(String why) {
        return new SpecError(Lines.printable(file + ": " + why));
    }
}
