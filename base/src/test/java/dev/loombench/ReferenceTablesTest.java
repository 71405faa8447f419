package dev.loombench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The references of keys, which are written from their schemas.
///
/// After a change of a schema, run the test with `-Dgolden.write=true` and review the difference.
class ReferenceTablesTest {
    private static final Path HOME = Path.of(System.getProperty("loombench.home"));

    private static JsonNode schema(String file) {
        return JsonMapper.shared().readTree(HOME.resolve(file));
    }

    @Test
    void the_keys_of_an_experiment_are_those_of_its_schema() throws IOException {
        WrittenTable.assertIn(
                "docs/reference/experiment.md",
                SchemaTable.of(
                        schema("experiments/experiment.schema.json"), "default", "required"));
    }

    @Test
    void the_keys_of_the_output_are_those_of_its_schema() throws IOException {
        WrittenTable.assertIn(
                "docs/reference/output.md",
                SchemaTable.of(schema("docs/output.schema.json"), "present", "always"));
    }

    @Test
    void the_page_of_the_output_explains_every_key_of_its_schemas() throws IOException {
        var page = Files.readString(HOME.resolve("docs/output/json.md"));
        assertThat(keys(schema("docs/output.schema.json")).distinct())
                .contains("throughputPerSecond", "serverSent")
                .allMatch(key -> isNamed(page, key));
        assertThat(keys(schema("docs/list.schema.json")).distinct())
                .contains("experiments", "unavailable")
                .allMatch(key -> isNamed(page, key));
    }

    private static boolean isNamed(String page, String key) {
        return Pattern.compile("(?<![\\w-])%s(?![\\w-])".formatted(Pattern.quote(key)))
                .matcher(page)
                .find();
    }

    private static Stream<String> keys(JsonNode schema) {
        return Stream.concat(
                schema.path("properties").properties().stream().map(Map.Entry::getKey),
                schema.valueStream().flatMap(ReferenceTablesTest::keys));
    }

    @Test
    void a_part_of_several_keys_is_described_once() {
        var schema =
                JsonMapper.shared()
                        .readTree(
                                """
                                {
                                  "required": ["one"],
                                  "properties": {
                                    "one": {"$ref": "#/$defs/aPart", "description": "The | first."},
                                    "all": {"type": "array", "items": {"$ref": "#/$defs/aPart"}},
                                    "kind": {"enum": ["a", "b", "1", 1], "default": "a"},
                                    "text": {"type": "string", "default": ""}
                                  },
                                  "$defs": {
                                    "aPart": {"properties": {"name": {"type": ["string", "null"]}}}
                                  }
                                }
                                """);
        assertThat(SchemaTable.of(schema, "default", "required"))
                .isEqualTo(
                        """
                        | key | values | default | meaning |
                        |---|---|---|---|
                        | `one` | a part | required | The \\| first. |
                        | `one.name` | string or null |  |  |
                        | `all` | list, as `one` |  |  |
                        | `kind` | `a`, `b`, `1` | `a` |  |
                        | `text` | string | `""` |  |
                        """);
    }
}
