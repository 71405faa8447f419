package dev.loombench.run.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.experiment.variant.Threading;
import org.junit.jupiter.api.Test;

class SupportServerTest {
    @Test
    void a_support_server_has_the_name_of_its_model_and_every_default() {
        var server = SupportServer.of("vertx", "event-loop", Threading.EVENT_LOOP);
        assertThat(server.name()).isEqualTo("vertx event-loop");
        assertThat(server.zooServer()).contains(server.subject());
        assertThat(server.service()).isEmpty();
        assertThat(server.jdk()).isEmpty();
        assertThat(server.cpus()).isEmpty();
        assertThat(server.workingDirectory()).isEmpty();
        assertThat(server.environment()).isEmpty();
        assertThat(server.port()).isZero();
    }
}
