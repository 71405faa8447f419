package dev.loombench.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.text.ConnectTo;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadUrlTest {
    @Test
    void a_server_on_ipv6_only_has_another_url() throws IOException {
        try (var server = onIpv6()) {
            int port = server.getLocalPort();
            assertThat(LoadUrl.parse("http://127.0.0.1:%d/a?b=c".formatted(port)).elsewhere())
                    .contains("http://[::1]:%d/a?b=c".formatted(port));
            assertThat(LoadUrl.parse("tcp://127.0.0.1:%d".formatted(port)).elsewhere())
                    .contains("tcp://[::1]:" + port);
            var named = LoadUrl.parse("http://localhost:%d/".formatted(port));
            assertThat(named.target().getAddress()).isEqualTo(InetAddress.ofLiteral("::1"));
            assertThat(named.elsewhere()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "?token=sesame, ?token=***",
        "/a?b=1&token=sesame#token=sesame, /a?b=1&token=***",
        "/?token=sesame, /?token=***",
        "#a, ''",
        "'', ''",
        "/a?b=$1, /a?b=$1"
    })
    void secrets_of_a_url_are_not_shown(String given, String shown) {
        assertThat(LoadUrl.parse("http://127.0.0.1:1" + given).text())
                .isEqualTo("http://127.0.0.1:1" + shown);
    }

    /// The header Host and the name for TLS are those of the URL.
    @ParameterizedTest
    @CsvSource({
        "https://shop.invalid/a, 127.0.0.1:8443, shop.invalid, 8443",
        "ws://shop.invalid:81/a, 127.0.0.1, shop.invalid:81, 81",
        "grpcs://shop.invalid:444/a.B/C, 127.0.0.1:8443, shop.invalid:444, 8443",
        "tcp://shop.invalid:7, 127.0.0.1, shop.invalid:7, 7"
    })
    void connections_may_go_to_another_address(String text, String to, String host, int port) {
        var url = LoadUrl.parse(text, Optional.of(ConnectTo.parse(to)));
        assertThat(url.target())
                .isEqualTo(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
        assertThat(url.target().getHostString()).isEqualTo("shop.invalid");
        assertThat(url.host()).contains(host);
        assertThat(url.connectedTo()).contains("127.0.0.1:" + port);
        assertThat(url.text()).isEqualTo(text);
        assertThat(url.elsewhere()).isEmpty();
    }

    private static ServerSocket onIpv6() {
        try {
            return new ServerSocket(0, 50, InetAddress.ofLiteral("::1"));
        } catch (IOException e) {
            Assumptions.abort("this machine has no IPv6");
            throw new IllegalStateException(e);
        }
    }
}
