package dev.loombench.spec.text;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// JSON of records: the name of each component is its key, whatever other methods the record has.
///
/// Golden files and `docs/output.schema.json` guard the names. A component whose key is another one
/// has `@JsonProperty`.
public final class RecordJson {
    private static final JsonMapper MAPPER = mapper().build();

    private RecordJson() {}

    /// A mapper with this setting, to which a package adds the forms of its own types.
    public static JsonMapper.Builder mapper() {
        return JsonMapper.builder()
                .changeDefaultVisibility(found ->
                        found.withVisibility(PropertyAccessor.FIELD, Visibility.ANY)
                                .withVisibility(PropertyAccessor.GETTER, Visibility.NONE)
                                .withVisibility(PropertyAccessor.IS_GETTER, Visibility.NONE));
    }

    /// The JSON on several lines, without a line break at its end.
    public static String text(Object document) {
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(document);
    }

    /// The JSON on one line.
    public static String line(Object document) {
        return MAPPER.writeValueAsString(document);
    }

    public static JsonNode tree(Object document) {
        return MAPPER.valueToTree(document);
    }
}
