package dev.loombench;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// The keys that a JSON Schema describes, as a table with a row per key.
///
/// A key is written with those around it: `load.requests[].path` is the path of each of the
/// requests. A part that several keys have is described once, and the others name the first.
final class SchemaTable {
    private static final List<String> FORMS = List.of("then", "else");
    private static final List<String> CHOICES = List.of("anyOf", "oneOf", "allOf");

    private final JsonNode whole;
    private final String required;
    private final Map<String, List<String>> rows = new LinkedHashMap<>();
    private final Set<String> seen = new HashSet<>();

    /// Reference -> the key at which its own keys are described.
    private final Map<String, String> described = new HashMap<>();

    private SchemaTable(JsonNode whole, String required) {
        this.whole = whole;
        this.required = required;
    }

    /// @param column title of the third column
    /// @param required what stands there for a key that is required and has no default
    static String of(JsonNode schema, String column, String required) {
        var table = new SchemaTable(schema, required);
        table.within(schema, "");
        return WrittenTable.of(List.of("key", "values", column, "meaning"), table.rows.values());
    }

    /// Adds the keys within a value, in all its forms.
    private void within(JsonNode schema, String path) {
        if (!schema.isObject()) {
            return;
        }
        if (schema.has("$ref")) {
            var reference = reference(schema);
            int before = rows.size();
            if (seen.add(reference)) {
                within(definition(reference), path);
            }
            if (rows.size() > before) {
                described.put(reference, path);
            }
            return;
        }
        var needed = texts(schema.path("required"));
        for (var property : schema.path("properties").properties()) {
            var name = property.getKey();
            var key = path.isEmpty() ? name : path + "." + name;
            rows.putIfAbsent(key, row(key, property.getValue(), needed.contains(name)));
            within(property.getValue(), key);
        }
        for (var form : FORMS) {
            within(schema.path(form), path);
        }
        for (var choice : CHOICES) {
            schema.path(choice).forEach(form -> within(form, path));
        }
        within(schema.path("items"), path + "[]");
        within(schema.path("additionalProperties"), path + ".*");
    }

    private List<String> row(String key, JsonNode schema, boolean isNeeded) {
        var otherwise = schema.path("default");
        var known = isNeeded ? required : "";
        return List.of(
                "`" + key + "`",
                values(schema),
                otherwise.isMissingNode() ? known : code(otherwise),
                meaning(schema));
    }

    private String meaning(JsonNode schema) {
        var own = schema.path("description");
        var node =
                own.isMissingNode() && schema.has("$ref")
                        ? definition(reference(schema)).path("description")
                        : own;
        return node.isMissingNode() ? "" : text(node);
    }

    private String values(JsonNode schema) {
        if (schema.has("$ref")) {
            var reference = reference(schema);
            var first = described.get(reference);
            if (first != null) {
                return "as `" + first + "`";
            }
            var name = reference.substring(reference.lastIndexOf('/') + 1);
            return reference.contains("/properties/") ? values(definition(reference)) : words(name);
        }
        if (schema.has("enum")) {
            return schema.get("enum")
                    .valueStream()
                    .map(SchemaTable::code)
                    .distinct() // a number and its text look the same
                    .collect(Collectors.joining(", "));
        }
        if (schema.has("const")) {
            return code(schema.get("const"));
        }
        var forms = new TreeSet<String>();
        for (var choice : CHOICES) {
            schema.path(choice).forEach(form -> forms.add(values(form)));
        }
        forms.remove("");
        if (!forms.isEmpty()) {
            return String.join(" or ", forms);
        }
        var type = schema.path("type");
        if (type.isArray()) {
            return type.valueStream()
                    .map(name -> name.asString())
                    .collect(Collectors.joining(" or "));
        }
        if (!text(type).equals("array")) {
            return text(type);
        }
        var items = values(schema.path("items"));
        if (items.isEmpty()) {
            return "list";
        }
        return (items.startsWith("as ") ? "list, " : "list of ") + items;
    }

    /// As a JSON Pointer.
    private static String reference(JsonNode schema) {
        return schema.get("$ref").asString().substring(1);
    }

    private JsonNode definition(String reference) {
        return whole.at(reference);
    }

    private static String code(JsonNode value) {
        var text = text(value);
        return "`" + (text.isEmpty() ? "\"\"" : text) + "`";
    }

    /// `positiveDuration` as `positive duration`.
    private static String words(String name) {
        return name.replaceAll("(\\p{Lower})(\\p{Upper})", "$1 $2").toLowerCase(Locale.ROOT);
    }

    private static Set<String> texts(JsonNode list) {
        var texts = new HashSet<String>();
        list.forEach(item -> texts.add(item.asString()));
        return texts;
    }

    /// As a cell of a table.
    private static String text(JsonNode node) {
        if (node.isMissingNode()) {
            return "";
        }
        return (node.isString() ? node.asString() : node.toString()).replace("|", "\\|");
    }
}
