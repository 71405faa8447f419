package dev.loombench.load.request;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.traffic.Request;
import dev.loombench.traffic.Streaming;
import dev.loombench.traffic.Traffic;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Requests to a host at another address than its own.
class HostOfUrlTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    @Test
    void a_host_is_named_in_place_of_that_of_the_address() {
        var traffic = Traffic.of(Request.get("/", TIMEOUT)).withHost("shop.example:81");
        assertThat(traffic.requests().getFirst().headers())
                .isEqualTo(Map.of("Host", "shop.example:81"));
    }

    @Test
    void a_header_of_the_user_stays_and_a_line_has_none() {
        var own = new Request("GET", "/", Map.of("host", "b"), "", TIMEOUT);
        assertThat(own.withHost("a")).isEqualTo(own);
        var line = Request.line("x", TIMEOUT);
        assertThat(line.withHost("a")).isEqualTo(line);
    }

    @Test
    void the_handshake_of_websocket_names_it_too() {
        var traffic =
                Traffic.of(Request.get("/", TIMEOUT))
                        .withHost("shop.example")
                        .withStreaming(Optional.of(Streaming.WEBSOCKET));
        var target = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 81);
        var bytes = new RequestMix(traffic, target, 1, Map.of()).handshake(target);
        assertThat(new String(bytes, US_ASCII)).containsOnlyOnce("Host: shop.example\r\n");
    }
}
