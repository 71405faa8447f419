package dev.loombench.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveReportServerTest {
    private final ServerSentEvents feed = new ServerSentEvents();
    private final AtomicInteger stops = new AtomicInteger();
    private final HttpClient client = HttpClient.newHttpClient();
    private LiveReportServer live;

    @BeforeEach
    void serve() throws IOException {
        live = LiveReportServer.serve(() -> "<p>the page", feed, stops::incrementAndGet);
    }

    @AfterEach
    void close() {
        live.close();
        client.close();
    }

    private HttpResponse<String> send(String address, String method, String... headers)
            throws Exception {
        var request =
                HttpRequest.newBuilder(URI.create(address))
                        .method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    /// The status of a request written by hand, because the client does not allow a `Host` header.
    private String status(String head) throws IOException {
        var uri = URI.create(live.address());
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), uri.getPort())) {
            socket.getOutputStream()
                    .write(
                            (head + "\r\nConnection: close\r\n\r\n")
                                    .getBytes(StandardCharsets.UTF_8));
            var in =
                    new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            return in.readLine().substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length());
        }
    }

    @Test
    void a_client_with_the_address_reads_the_page_and_stops_the_run() throws Exception {
        assertThat(send(live.address(), "GET").body()).isEqualTo("<p>the page");
        assertThat(send(live.address() + "stop", "POST").statusCode()).isEqualTo(202);
        assertThat(stops).hasValue(1);
    }

    @Test
    void it_listens_on_loopback_only() {
        assertThat(URI.create(live.address()).getHost()).isEqualTo("127.0.0.1");
    }

    @Test
    void each_run_has_another_address() throws Exception {
        try (var other = LiveReportServer.serve(() -> "", feed, () -> {})) {
            var token = URI.create(live.address()).getPath();
            assertThat(token).hasSizeGreaterThanOrEqualTo(22); // 128 bits in base64
            assertThat(URI.create(other.address()).getPath()).isNotEqualTo(token);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/stop", "/events", "/wrong/", "/wrong/stop", "/wrong/events"})
    void a_client_without_the_address_neither_reads_nor_stops(String path) throws Exception {
        var address = URI.create(live.address()).resolve(path).toString();
        for (var method : new String[] {"GET", "POST"}) {
            var response = send(address, method);
            assertThat(response.statusCode()).isEqualTo(404);
            assertThat(response.body()).isEmpty();
        }
        assertThat(stops).hasValue(0);
    }

    @Test
    void a_page_of_another_origin_neither_reads_nor_stops() throws Exception {
        for (var origin : new String[] {"http://evil.example", "null", "http://localhost:1"}) {
            assertThat(send(live.address() + "stop", "POST", "Origin", origin).statusCode())
                    .isEqualTo(403);
            var read = send(live.address(), "GET", "Origin", origin);
            assertThat(read.statusCode()).isEqualTo(403);
            assertThat(read.body()).isEmpty();
        }
        assertThat(stops).hasValue(0);
    }

    @Test
    void its_own_page_may_stop_it() throws Exception {
        var own = live.address().substring(0, live.address().indexOf('/', "http://".length()));
        assertThat(send(live.address() + "stop", "POST", "Origin", own).statusCode())
                .isEqualTo(202);
    }

    @Test
    void another_host_name_is_refused() throws Exception {
        var uri = URI.create(live.address());
        var own = "127.0.0.1:" + uri.getPort();
        assertThat(status("GET %s HTTP/1.1\r\nHost: %s".formatted(uri.getPath(), own)))
                .isEqualTo("200");
        for (var host :
                new String[] {"evil.example", "evil.example:" + uri.getPort(), "127.0.0.1"}) {
            assertThat(status("GET %s HTTP/1.1\r\nHost: %s".formatted(uri.getPath(), host)))
                    .isEqualTo("403");
            assertThat(
                            status(
                                    "POST %sstop HTTP/1.1\r\nHost: %s\r\nContent-Length: 0"
                                            .formatted(uri.getPath(), host)))
                    .isEqualTo("403");
        }
        assertThat(stops).hasValue(0);
    }

    @Test
    void the_page_is_not_shared_across_origins_cached_or_framed() throws Exception {
        var headers = send(live.address(), "GET").headers();
        assertThat(headers.firstValue("Access-Control-Allow-Origin")).isEmpty();
        assertThat(headers.firstValue("Cache-Control")).hasValue("no-store");
        assertThat(headers.firstValue("X-Frame-Options")).hasValue("DENY");
        assertThat(headers.firstValue("Referrer-Policy")).hasValue("no-referrer");
        assertThat(headers.firstValue("Cross-Origin-Resource-Policy")).hasValue("same-origin");
    }

    @Test
    void a_get_of_the_stop_address_stops_nothing() throws Exception {
        assertThat(send(live.address() + "stop", "GET").statusCode()).isEqualTo(405);
        assertThat(stops).hasValue(0);
    }

    @Test
    void a_page_receives_events_until_the_end() throws Exception {
        feed.status("warming up\nfor 1 s");
        var request = HttpRequest.newBuilder(URI.create(live.address() + "events")).build();
        var lines = client.send(request, BodyHandlers.ofLines()).body().iterator();
        assertThat(lines.next()).isEqualTo(": the run");
        assertThat(lines.next()).isEmpty();
        assertThat(lines.next()).isEqualTo("event: status");
        assertThat(lines.next()).isEqualTo("data: \"warming up\\nfor 1 s\"");
        assertThat(lines.next()).isEmpty();
        feed.sample(new ServerSentEvents.Sample(3, "virtual", "measuring", 950.5));
        assertThat(lines.next()).isEqualTo("event: sample");
        assertThat(lines.next())
                .startsWith("data: {")
                .contains("\"trial\":3", "\"variant\":\"virtual\"", "\"perSecond\":950.5");
        assertThat(lines.next()).isEmpty();
        feed.page("<p>new");
        assertThat(lines.next()).isEqualTo("event: page");
        assertThat(lines.next()).isEqualTo("data: \"<p>new\"");
        assertThat(lines.next()).isEmpty();
        feed.ended("done");
        assertThat(lines.next()).isEqualTo("event: ended");
        assertThat(lines.next()).isEqualTo("data: \"done\"");
        assertThat(lines.next()).isEmpty();
        assertThat(lines.hasNext()).as("then it is disconnected").isFalse();
    }
}
