package dev.loombench.launch;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;

/// A JSON value of a server's description or of a preset.
///
/// `toString` is for messages. It is built from the token stream, since the first use of data
/// binding costs a third of a second, which `loombench list` would notice.
public sealed interface JsonValue {
    JsonFactory FACTORY =
            JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

    record Text(String text) implements JsonValue {
        @Override
        public String toString() {
            return "\"" + text + "\"";
        }
    }

    record Items(List<JsonValue> items) implements JsonValue {
        @Override
        public String toString() {
            return "a list";
        }
    }

    /// The fields in the order of the file.
    record Fields(Map<String, JsonValue> fields) implements JsonValue {
        @Override
        public String toString() {
            return "an object";
        }
    }

    /// A number, `true`, `false` or `null`.
    record Other(String literal) implements JsonValue {
        @Override
        public String toString() {
            return literal;
        }
    }

    /// Reads the only value of a file.
    ///
    /// @throws JacksonException when it is not JSON or cannot be read
    static JsonValue read(Path file) {
        try (var parser = FACTORY.createParser(ObjectReadContext.empty(), file)) {
            return only(parser);
        }
    }

    /// Reads the only value of a stream.
    ///
    /// @throws JacksonException when it is not JSON or cannot be read
    static JsonValue read(InputStream in) {
        try (var parser = FACTORY.createParser(ObjectReadContext.empty(), in)) {
            return only(parser);
        }
    }

    private static JsonValue only(JsonParser parser) {
        var value = value(parser, next(parser));
        if (parser.nextToken() != null) {
            throw new StreamReadException(parser, "text after the end of the value");
        }
        return value;
    }

    private static JsonValue value(JsonParser parser, JsonToken token) {
        return switch (token) {
            case VALUE_STRING -> new Text(parser.getString());
            case START_ARRAY -> new Items(items(parser));
            case START_OBJECT -> new Fields(fields(parser));
            default -> new Other(parser.getString());
        };
    }

    private static List<JsonValue> items(JsonParser parser) {
        var items = new ArrayList<JsonValue>();
        for (var token = next(parser); token != JsonToken.END_ARRAY; token = next(parser)) {
            items.add(value(parser, token));
        }
        return List.copyOf(items);
    }

    private static Map<String, JsonValue> fields(JsonParser parser) {
        var fields = new LinkedHashMap<String, JsonValue>();
        while (next(parser) != JsonToken.END_OBJECT) {
            fields.put(parser.currentName(), value(parser, next(parser)));
        }
        return Collections.unmodifiableMap(fields);
    }

    private static JsonToken next(JsonParser parser) {
        var token = parser.nextToken();
        if (token == null) {
            throw new StreamReadException(parser, "the file ends before the value is complete");
        }
        return token;
    }
}
