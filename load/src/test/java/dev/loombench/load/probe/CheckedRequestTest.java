package dev.loombench.load.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.load.Responder;
import dev.loombench.load.probe.CheckedRequest.Response;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CheckedRequestTest {

    /// The response that is read from a server which sends these characters, a byte each.
    private static Response read(String sent) throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var responder =
                    Thread.ofVirtual()
                            .start(() -> {
                                try (var socket = server.accept()) {
                                    var in = socket.getInputStream();
                                    for (int end = 0; end < 4; ) {
                                        int b = in.read();
                                        end = b == "\r\n\r\n".charAt(end) ? end + 1 : 0;
                                    }
                                    socket.getOutputStream()
                                            .write(sent.getBytes(StandardCharsets.ISO_8859_1));
                                } catch (IOException e) {
                                    throw new IllegalStateException(e);
                                }
                            });
            var target =
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
            var traffic = Traffic.of(Request.get("/a", Duration.ofSeconds(20)));
            try {
                return CheckedRequest.send(target, traffic, 1);
            } finally {
                responder.join();
            }
        }
    }

    /// A response that is neither encoded nor a redirect.
    private static Response plain(int status, String contentType, String body, long length) {
        return new Response(status, contentType, "", "", body, length);
    }

    @Test
    void a_body_ends_by_its_length() throws Exception {
        assertThat(
                        read(
                                "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\nabcd"))
                .isEqualTo(plain(200, "text/plain", "abc", 3));
    }

    @Test
    void the_encoding_and_the_target_of_a_redirect_are_known() throws Exception {
        assertThat(
                        read(
                                "HTTP/1.1 302 Found\r\nContent-Encoding: gzip\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n"))
                .isEqualTo(new Response(302, "", "gzip", "/b", "", 0));
    }

    @Test
    void chunks_are_joined() throws Exception {
        var chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        assertThat(read(chunked + "3;x=y\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"))
                .isEqualTo(plain(200, "", "abcde", 5));
    }

    @Test
    void a_body_may_end_with_the_connection() throws Exception {
        assertThat(read("HTTP/1.0 404 Not Found\r\n\r\nnone")).isEqualTo(plain(404, "", "none", 4));
    }

    @Test
    void interim_responses_are_skipped_and_some_statuses_have_no_body() throws Exception {
        assertThat(read("HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 204 None\r\n\r\n"))
                .isEqualTo(plain(204, "", "", 0));
    }

    /// The server keeps the connection open: a wait for another response would end in a time-out.
    @Test
    void a_switch_to_another_protocol_is_a_response_at_once() throws Exception {
        try (var server =
                Responder.always("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\nxx")) {
            var traffic = Traffic.of(Request.get("/a", Duration.ofSeconds(20)));
            assertThat(CheckedRequest.send(server.address(), traffic, 1))
                    .isEqualTo(plain(101, "", "", 0));
        }
    }

    @Test
    void the_text_is_utf_8() throws Exception {
        var response = read("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n\u00c3\u00bc!");
        assertThat(response.text(0, 100)).isEqualTo("\u00fc!");
    }

    @Test
    void lengths_with_a_sign_are_malformed() {
        var chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        for (var size : new String[] {"-5", "+5", "-0"}) {
            assertThatThrownBy(() -> read(chunked + size + "\r\nabcde\r\n0\r\n\r\n"))
                    .as(size)
                    .hasMessage("a malformed chunk");
            assertThatThrownBy(() ->
                            read(
                                    "HTTP/1.1 200 OK\r\nContent-Length: %s\r\n\r\nabcde"
                                            .formatted(size)))
                    .as(size)
                    .hasMessage("a Content-Length that is not one number");
        }
    }

    /// A load counts these as malformed; parsers would disagree about their end.
    @Test
    void a_response_that_a_load_refuses_is_refused() {
        var ok = "HTTP/1.1 200 OK\r\n";
        var two = "Content-Length: 3\r\nContent-Length: 5\r\n\r\nabcde";
        var both = "Content-Length: 8\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
        assertThatThrownBy(() -> read(ok + two))
                .hasMessage("two different values of Content-Length");
        assertThatThrownBy(() -> read(ok + both))
                .hasMessage("both Content-Length and Transfer-Encoding");
        assertThatThrownBy(
                        () -> read(ok + "Transfer-Encoding: chunked\r\n\r\n2 \r\nab\r\n0\r\n\r\n"))
                .hasMessage("a malformed chunk");
    }

    @Test
    void a_body_that_never_ends_is_an_error_after_the_timeout() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var sender = Thread.ofVirtual().start(() -> sendForever(server));
            var target =
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
            var traffic = Traffic.of(Request.get("/a", Duration.ofMillis(300)));
            assertThatThrownBy(() -> CheckedRequest.send(target, traffic, 1))
                    .hasMessage("the response did not end within the timeout");
            sender.join();
        }
    }

    @Test
    void a_server_that_does_not_read_is_an_error_after_the_timeout() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var target =
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
            var body = "x".repeat(1 << 24); // more than the buffers of both sockets
            var request = new Request("POST", "/a", Map.of(), body, Duration.ofMillis(300));
            assertThatThrownBy(() -> CheckedRequest.send(target, Traffic.of(request), 1))
                    .hasMessage("the response did not end within the timeout");
        }
    }

    private static void sendForever(ServerSocket server) {
        try (var socket = server.accept()) {
            var out = socket.getOutputStream();
            out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            while (true) {
                out.write('x');
                Thread.sleep(1);
            }
        } catch (IOException | InterruptedException _) {
            // The client has disconnected.
        }
    }

    @Test
    void what_is_not_http_is_an_error() {
        assertThatThrownBy(() -> read("SSH-2.0-x\r\n"))
                .isInstanceOf(IOException.class)
                .hasMessage("no status line of HTTP/1.1");
        assertThatThrownBy(() -> read("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"))
                .hasMessage("the connection ended within the body");
        assertThatThrownBy(() -> read("HTTP/1.1 200 OK\r\nno colon\r\n\r\n"))
                .hasMessage("a header line without a colon after its name");
    }
}
