package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.load.Probe.Refusal;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.spec.load.Request;
import dev.loombench.spec.load.TrafficSpec;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProbeTest {
    @ParameterizedTest
    @MethodSource("dev.loombench.load.Here#transports")
    void a_good_response_to_one_request_is_enough(TransportChoice transport) throws Exception {
        try (var server = Responder.always(Responder.HELLO)) {
            assertThat(probe(server.address(), transport, Duration.ofSeconds(50))).isEmpty();
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.loombench.load.Here#transports")
    void a_refusal_is_named_by_its_status(TransportChoice transport) throws Exception {
        var answer = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
        try (var server = Responder.always(answer)) {
            var refusal = probe(server.address(), transport, Duration.ofSeconds(50));
            assertThat(refusal)
                    .contains(
                            new Refusal(
                                    true,
                                    "GET /a: 127.0.0.1:%d responds with status 404"
                                            .formatted(server.address().getPort())));
        }
    }

    @ParameterizedTest
    @MethodSource("dev.loombench.load.Here#transports")
    void a_port_where_nobody_listens_is_named(TransportChoice transport) throws Exception {
        var nobody = Responder.addressOfNobody();
        assertThat(probe(nobody, transport, Duration.ofSeconds(50)))
                .contains(
                        new Refusal(
                                false,
                                "GET /a: nobody listens at 127.0.0.1:%d (connect-refused)"
                                        .formatted(nobody.getPort())));
    }

    @Test
    void a_response_that_does_not_come_in_time_is_not_waited_for() throws Exception {
        try (var server = new Responder(_ -> {})) {
            var refusal = probe(server.address(), TransportChoice.AUTO, Duration.ofMillis(50));
            assertThat(refusal.orElseThrow().why()).endsWith(" within 50ms");
        }
    }

    @Test
    void the_wait_ends_when_it_is_not_worth_while_any_more() throws Exception {
        var asked = new CountDownLatch(1);
        try (var server = new Responder(_ -> asked.countDown())) {
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() ->
                            Probe.send(
                                    server.address(),
                                    traffic(Duration.ofHours(1)),
                                    1,
                                    TransportChoice.AUTO,
                                    () -> {
                                        if (asked.getCount() == 0) {
                                            throw new IllegalStateException("the server has gone");
                                        }
                                    }))
                    .withMessage("the server has gone");
        }
    }

    private static Optional<Refusal> probe(
            InetSocketAddress target, TransportChoice transport, Duration limit) throws Exception {
        return Probe.<RuntimeException>send(target, traffic(limit), 1, transport, () -> {});
    }

    private static TrafficSpec traffic(Duration limit) {
        return TrafficSpec.of(Request.get("/a", limit));
    }
}
