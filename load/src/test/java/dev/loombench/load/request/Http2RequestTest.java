package dev.loombench.load.request;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.http2.hpack.HpackBuffers;
import dev.loombench.http2.hpack.HpackDecoder;
import dev.loombench.http2.hpack.HpackFault;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.GrpcPolicy;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.TlsPolicy;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Requests of HTTP/2 as a server reads them: the fields of the header block, and the content.
class Http2RequestTest {
    private static final InetSocketAddress TARGET =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 8080);
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final int LONGEST = 64 * 1024;

    private static Traffic traffic(
            Request request, Map<String, ValueSource> values, Http2Policy policy) {
        return new Traffic(
                List.of(request), values, ConnectionPolicy.DEFAULT.withHttp2(Optional.of(policy)));
    }

    private static EncodedRequests requests(Traffic traffic) {
        return new RequestMix(traffic, TARGET, 1).forWorker(0, 1, 1, 1);
    }

    private static EncodedRequests requests(Traffic traffic, int port) {
        var target = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        return new RequestMix(traffic, target, 1).forWorker(0, 1, 1, 1);
    }

    /// The next request as text: a line per field, and then the content.
    private static List<String> next(EncodedRequests requests) throws HpackFault {
        var encoded = requests.prepare(requests.kind(0), 0);
        var bytes = new byte[encoded.length()];
        encoded.from(0).get(bytes);
        var lines = new ArrayList<String>();
        boolean whole =
                new HpackDecoder(0, new HpackBuffers(LONGEST))
                        .decode(
                                bytes,
                                0,
                                encoded.headLength(),
                                LONGEST,
                                (name, nameFrom, nameLength, value, valueFrom, valueLength) ->
                                        lines.add(
                                                new String(name, nameFrom, nameLength, UTF_8)
                                                        + ": "
                                                        + new String(
                                                                value,
                                                                valueFrom,
                                                                valueLength,
                                                                UTF_8)));
        assertThat(whole).isTrue();
        int head = encoded.headLength();
        lines.add(new String(bytes, head, bytes.length - head, UTF_8));
        return lines;
    }

    @Test
    void a_get_request_has_the_pseudo_fields() throws HpackFault {
        var requests =
                requests(traffic(Request.get("/a?b=c", TIMEOUT), Map.of(), Http2Policy.DEFAULT));
        assertThat(next(requests))
                .containsExactly(
                        ":method: GET",
                        ":scheme: http",
                        ":authority: localhost:8080",
                        ":path: /a?b=c",
                        "");
    }

    @Test
    void the_scheme_is_https_over_tls() throws HpackFault {
        var plain = traffic(Request.get("/", TIMEOUT), Map.of(), Http2Policy.DEFAULT);
        assertThat(next(requests(plain.withTls(Optional.of(TlsPolicy.DEFAULT)))))
                .contains(":scheme: https");
    }

    @Test
    void the_authority_has_no_port_where_the_scheme_implies_it() throws HpackFault {
        var plain = traffic(Request.get("/", TIMEOUT), Map.of(), Http2Policy.DEFAULT);
        var secured = plain.withTls(Optional.of(TlsPolicy.DEFAULT));
        assertThat(next(requests(plain, 80))).contains(":authority: localhost");
        assertThat(next(requests(plain, 443))).contains(":authority: localhost:443");
        assertThat(next(requests(secured, 443))).contains(":authority: localhost");
        assertThat(next(requests(secured, 80))).contains(":authority: localhost:80");
    }

    /// Names are in lower case; fields of a connection are not sent, and `Host` is the authority.
    @Test
    void fields_are_those_of_http2() throws HpackFault {
        var headers =
                Map.of(
                        "Host", "example.com",
                        "Accept", "text/plain",
                        "Connection", "keep-alive",
                        "Upgrade", "h2c",
                        "X-Id", "7");
        var request = new Request("GET", "/", headers, "", TIMEOUT);
        assertThat(next(requests(traffic(request, Map.of(), Http2Policy.DEFAULT))))
                .containsExactly(
                        ":method: GET",
                        ":scheme: http",
                        ":authority: example.com",
                        ":path: /",
                        "accept: text/plain",
                        "x-id: 7",
                        "");
    }

    /// Another value makes a request malformed.
    @ParameterizedTest
    @CsvSource({"trailers, true", "Trailers, true", "gzip, false", "'trailers, gzip', false"})
    void the_field_te_names_trailers_only(String value, boolean isSent) throws HpackFault {
        var request = new Request("GET", "/", Map.of("TE", value), "", TIMEOUT);
        assertThat(next(requests(traffic(request, Map.of(), Http2Policy.DEFAULT))))
                .filteredOn(field -> field.startsWith("te: "))
                .hasSize(isSent ? 1 : 0);
    }

    @Test
    void a_body_has_its_length() throws HpackFault {
        var request = new Request("POST", "/", Map.of(), "h\u00e9", TIMEOUT);
        assertThat(next(requests(traffic(request, Map.of(), Http2Policy.DEFAULT))))
                .endsWith("content-length: 3", "h\u00e9");
        var empty = new Request("POST", "/", Map.of(), "", TIMEOUT);
        assertThat(next(requests(traffic(empty, Map.of(), Http2Policy.DEFAULT))))
                .endsWith("content-length: 0", "");
    }

    /// From 8 on: numbers of one and two digits, in a path, a field and a body.
    @Test
    void values_are_new_in_each_request() throws HpackFault {
        var request =
                new Request(
                        "POST",
                        "/items/${id}/of",
                        Map.of("X-Id", "${id}-${id}"),
                        "number ${id}",
                        TIMEOUT);
        Map<String, ValueSource> values = Map.of("id", new ValueSource.Counter(8));
        var requests = requests(traffic(request, values, Http2Policy.DEFAULT));
        for (int id = 8; id < 13; id++) {
            int length = 7 + String.valueOf(id).length();
            assertThat(next(requests))
                    .containsExactly(
                            ":method: POST",
                            ":scheme: http",
                            ":authority: localhost:8080",
                            ":path: /items/" + id + "/of",
                            "x-id: " + id + "-" + id,
                            "content-length: " + length,
                            "number " + id);
        }
    }

    static List<Integer> lengths() {
        return List.of(100, 115, 116, 117, 243, 244, 245, 20_000);
    }

    /// The length of a string, here with eleven more bytes, needs another byte from 127 on, and
    /// another from 255 on.
    @ParameterizedTest
    @MethodSource("lengths")
    void long_values_have_their_length(int length) throws HpackFault {
        var request = new Request("GET", "/" + "p".repeat(length) + "${id}", Map.of(), "", TIMEOUT);
        Map<String, ValueSource> values = Map.of("id", new ValueSource.Counter(1_234_567_890));
        assertThat(next(requests(traffic(request, values, Http2Policy.DEFAULT))))
                .contains(":path: /" + "p".repeat(length) + "1234567890");
    }

    @Test
    void a_head_above_the_limit_is_refused() {
        var request = new Request("GET", "/", Map.of("X-Long", "v".repeat(50_000)), "", TIMEOUT);
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> requests(traffic(request, Map.of(), Http2Policy.DEFAULT)))
                .withMessageContaining("at most 49,152 are sent");
    }

    @Test
    void a_call_of_grpc_has_its_fields_and_its_message() throws HpackFault {
        var message = Base64.getEncoder().encodeToString("\0\0\0\0\2hi".getBytes(UTF_8));
        var request = new Request("POST", "/a.B/C", Map.of(), message, TIMEOUT);
        var policy = Http2Policy.DEFAULT.withGrpc(Optional.of(GrpcPolicy.BY_REFLECTION));
        assertThat(next(requests(traffic(request, Map.of(), policy))))
                .containsExactly(
                        ":method: POST",
                        ":scheme: http",
                        ":authority: localhost:8080",
                        ":path: /a.B/C",
                        "content-type: application/grpc",
                        "grpc-timeout: 2000m",
                        "te: trailers",
                        "\0\0\0\0\2hi");
    }

    /// As a client with another deadline than the timeout of the load sends it.
    @Test
    void a_deadline_that_is_given_is_kept() throws HpackFault {
        var message = Base64.getEncoder().encodeToString(new byte[5]);
        var headers = Map.of("Grpc-Timeout", "200m");
        var request = new Request("POST", "/a.B/C", headers, message, TIMEOUT);
        var policy = Http2Policy.DEFAULT.withGrpc(Optional.of(GrpcPolicy.BY_REFLECTION));
        assertThat(next(requests(traffic(request, Map.of(), policy))))
                .filteredOn(field -> field.startsWith("grpc-timeout"))
                .containsExactly("grpc-timeout: 200m");
    }

    /// The server would end it at its deadline.
    @Test
    void a_call_that_is_held_has_no_deadline() throws HpackFault {
        var message = Base64.getEncoder().encodeToString(new byte[5]);
        var request = new Request("POST", "/a.B/C", Map.of(), message, TIMEOUT);
        var policy = Http2Policy.DEFAULT.withGrpc(Optional.of(GrpcPolicy.BY_REFLECTION));
        var traffic = traffic(request, Map.of(), policy);
        var mix = new RequestMix(traffic, TARGET, 1, Map.of(), true, Set.of());
        var held = mix.forWorker(0, 1, 1, 1);
        assertThat(held.holdsCalls()).isTrue();
        assertThat(next(held)).contains("te: trailers").noneMatch(f -> f.startsWith("grpc-time"));
    }
}
