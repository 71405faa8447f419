package dev.loombench.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleCommand;
import dev.loombench.experiment.variant.Variant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PortSourceTest {
    private static PortSource of(String argument, Map<String, String> environment, int port) {
        var service = SampleCommand.of("shop", argument);
        var variant =
                new Variant(
                        "a",
                        service,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        environment,
                        port);
        return PortSource.of(variant, service);
    }

    @Test
    void a_placeholder_may_stand_in_the_command_or_in_a_variable() {
        assertThat(of("--port={port}", Map.of(), 0)).isEqualTo(PortSource.PLACEHOLDER);
        assertThat(of("-v", Map.of("LISTEN", "127.0.0.1:{port}"), 0))
                .isEqualTo(PortSource.PLACEHOLDER);
    }

    @Test
    void a_service_without_one_gets_variables_or_has_a_port_of_its_own() {
        assertThat(of("-v", Map.of("A", "b"), 0)).isEqualTo(PortSource.VARIABLES);
        assertThat(of("-v", Map.of(), 8080)).isEqualTo(PortSource.FIXED);
    }
}
