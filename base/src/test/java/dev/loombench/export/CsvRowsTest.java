package dev.loombench.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.loombench.text.RecordJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class CsvRowsTest {
    private enum State {
        @JsonProperty("ok")
        OK
    }

    private record Inner(double low, OptionalDouble p999Millis) {}

    private record Row(
            String name,
            State state,
            boolean valid,
            OptionalInt users,
            OptionalLong bytes,
            Optional<Inner> ratio,
            @JsonUnwrapped Inner unwrapped,
            Optional<List<String>> listed,
            List<String> all,
            Map<String, Long> counts) {}

    private static Row row(String name, Optional<Inner> ratio) {
        return new Row(
                name,
                State.OK,
                true,
                OptionalInt.of(3),
                OptionalLong.empty(),
                ratio,
                new Inner(Double.NaN, OptionalDouble.of(1.7410048E8)),
                Optional.of(List.of("x")),
                List.of("y"),
                Map.of("z", 1L));
    }

    @Test
    void a_component_with_one_value_is_a_column_and_lists_are_none() {
        var inner = Optional.of(new Inner(0.5, OptionalDouble.empty()));
        assertThat(
                        CsvRows.of(
                                        Row.class,
                                        List.of(
                                                row("a,\"b\"", inner),
                                                row("=1+1", Optional.empty())))
                                .lines())
                .containsExactly(
                        "name,state,valid,users,bytes,ratio_low,ratio_p999_millis,low,p999_millis",
                        "\"a,\"\"b\"\"\",ok,true,3,,0.5,,,174100480",
                        "'=1+1,ok,true,3,,,,,174100480");
    }

    private record Found(String kind, JsonNode figures) {}

    @Test
    void figures_of_a_finding_are_json_in_one_cell() {
        assertThat(
                        CsvRows.of(
                                        Found.class,
                                        List.of(
                                                new Found("a", RecordJson.tree(Map.of("n", 1))),
                                                new Found("b", RecordJson.tree(Map.of()))))
                                .lines())
                .containsExactly("kind,figures", "a,\"{\"\"n\"\":1}\"", "b,");
    }

    @Test
    void without_rows_there_is_a_header() {
        assertThat(CsvRows.of(Inner.class, List.of()).lines()).containsExactly("low,p999_millis");
    }
}
