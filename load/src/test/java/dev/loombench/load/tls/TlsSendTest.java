package dev.loombench.load.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.tls.CuttingTransport.Cut;
import dev.loombench.load.tls.engine.TlsRecord;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.traffic.TlsPolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// How requests are sent and how records arrive, over every transport and library.
@ParameterizedClass
@MethodSource("dev.loombench.load.tls.TlsCombinations#all")
class TlsSendTest {
    private static final TlsIdentity AUTHORITY = TlsIdentity.authority("authority");
    private static final SSLContext CONTEXT = AUTHORITY.issue("localhost").context(AUTHORITY);

    private final TransportChoice transport;
    private final TlsChoice library;
    @TempDir private Path folder;

    /// A client over a transport between TLS and the sockets, and that transport.
    private record CutClient(TlsClient client, CuttingTransport cutting) implements AutoCloseable {
        @Override
        public void close() {
            client.close();
        }
    }

    TlsSendTest(TransportChoice transport, TlsChoice library) {
        this.transport = transport;
        this.library = library;
    }

    private TlsPolicy policy(TlsPolicy.Version version) {
        var file = AUTHORITY.certificateFile(folder, "authority.pem");
        return new TlsPolicy(
                true,
                Optional.of(file),
                Optional.empty(),
                Optional.empty(),
                Optional.of(version),
                true);
    }

    private TlsClient client(TlsServer server, TlsPolicy policy) throws Exception {
        return new TlsClient(transport, library, server.address("localhost"), policy);
    }

    private CutClient cutClient(TlsServer server, TlsPolicy policy, int alwaysFits)
            throws Exception {
        var between = new ArrayList<CuttingTransport>();
        var client =
                new TlsClient(
                        transport,
                        library,
                        server.address("localhost"),
                        policy,
                        1,
                        inner -> {
                            var cutting = new CuttingTransport(inner, alwaysFits);
                            between.add(cutting);
                            return cutting;
                        });
        return new CutClient(client, between.getFirst());
    }

    private static void awaitOpened(TlsClient client) throws Exception {
        client.transport.connect(0);
        client.awaitThat(() -> client.events.equals(List.of("opened")));
    }

    private static void awaitHello(TlsClient client) throws Exception {
        client.transport.connect(0);
        awaitHellos(client, 1);
    }

    private static void awaitHellos(TlsClient client, int count) throws Exception {
        client.awaitThat(() -> client.bytes.size() == count * TlsServer.HELLO.length());
    }

    private static byte[] get(String path) {
        return "GET /%s HTTP/1.1\r\nHost: a\r\n\r\n".formatted(path).getBytes(US_ASCII);
    }

    /// 40 records of 1 to 40 bytes, and the notice of the end: one at a time, several at once with
    /// a part of another one, and parts.
    @Test
    void a_response_is_the_same_however_its_records_are_cut() throws Exception {
        var pieces =
                IntStream.rangeClosed(1, 40)
                        .mapToObj(i -> String.valueOf((char) ('a' + i % 26)).repeat(i))
                        .toList();
        var cuts =
                Stream.concat(
                                IntStream.of(1, 4, 5, 6, 24, 25, 61, 200, 1000, 1 << 20)
                                        .mapToObj(CuttingTransport::every),
                                Stream.of(CuttingTransport.recordByRecord()))
                        .toList();
        try (var server =
                new TlsServer(socket -> {
                    try (var secured = TlsServer.secure(socket, CONTEXT)) {
                        TlsServer.readRequest(secured);
                        for (var piece : pieces) {
                            TlsServer.write(secured, piece);
                        }
                    }
                })) {
            for (var cut : cuts) {
                assertThat(cutResponse(server, cut)).isEqualTo(String.join("", pieces));
            }
        }
    }

    private String cutResponse(TlsServer server, Cut cut) throws Exception {
        try (var cutClient = cutClient(server, policy(TlsPolicy.Version.TLS_1_3), 0)) {
            var client = cutClient.client();
            awaitOpened(client);
            cutClient.cutting().hold(cut);
            client.awaitThat(() -> client.events.size() > 1);
            assertThat(client.events).containsExactly("opened", "ended");
            return client.text();
        }
    }

    @Test
    void a_small_request_is_not_tracked_where_that_costs_more() throws Exception {
        var two = EncodedRequest.of(get("x".repeat(TlsRecord.MAX_PLAIN)));
        try (var server = new TlsServer(TlsServer.hello(CONTEXT));
                var cutClient = cutClient(server, policy(TlsPolicy.Version.TLS_1_3), 4096)) {
            var client = cutClient.client();
            var cutting = cutClient.cutting();
            awaitHello(client);
            int before = cutting.tracked();
            assertThat(cutting.untracked()).isOne();

            client.transport.send(0, TlsClient.GET);
            awaitHellos(client, 2);
            assertThat(cutting.untracked()).isEqualTo(2);
            assertThat(cutting.tracked()).isEqualTo(before);

            client.transport.send(0, two);
            awaitHellos(client, 3);
            assertThat(cutting.untracked()).isEqualTo(2);
            assertThat(cutting.tracked()).isEqualTo(before + 2);

            client.transport.sendTracked(0, TlsClient.GET);
            awaitHellos(client, 4);
            assertThat(cutting.untracked()).isEqualTo(2);
            assertThat(cutting.tracked()).isEqualTo(before + 3);
        }
    }

    @Test
    void each_request_is_tracked_where_that_costs_nothing() throws Exception {
        try (var server = new TlsServer(TlsServer.hello(CONTEXT));
                var cutClient = cutClient(server, policy(TlsPolicy.Version.TLS_1_3), 0)) {
            awaitHello(cutClient.client());
            assertThat(cutClient.cutting().untracked()).isZero();
        }
    }

    /// Two responses arrive at once, before the server has read a request: the second request is
    /// not on its way yet when the response to it comes, and its bytes must stay until it is.
    @Test
    void requests_stay_whole_where_responses_precede_them() throws Exception {
        var texts = Stream.of("1st", "2nd", "3rd").map(TlsSendTest::get).toList();
        var requests = texts.stream().map(EncodedRequest::of).toList();
        var wanted =
                texts.stream().map(text -> new String(text, US_ASCII)).reduce("", String::concat);
        var holds = new CountDownLatch(1);
        BlockingQueue<String> read = new LinkedBlockingQueue<>();
        try (var server =
                        new TlsServer(socket -> {
                            try (var secured = TlsServer.secure(socket, CONTEXT)) {
                                secured.startHandshake();
                                holds.await();
                                TlsServer.write(secured, TlsServer.HELLO);
                                TlsServer.write(secured, TlsServer.HELLO);
                                var in = secured.getInputStream();
                                read.add(new String(in.readNBytes(wanted.length()), US_ASCII));
                            }
                        });
                var cutClient = cutClient(server, policy(TlsPolicy.Version.TLS_1_2), 4096)) {
            var client = cutClient.client();
            client.sends(requests.getFirst());
            awaitOpened(client);
            cutClient.cutting().hold(CuttingTransport.every(Integer.MAX_VALUE));
            holds.countDown();
            client.awaitThat(() -> cutClient.cutting().heldRecords() == 2);
            client.onReceived(() -> {
                int next = client.bytes.size() / TlsServer.HELLO.length();
                client.transport.send(0, requests.get(next));
            });
            cutClient.cutting().release();
            client.awaitThat(() -> !read.isEmpty());
            assertThat(read.take()).isEqualTo(wanted);
        }
    }

    /// 32 MB exceed the buffers of a socket, and the server reads no more than the head.
    @Test
    void a_response_before_the_end_of_its_request_finds_it_still_being_sent() throws Exception {
        var done = new CountDownLatch(1);
        var request = Arrays.copyOf(get("large"), 32 << 20);
        try (var server =
                        new TlsServer(socket -> {
                            try (var secured = TlsServer.secure(socket, CONTEXT)) {
                                TlsServer.readRequest(secured);
                                TlsServer.write(secured, TlsServer.HELLO);
                                done.await();
                            }
                        });
                var client = client(server, policy(TlsPolicy.Version.TLS_1_3))) {
            client.sends(EncodedRequest.of(request));
            awaitHello(client);
            assertThat(client.transport.isSending(0)).isTrue();
            client.transport.close(0);
            assertThat(client.transport.isSending(0)).isFalse();
            done.countDown();
        }
    }

    /// In TLS 1.2 the last bytes of the handshake are the server's, so that the request can be sent
    /// at once, and the connection is closed before it is on its way.
    @Test
    void a_connection_that_is_closed_at_once_has_sent_its_request_and_the_notice_of_the_end()
            throws Exception {
        BlockingQueue<String> read = new LinkedBlockingQueue<>();
        try (var server =
                        new TlsServer(socket -> {
                            try (var secured = TlsServer.secure(socket, CONTEXT)) {
                                read.add(TlsServer.readRequest(secured) ? "request" : "none");
                                read.add(secured.getInputStream().read() < 0 ? "end" : "more");
                            }
                        });
                var client = client(server, policy(TlsPolicy.Version.TLS_1_2))) {
            awaitOpened(client);
            client.transport.close(0);
            client.awaitThat(() -> read.size() == 2);
            assertThat(read).containsExactly("request", "end");
        }
    }

    /// The server has new keys before each response, and requests new ones of the client.
    @Test
    void updates_of_keys_are_followed_and_answered() throws Exception {
        try (var server =
                        new TlsServer(socket -> {
                            try (var secured = TlsServer.secure(socket, CONTEXT)) {
                                while (TlsServer.readRequest(secured)) {
                                    secured.startHandshake(); // again: an update of keys in TLS 1.3
                                    TlsServer.write(secured, TlsServer.HELLO);
                                }
                            }
                        });
                var client = client(server, policy(TlsPolicy.Version.TLS_1_3))) {
            awaitHello(client);
            for (int count = 2; count <= 4; count++) {
                client.transport.send(0, TlsClient.GET);
                awaitHellos(client, count);
            }
        }
    }

    /// With so many, OpenSSL has memory for records only while it handles them.
    @Test
    void a_request_is_answered_on_one_of_many_connections() throws Exception {
        try (var server = new TlsServer(TlsServer.hello(CONTEXT));
                var client =
                        new TlsClient(
                                transport,
                                library,
                                server.address("localhost"),
                                policy(TlsPolicy.Version.TLS_1_3),
                                10_000,
                                UnaryOperator.identity())) {
            awaitHello(client);
            client.transport.send(0, TlsClient.GET);
            awaitHellos(client, 2);
        }
    }
}
