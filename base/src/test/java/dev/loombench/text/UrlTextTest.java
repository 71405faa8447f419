package dev.loombench.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UrlTextTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 127.0.0.1:80",
        "::1, [::1]:80",
        "::, [::]:80",
        "fe80::1:2:3:4, [fe80::1:2:3:4]:80",
        "2001:db8::, [2001:db8::]:80",
        "2001:db8:0:1:2:3:4:5, [2001:db8:0:1:2:3:4:5]:80",
    })
    void an_address_is_as_in_a_url(String address, String authority) {
        assertThat(UrlText.authority(new InetSocketAddress(InetAddress.ofLiteral(address), 80)))
                .isEqualTo(authority);
    }

    @ParameterizedTest
    @CsvSource({
        "http://my_service:8080/a, my_service, 8080",
        "http://web_1.stack/, web_1.stack, 80",
        "http://web.1:81, web.1, 81",
        "http://-a-:81, -a-, 81",
        "http://my_service:/a, my_service, 80",
        "http://m\u00fcnchen.example, xn--mnchen-3ya.example, 80",
        "http://[::1]:8080/, [::1], 8080",
        "http://[fe80::1%25eth0]:8080/, [fe80::1%eth0], 8080",
        "http://localhost, localhost, 80",
        "http://127.0.0.1:1?a=b:2, 127.0.0.1, 1",
        "http://a:0080, a, 80",
        "http://my_service:0080, my_service, 80",
    })
    void a_host_is_a_name_as_containers_have_it_or_an_address(String url, String host, int port) {
        var uri = UrlText.parse(url);
        assertThat(UrlText.isHttp(uri)).isTrue();
        assertThat(UrlText.host(uri)).contains(host);
        assertThat(UrlText.port(uri, 80)).isEqualTo(port);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http:///a",
                "http://:80",
                "http://my%5Fservice",
                "http://my_service:80a",
                "http://my_service:80:90",
                "http://a,b",
                "http:a"
            })
    void another_text_is_no_host(String url) {
        var uri = UrlText.parse(url);
        assertThat(UrlText.host(uri)).isEmpty();
        assertThat(UrlText.isHttp(uri)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "http://a:0, 0",
        "http://a_b:0, 0",
        "http://a:65536, 65536",
        "http://a_b:65536, 65536",
        "http://a:99999999999, 99999999999",
        "http://a_b:99999999999, 99999999999",
    })
    void a_port_is_a_number_of_16_bits(String url, String shown) {
        assertThatThrownBy(() -> UrlText.port(UrlText.parse(url), 80))
                .isInstanceOf(WrongInput.class)
                .hasMessage("the port must be between 1 and 65535, was " + shown);
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:18581, http://127.0.0.1:18581",
        "127.0.0.1:18581/a, http://127.0.0.1:18581/a",
        "my_service:80?token=secret, http://my_service:80…",
        "[::1]:80, http://[::1]:80",
    })
    void a_host_without_a_scheme_is_told_the_url_to_write(String url, String shown) {
        assertThatThrownBy(() -> UrlText.parse(url))
                .isInstanceOf(WrongInput.class)
                .hasMessageEndingWith(" " + shown);
    }

    @Test
    void a_host_header_has_the_name_of_the_url_or_the_address_without_a_zone() throws Exception {
        var loopback = InetAddress.ofLiteral("::1");
        var named = InetAddress.getByAddress("my_service", loopback.getAddress());
        assertThat(UrlText.hostAndPort(new InetSocketAddress(named, 80)))
                .isEqualTo("my_service:80");
        assertThat(UrlText.hostAndPort(new InetSocketAddress(loopback, 80))).isEqualTo("[::1]:80");
        assertThat(
                        UrlText.hostAndPort(
                                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 80)))
                .isEqualTo("127.0.0.1:80");
        var linkLocal = InetAddress.ofLiteral("fe80::1").getAddress();
        var scoped = Inet6Address.getByAddress(null, linkLocal, 7);
        assertThat(UrlText.authority(new InetSocketAddress(scoped, 80)))
                .isEqualTo("[fe80::1%7]:80");
        assertThat(UrlText.hostAndPort(new InetSocketAddress(scoped, 80)))
                .isEqualTo("[fe80::1]:80");
    }

    @ParameterizedTest
    @CsvSource({
        "https://shop.example/a, shop.example",
        "https://shop.example:443, shop.example",
        "https://shop.example:80, shop.example:80",
        "http://my_service:80/, my_service",
        "http://[fe80::1%25eth0]:8080/, [fe80::1]:8080"
    })
    void the_host_header_of_a_url(String url, String expected) {
        assertThat(UrlText.hostField(UrlText.parse(url))).isEqualTo(expected);
    }

    @Test
    void a_host_header_has_no_port_where_the_scheme_implies_it() throws Exception {
        var named = InetAddress.getByAddress("a_b", InetAddress.ofLiteral("::1").getAddress());
        assertThat(UrlText.hostField(new InetSocketAddress(named, 80), false)).isEqualTo("a_b");
        assertThat(UrlText.hostField(new InetSocketAddress(named, 443), true)).isEqualTo("a_b");
        assertThat(UrlText.hostField(new InetSocketAddress(named, 80), true)).isEqualTo("a_b:80");
        assertThat(UrlText.hostField(new InetSocketAddress(named, 443), false))
                .isEqualTo("a_b:443");
        var linkLocal = InetAddress.ofLiteral("fe80::1").getAddress();
        var scoped = Inet6Address.getByAddress(null, linkLocal, 7);
        assertThat(UrlText.hostField(new InetSocketAddress(scoped, 80), false))
                .isEqualTo("[fe80::1]");
    }
}
