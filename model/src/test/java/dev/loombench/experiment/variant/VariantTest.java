package dev.loombench.experiment.variant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.text.WrongInput;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class VariantTest {
    @Test
    void a_server_may_use_no_more_processors_than_the_machine_has() {
        assertThat(on(Optional.of(new Cpus.Listed("0-2"))).cores(8)).isEqualTo(3);
        assertThat(on(Optional.of(new Cpus.Quota(0.5))).cores(8)).isEqualTo(0.5);
        assertThat(on(Optional.of(new Cpus.Count(4))).cores(2)).isEqualTo(2);
        assertThat(on(Optional.empty()).cores(2)).isEqualTo(2);
    }

    @Test
    void a_name_has_a_limit() {
        assertThat(named("n".repeat(300)).name()).hasSize(300);
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> named("n".repeat(301)))
                .withMessageContaining("at most 300 characters, found 301");
    }

    private static Variant named(String name) {
        return Variant.of(
                name, new Endpoint("http://127.0.0.1", OptionalLong.empty(), SameAnswers.OFF));
    }

    private static Variant on(Optional<Cpus> cpus) {
        return new Variant(
                "a",
                new ZooServer("tomcat", "virtual", Threading.VIRTUAL, Map.of(), List.of()),
                Optional.empty(),
                cpus,
                Optional.empty(),
                Map.of(),
                0);
    }
}
