package dev.loombench.launch.preset;

import dev.loombench.launch.JsonValue;
import dev.loombench.launch.preset.Preset.Style;
import dev.loombench.spec.RequestThreads;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Reads one preset. The files are part of the lab, so an error in one is an error of the lab.
final class PresetReader {
    private static final Set<String> KEYS =
            Set.of(
                    "framework",
                    "server",
                    "source",
                    "version",
                    "manifest",
                    "contains",
                    "settings",
                    "port",
                    "models");
    private static final Set<String> MODELS = Set.of("pool", "virtual");
    private static final Set<String> MODEL_KEYS = Set.of("settings", "expects", "note", "refused");

    private static final JsonValue NO_ITEMS = new JsonValue.Items(List.of());

    private final String name;

    private PresetReader(String name) {
        this.name = name;
    }

    /// @param name of the file, for messages
    static Preset preset(String name, JsonValue file) {
        return new PresetReader(name).preset(file);
    }

    private Preset preset(JsonValue file) {
        var root = fields(file, KEYS);
        required(root, "source");
        var manifest = new LinkedHashMap<String, Pattern>();
        texts(root, "manifest").forEach((key, text) -> manifest.put(key, Pattern.compile(text)));
        var contains = patterns(root.getOrDefault("contains", NO_ITEMS));
        var models = fields(required(root, "models"), MODELS);
        return new Preset(
                text(required(root, "framework")),
                optional(root, "server"),
                optional(root, "version"),
                new Preset.Signs(Map.copyOf(manifest), contains),
                Style.valueOf(text(required(root, "settings")).toUpperCase(Locale.ROOT)),
                optional(root, "port"),
                model(required(models, "pool")),
                model(required(models, "virtual")));
    }

    private static List<Pattern> patterns(JsonValue value) {
        return texts(value).stream().map(Pattern::compile).toList();
    }

    private ModelSetup model(JsonValue value) {
        var model = fields(value, MODEL_KEYS);
        if (model.containsKey("refused")) {
            return new ModelSetup.Refused(text(required(model, "refused")));
        }
        required(model, "settings");
        return new ModelSetup.Settings(
                texts(model, "settings"),
                optional(model, "expects").map(this::threads),
                optional(model, "note"));
    }

    private RequestThreads threads(String label) {
        return Stream.of(RequestThreads.values())
                .filter(threads -> threads.label().equals(label))
                .findFirst()
                .orElseThrow(() -> invalid("expects " + label));
    }

    private Optional<String> optional(Map<String, JsonValue> fields, String key) {
        return Optional.ofNullable(fields.get(key)).map(PresetReader::text);
    }

    private Map<String, String> texts(Map<String, JsonValue> fields, String key) {
        var texts = new LinkedHashMap<String, String>();
        var value = fields.get(key);
        if (value instanceof JsonValue.Fields(var settings)) {
            settings.forEach((setting, text) -> texts.put(setting, text(text)));
        } else if (value != null) {
            throw invalid(key + " is " + value);
        }
        return texts;
    }

    /// The texts of a list.
    static List<String> texts(JsonValue value) {
        if (value instanceof JsonValue.Items(var items)) {
            return items.stream().map(PresetReader::text).toList();
        }
        throw new IllegalStateException("expected a list, found " + value);
    }

    private static String text(JsonValue value) {
        if (value instanceof JsonValue.Text(var text)) {
            return text;
        }
        throw new IllegalStateException("expected a text, found " + value);
    }

    private JsonValue required(Map<String, JsonValue> fields, String key) {
        var value = fields.get(key);
        if (value == null) {
            throw invalid("it has no " + key);
        }
        return value;
    }

    private Map<String, JsonValue> fields(JsonValue value, Set<String> known) {
        if (value instanceof JsonValue.Fields(var fields) && known.containsAll(fields.keySet())) {
            return fields;
        }
        throw invalid("%s has other keys than %s".formatted(value, known));
    }

    private IllegalStateException invalid(String problem) {
        return new IllegalStateException("preset %s: %s".formatted(name, problem));
    }
}
