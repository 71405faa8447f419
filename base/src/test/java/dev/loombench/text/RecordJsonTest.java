package dev.loombench.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.loombench.ToolModules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class RecordJsonTest {
    private static final Pattern REPEATED =
            Pattern.compile(
                    "@JsonProperty\\(\"(\\w+)\"\\)\\s+(?:@\\w+\\S*\\s+)*[\\w<>., ?]+\\s\\1\\b");

    @SuppressWarnings({"unused", "EffectivelyPrivate"}) // found by reflection, or not
    private record Point(double x, Optional<String> name, @JsonProperty("perSecond") double rate) {
        /// No key, although it is named like one.
        boolean isOrigin() {
            return x == 0;
        }

        /// No key, although it is named like one.
        public String getText() {
            return "x = " + x;
        }
    }

    private record One(OptionalDouble value) {}

    @Test
    void the_keys_are_the_components_in_their_order() {
        assertThat(RecordJson.line(new Point(1.5, Optional.empty(), 3)))
                .isEqualTo("{\"x\":1.5,\"name\":null,\"perSecond\":3.0}");
    }

    @Test
    void a_record_is_read_by_the_names_of_its_components() {
        var mapper = RecordJson.mapper().build();
        var point = new Point(1.5, Optional.of("a"), 3);
        assertThat(mapper.readValue(RecordJson.line(point), Point.class)).isEqualTo(point);
        var one = new One(OptionalDouble.of(2));
        assertThat(mapper.readValue(RecordJson.line(one), One.class)).isEqualTo(one);
        assertThat(mapper.readValue("{\"value\":null}", One.class))
                .isEqualTo(new One(OptionalDouble.empty()));
    }

    /// A key that repeats the name of its component says nothing.
    @Test
    void no_component_is_annotated_with_its_own_name() throws IOException {
        for (var main : ToolModules.folders("src/main/java")) {
            assertNoneRepeated(main);
        }
    }

    private static void assertNoneRepeated(Path main) throws IOException {
        try (var files = Files.walk(main)) {
            for (var file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                var repeated =
                        REPEATED.matcher(Files.readString(file))
                                .results()
                                .map(found -> found.group(1))
                                .toList();
                assertThat(repeated).as(file.toString()).isEqualTo(List.of());
            }
        }
    }
}
