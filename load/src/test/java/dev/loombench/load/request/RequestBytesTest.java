package dev.loombench.load.request;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Request;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestBytesTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    @Test
    void a_get_is_a_line_and_its_host() throws Exception {
        assertThat(encoded(Request.get("/a?b=c", TIMEOUT), "127.0.0.1"))
                .isEqualTo("GET /a?b=c HTTP/1.1\r\nHost: 127.0.0.1:81\r\n\r\n");
    }

    @Test
    void headers_are_sorted_by_name_and_the_length_is_in_bytes() throws Exception {
        var request = new Request("POST", "/", Map.of("X-B", "2", "Accept", "*/*"), "é", TIMEOUT);
        assertThat(encoded(request, "127.0.0.1"))
                .isEqualTo(
                        "POST / HTTP/1.1\r\nAccept: */*\r\nContent-Length: 2\r\n"
                                + "Host: 127.0.0.1:81\r\nX-B: 2\r\n\r\né");
    }

    @Test
    void a_post_without_a_body_has_length_0_and_a_given_host_is_kept() throws Exception {
        var request = new Request("POST", "/", Map.of("host", "a"), "", TIMEOUT);
        assertThat(encoded(request, "127.0.0.1"))
                .isEqualTo("POST / HTTP/1.1\r\nContent-Length: 0\r\nhost: a\r\n\r\n");
    }

    @Test
    void an_ipv6_address_is_in_brackets() throws Exception {
        assertThat(encoded(Request.get("/", TIMEOUT), "::1")).contains("Host: [::1]:81\r\n");
    }

    @Test
    void a_host_is_named_as_in_the_url() throws Exception {
        var address = InetAddress.getByAddress("my_service", new byte[] {127, 0, 0, 1});
        var bytes =
                RequestBytes.of(
                                Request.get("/", TIMEOUT),
                                new InetSocketAddress(address, 81),
                                false,
                                true,
                                _ -> Optional.empty())
                        .bytes();
        assertThat(new String(bytes, UTF_8)).contains("\r\nHost: my_service:81\r\n");
    }

    /// The port of a URL that names none: 80, and 443 over TLS.
    @ParameterizedTest
    @CsvSource({
        "a, 80, false, a",
        "a, 80, true, a:80",
        "a, 443, false, a:443",
        "a, 443, true, a",
        "::1, 80, false, [::1]",
        "::1, 443, true, [::1]"
    })
    void the_host_has_no_port_where_the_scheme_implies_it(
            String host, int port, boolean secured, String expected) throws Exception {
        var address = InetAddress.getByAddress(host, InetAddress.ofLiteral("::1").getAddress());
        var bytes =
                RequestBytes.of(
                                Request.get("/", TIMEOUT),
                                new InetSocketAddress(address, port),
                                secured,
                                true,
                                _ -> Optional.empty())
                        .bytes();
        assertThat(new String(bytes, UTF_8)).contains("\r\nHost: " + expected + "\r\n");
    }

    @Test
    void without_keep_alive_the_request_has_connection_close_whatever_is_given() throws Exception {
        var request = new Request("GET", "/", Map.of("connection", "keep-alive"), "", TIMEOUT);
        assertThat(
                        new String(
                                RequestBytes.of(
                                                request,
                                                target("127.0.0.1"),
                                                false,
                                                false,
                                                _ -> Optional.empty())
                                        .bytes(),
                                UTF_8))
                .isEqualTo("GET / HTTP/1.1\r\nconnection: close\r\nHost: 127.0.0.1:81\r\n\r\n");
    }

    @Test
    void a_value_that_never_changes_is_a_part_of_the_fixed_bytes() throws Exception {
        var request = new Request("POST", "/?${t}", Map.of("X", "a${t}"), "${t}b", TIMEOUT);
        assertThat(
                        encoded(
                                request,
                                "127.0.0.1",
                                value -> Optional.of((value.where() + "%2F").getBytes(UTF_8))))
                .isEqualTo(
                        "POST /?PATH%2F HTTP/1.1\r\nContent-Length: 8\r\nHost: 127.0.0.1:81\r\nX: aHEADER%2F\r\n\r\nBODY%2Fb");
    }

    @Test
    void an_escaped_dollar_is_sent_as_one() throws Exception {
        var request = new Request("POST", "/$$", Map.of("X", "$$5"), "$${", TIMEOUT);
        assertThat(encoded(request, "127.0.0.1"))
                .isEqualTo(
                        "POST /$ HTTP/1.1\r\nContent-Length: 2\r\nHost: 127.0.0.1:81\r\nX: $5\r\n\r\n${");
    }

    @Test
    void a_length_that_contradicts_the_body_cannot_be_given() {
        var headers = Map.of("content-length", "7");
        assertThatThrownBy(() -> new Request("GET", "/", headers, "", TIMEOUT))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("content-length cannot be set: it is computed from the body");
    }

    @Test
    void a_line_request_is_its_text_and_a_line_feed() throws Exception {
        assertThat(encoded(Request.line("costs $$5, é", TIMEOUT), "127.0.0.1"))
                .isEqualTo("costs $5, é\n");
    }

    private static String encoded(Request request, String address) throws Exception {
        return encoded(request, address, _ -> Optional.empty());
    }

    private static String encoded(
            Request request,
            String address,
            Function<RequestBytes.Value, Optional<byte[]>> constants)
            throws Exception {
        return new String(
                RequestBytes.of(request, target(address), false, true, constants).bytes(), UTF_8);
    }

    private static InetSocketAddress target(String address) throws Exception {
        return new InetSocketAddress(InetAddress.getByName(address), 81);
    }
}
