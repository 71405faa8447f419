package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.loombench.http2.FrameBytes;
import dev.loombench.load.grpc.GreeterProto;
import dev.loombench.load.tls.TlsIdentity;
import dev.loombench.load.tls.TlsServer;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.GrpcPolicy;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.TlsPolicy;
import dev.loombench.traffic.Traffic;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The percentiles of a server that stops for 200 ms every 5 s, over sockets.
///
/// Under 1,000 evenly spaced requests/s, one that is due u ms into a stop waits for 200 - u ms, so
/// that `P(wait > w) = (200 - w) / 5000`: the p99 is 150 ms, and the p99.9 is 195 ms, and up to as
/// much more as the server needs to respond to those that have waited, which it measures, and as
/// its 200 threads take the processors from the generator. In virtual time the same is exact, in
/// `OpenLoadTest`, `Http2VirtualLoadTest` and `GrpcVirtualLoadTest`.
@Tag("alone")
@Tag("nightly")
class StallTruthIT extends LoadFixture {
    private static final long CYCLE_NANOS = 5_000 * MILLI;
    private static final long STOP_NANOS = 200 * MILLI;

    /// Whole cycles, so that it does not matter when it begins.
    private static final Duration WINDOW = Duration.ofNanos(4 * CYCLE_NANOS);

    private static final double OF_THREADS_MILLIS = 20;
    private static final int WARM_UP_RESPONSES = 3_000;
    private static final int MOST_AT_A_TIME = 300;
    private static final int STREAMS = 100;
    private static final int DATA = 0;
    private static final TlsIdentity SERVER = TlsIdentity.selfSigned("localhost");

    @TempDir private Path folder;

    private final long started = System.nanoTime();

    /// Responses leave in the order of their requests.
    private final ReentrantLock turn = new ReentrantLock(true);

    /// What responds to a request.
    @FunctionalInterface
    private interface Response {
        void send() throws IOException;
    }

    StallTruthIT() {
        super(TransportChoice.AUTO);
    }

    /// The end of the last stop, and the longest time from one to the last response to a request
    /// that had come before it; both with the turn.
    private long stopEnd = started;

    private long longestBacklog;

    private void respond(Response response) throws IOException, InterruptedException {
        long came = System.nanoTime();
        turn.lock();
        try {
            long left = STOP_NANOS - (System.nanoTime() - started) % CYCLE_NANOS;
            if (left > 0) {
                stopEnd = System.nanoTime() + left;
                Thread.sleep(Duration.ofNanos(left));
            }
            response.send();
            if (came - stopEnd < 0) {
                longestBacklog = Math.max(longestBacklog, System.nanoTime() - stopEnd);
            }
        } finally {
            turn.unlock();
        }
    }

    private void assertTruth(InetSocketAddress target, Request request, ConnectionPolicy policy)
            throws Exception {
        var traffic = new Traffic(List.of(request), Map.of(), policy);
        try (var run = start(target, constant(1_000, MOST_AT_A_TIME), traffic, 1, settings)) {
            awaitResponses(run, WARM_UP_RESPONSES);
            run.openWindow();
            while (!run.windowOver(WINDOW)) {
                Thread.sleep(10);
            }
            var result = run.closeWindow();
            assertThat(result.counts().errors()).isEmpty();
            var times = result.responseTime();
            assertThat((double) times.getTotalCount()).isCloseTo(20_000, withPercentage(1));
            turn.lock();
            try {
                assertThat(longestBacklog).isLessThan(STOP_NANOS / 2);
                assertTime(times.getValueAtPercentile(99) / 1e6, 150);
                assertTime(times.getValueAtPercentile(99.9) / 1e6, 195);
            } finally {
                turn.unlock();
            }
        }
    }

    private void assertTime(double millis, double exact) {
        double latest = exact + longestBacklog / 1e6 + OF_THREADS_MILLIS;
        assertThat(millis).isBetween(0.97 * exact, latest);
    }

    private static ConnectionPolicy policy(boolean secured, Optional<Http2Policy> http2) {
        var tls =
                secured ? Optional.of(TlsPolicy.DEFAULT.unverified()) : Optional.<TlsPolicy>empty();
        return ConnectionPolicy.DEFAULT.withTls(tls).withHttp2(http2);
    }

    /// The server's end of a connection, which agrees on HTTP/2.
    private static Socket secured(Socket accepted) throws IOException {
        var secured = TlsServer.secure(accepted, SERVER.context(SERVER));
        var parameters = secured.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        secured.setSSLParameters(parameters);
        return secured;
    }

    @Test
    void stops_have_their_percentiles_over_tls() throws Exception {
        var context = SERVER.context(SERVER);
        try (var server =
                new TlsServer(socket -> {
                    try (var secured = TlsServer.secure(socket, context)) {
                        while (TlsServer.readRequest(secured)) {
                            respond(() -> TlsServer.write(secured, TlsServer.HELLO));
                        }
                    }
                })) {
            assertTruth(
                    server.address("localhost"),
                    Request.get("/", TIMEOUT),
                    policy(true, Optional.empty()));
        }
    }

    @Test
    void stops_have_their_percentiles_over_http2() throws Exception {
        try (var server = new Http2Responder(exchange -> respond(exchange::ok))) {
            assertTruth(
                    server.address(),
                    Request.get("/", TIMEOUT),
                    policy(false, Optional.of(new Http2Policy(STREAMS))));
        }
    }

    @Test
    void stops_have_their_percentiles_over_http2_and_tls() throws Exception {
        try (var server =
                new Http2Responder(StallTruthIT::secured, exchange -> respond(exchange::ok))) {
            assertTruth(
                    server.address(),
                    Request.get("/", TIMEOUT),
                    policy(true, Optional.of(new Http2Policy(STREAMS))));
        }
    }

    @Test
    void stops_have_their_percentiles_over_grpc() throws Exception {
        var protoset =
                GreeterProto.write(
                        folder.resolve("greeter.protoset"),
                        GreeterProto.names(),
                        GreeterProto.greeter());
        var calls = new Http2Policy(STREAMS, Optional.of(new GrpcPolicy(Optional.of(protoset))));
        var call = new Request("POST", "/test.Greeter/Greet", Map.of(), "{}", TIMEOUT);
        try (var server =
                new Http2Responder(
                        exchange -> respond(() -> exchange.write(reply(exchange.stream()))))) {
            assertTruth(server.address(), call, policy(false, Optional.of(calls)));
        }
    }

    /// An empty message.
    private static FrameBytes reply(int stream) {
        return new FrameBytes()
                .headers(stream, false, ":status: 200")
                .frame(DATA, 0, stream, 0, 0, 0, 0, 0)
                .headers(stream, true, "grpc-status: 0");
    }
}
