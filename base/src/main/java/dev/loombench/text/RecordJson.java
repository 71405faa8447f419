package dev.loombench.text;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import java.util.function.UnaryOperator;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// JSON of records: the name of each component is its key, whatever other methods the record has.
///
/// Golden files and `docs/output.schema.json` guard the names. A component whose key is another one
/// has `@JsonProperty`.
public final class RecordJson {
    private static final JsonMapper MAPPER = mapper().build();

    /// In ASCII: text from a service or a file may hold what a terminal obeys.
    private static final JsonMapper ASCII =
            named(
                            JsonMapper.builder(
                                    JsonFactory.builder()
                                            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
                                            .build()))
                    .build();

    private RecordJson() {}

    /// A mapper with this setting, to which a package adds the forms of its own types.
    public static JsonMapper.Builder mapper() {
        return named(JsonMapper.builder());
    }

    private static JsonMapper.Builder named(JsonMapper.Builder builder) {
        return builder.changeDefaultVisibility(found ->
                found.withVisibility(PropertyAccessor.FIELD, Visibility.ANY)
                        .withVisibility(PropertyAccessor.GETTER, Visibility.NONE)
                        .withVisibility(PropertyAccessor.IS_GETTER, Visibility.NONE));
    }

    /// The JSON in ASCII on several lines, without a line break at its end.
    public static String text(Object document) {
        return ASCII.writerWithDefaultPrettyPrinter().writeValueAsString(document);
    }

    /// The JSON on one line.
    public static String line(Object document) {
        return MAPPER.writeValueAsString(document);
    }

    /// The JSON in ASCII on one line, also for readers to which U+2028 ends one.
    public static String asciiLine(Object document) {
        return ASCII.writeValueAsString(document);
    }

    public static JsonNode tree(Object document) {
        return MAPPER.valueToTree(document);
    }

    /// The same record with every text in it changed, also in its inner records, lists and maps.
    public static <R extends Record> R withTexts(
            R document, Class<R> type, UnaryOperator<String> change) {
        return MAPPER.treeToValue(changed(tree(document), change), type);
    }

    private static JsonNode changed(JsonNode node, UnaryOperator<String> change) {
        if (node.isString()) {
            return tree(change.apply(node.asString()));
        }
        if (node.isArray()) {
            var items = MAPPER.createArrayNode();
            node.forEach(item -> items.add(changed(item, change)));
            return items;
        }
        if (node.isObject()) {
            var fields = MAPPER.createObjectNode();
            node.properties()
                    .forEach(field ->
                            fields.set(
                                    change.apply(field.getKey()),
                                    changed(field.getValue(), change)));
            return fields;
        }
        return node;
    }
}
