package dev.loombench.result.foreign;

import dev.loombench.text.WrongInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import tools.jackson.databind.JsonNode;

/// A value in a JSON file, with the place that a message names.
///
/// @param file its name
/// @param path as in `results[0].times`; empty at the top
record JsonValue(String file, String path, JsonNode node) {
    static JsonValue top(String file, JsonNode node) {
        return new JsonValue(file, "", node);
    }

    /// The value of a key, which may be missing.
    JsonValue at(String key) {
        return new JsonValue(file, path.isEmpty() ? key : path + "." + key, node.path(key));
    }

    private JsonValue at(int index) {
        return new JsonValue(file, "%s[%d]".formatted(path, index), node.path(index));
    }

    /// Whether there is a value that is not null.
    boolean exists() {
        return !node.isMissingNode() && !node.isNull();
    }

    /// @throws WrongInput when it is no number that is finite
    double number() {
        return optionalNumber().orElseThrow(() -> wrong("a finite number"));
    }

    /// Empty where it is missing, null, or no number: tools write `"NaN"` for what has no value.
    OptionalDouble optionalNumber() {
        double value = node.isNumber() ? node.asDouble(Double.NaN) : Double.NaN;
        return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    /// @throws WrongInput when it is no text
    String text() {
        return optionalText().orElseThrow(() -> wrong("a text"));
    }

    /// The text, or the number as a text.
    Optional<String> optionalText() {
        return node.isString() || node.isNumber() || node.isBoolean()
                ? Optional.of(node.asString())
                : Optional.empty();
    }

    /// @throws WrongInput when it is no list
    List<JsonValue> items() {
        if (!node.isArray()) {
            throw wrong("a list");
        }
        var items = new ArrayList<JsonValue>();
        for (int i = 0; i < node.size(); i++) {
            items.add(at(i));
        }
        return items;
    }

    /// Its keys with their values; none where it is no object.
    Map<String, JsonValue> entries() {
        var entries = new LinkedHashMap<String, JsonValue>();
        node.properties().forEach(entry -> entries.put(entry.getKey(), at(entry.getKey())));
        return entries;
    }

    WrongInput wrong(String expected) {
        return new WrongInput(
                "%s: %s %s, expected %s"
                        .formatted(
                                file,
                                path.isEmpty() ? "the document" : path,
                                exists() ? "is " + kind() : "is missing",
                                expected));
    }

    private String kind() {
        if (node.isArray()) {
            return "a list";
        }
        if (node.isObject()) {
            return "an object";
        }
        return node.isString() ? "a text" : node.isNumber() ? "a number" : "true or false";
    }
}
