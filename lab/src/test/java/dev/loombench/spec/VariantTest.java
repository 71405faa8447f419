package dev.loombench.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.spec.text.SpecError;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
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

    @Test
    void a_name_has_a_limit() {
        assertThat(named("n".repeat(300)).name()).hasSize(300);
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> named("n".repeat(301)))
                .withMessageContaining("at most 300 characters, found 301");
    }

    private static Variant named(String name) {
        return Variant.of(
                name, new Endpoint("http://127.0.0.1", OptionalLong.empty(), SameAnswers.OFF));
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
