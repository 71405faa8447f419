package dev.loombench.load.tls.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TlsTargetTest {
    private static TlsTarget target(String host) throws UnknownHostException {
        var address = InetAddress.getByAddress(host, new byte[] {127, 0, 0, 1});
        return TlsTarget.of(new InetSocketAddress(address, 443), List.of());
    }

    @ParameterizedTest
    @CsvSource({
        "localhost, localhost",
        "my-service, my-service",
        "web.1, web.1",
        "shop.example., shop.example",
        "xn--bcher-kva.example, xn--bcher-kva.example"
    })
    void a_name_of_the_standard_is_sent(String host, String name) throws UnknownHostException {
        var target = target(host);
        assertThat(target.host()).isEqualTo(name);
        assertThat(target.serverName()).contains(name);
        assertThat(target.isCheckedByJdk()).isTrue();
        assertThat(target.isAddress()).isFalse();
    }

    /// The certificate must be for them all the same.
    @ParameterizedTest
    @ValueSource(strings = {"my_service", "web_1.stack", "web-", "-web", "web-.stack"})
    void another_name_is_not_sent(String host) throws UnknownHostException {
        var target = target(host);
        assertThat(target.host()).isEqualTo(host);
        assertThat(target.serverName()).isEmpty();
        assertThat(target.isCheckedByJdk()).isFalse();
        assertThat(target.isAddress()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1, 127.0.0.1", "127.1, 127.0.0.1", "::1, ::1", "fe80::1%1, fe80::1"})
    void an_address_is_not_sent(String host, String address) throws UnknownHostException {
        var target = target(host);
        assertThat(target.host()).isEqualTo(address);
        assertThat(target.serverName()).isEmpty();
        assertThat(target.isCheckedByJdk()).isTrue();
        assertThat(target.isAddress()).isTrue();
    }
}
