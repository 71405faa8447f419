package dev.loombench.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariantTest {
    @ParameterizedTest
    @CsvSource({"0, 1", "'0,2', 2", "0-3, 4", "'0-2,4', 4", "'1-2,2-3', 3"})
    void allowed_processors_are_counted_once_each(String cpus, int count) {
        assertThat(on(Optional.of(cpus)).allowedCpus()).hasValue(count);
    }

    @Test
    void without_a_list_all_processors_are_allowed() {
        assertThat(on(Optional.empty()).allowedCpus()).isEmpty();
    }

    private static Variant on(Optional<String> cpus) {
        return new Variant(
                "a",
                "tomcat",
                "virtual",
                Threading.VIRTUAL,
                Map.of(),
                List.of(),
                Optional.empty(),
                cpus,
                Optional.empty(),
                Map.of(),
                0);
    }
}
