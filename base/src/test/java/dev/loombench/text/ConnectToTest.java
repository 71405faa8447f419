package dev.loombench.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectToTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:8443, 127.0.0.1, 8443",
        "[::1]:8443, [::1], 8443",
        "[fe80::1%eth0]:1, [fe80::1%eth0], 1",
        "my_service:65535, my_service, 65535"
    })
    void an_address_with_a_port(String text, String host, int port) {
        assertThat(ConnectTo.parse(text)).isEqualTo(new ConnectTo(host, OptionalInt.of(port)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "[::1]", "web-1"})
    void the_port_may_be_that_of_the_url(String text) {
        assertThat(ConnectTo.parse(text)).isEqualTo(new ConnectTo(text, OptionalInt.empty()));
    }

    /// `HOST:PORT:ADDRESS:PORT` is the form of curl.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":8443",
                "::1",
                "a:",
                "a:b",
                "http://a:1",
                "a:1/b",
                "u@a:1",
                "shop.example:443:127.0.0.1:8443"
            })
    void another_form_is_refused(String text) {
        assertThatThrownBy(() -> ConnectTo.parse(text))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith("must be like 127.0.0.1:8443");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a:0", "a:65536"})
    void a_port_has_its_range(String text) {
        assertThatThrownBy(() -> ConnectTo.parse(text))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith("the port must be between 1 and 65535");
    }

    @Test
    void an_address_has_the_name_of_the_url() {
        var address = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 8443);
        var named = ConnectTo.named("shop.example", address);
        assertThat(named).isEqualTo(address);
        assertThat(named.getHostString()).isEqualTo("shop.example");
        assertThat(ConnectTo.named("[::1]", address).getHostString()).isEqualTo("::1");
    }
}
