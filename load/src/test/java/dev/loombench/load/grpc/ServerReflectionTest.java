package dev.loombench.load.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.http2.FrameBytes;
import dev.loombench.load.Responder;
import dev.loombench.load.request.ContentKind;
import dev.loombench.load.request.EncodedRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ServerReflectionTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @Test
    void a_response_without_end_is_refused_by_its_length() throws Exception {
        assertRefused(16_000, 0, LONG, "a response of more than 16 MiB");
    }

    @Test
    void a_response_without_end_is_refused_by_its_time() throws Exception {
        assertRefused(1, 20, Duration.ofMillis(300), "the response did not end within the timeout");
    }

    /// A read of it would block for ever, as would a write to a server that reads nothing.
    @Test
    void a_handshake_without_end_is_given_up() throws Exception {
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var connector =
                    new ServerReflection.Connector() {
                        @Override
                        public Socket connect() throws IOException {
                            return new Socket(silent.getInetAddress(), silent.getLocalPort());
                        }

                        @Override
                        public Socket secured(Socket connected) throws IOException {
                            assertThat(connected.getInputStream().read()).isNegative();
                            return connected;
                        }
                    };
            var reflection =
                    new ServerReflection(
                            connector,
                            ServerReflectionTest::call,
                            "localhost:1",
                            Duration.ofMillis(20),
                            UnaryOperator.identity());
            assertThatThrownBy(() -> reflection.ofSymbol("test.Greeter"))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageStartingWith("no connection to localhost:1")
                    .hasMessageContaining("did not end within the timeout");
        }
    }

    @Test
    void a_closed_port_is_named_and_not_the_reflection() throws Exception {
        var closed = Responder.unusedAddress();
        var reflection =
                new ServerReflection(
                        () -> new Socket(closed.getAddress(), closed.getPort()),
                        ServerReflectionTest::call,
                        "localhost:1",
                        LONG,
                        UnaryOperator.identity());
        assertThatThrownBy(() -> reflection.ofSymbol("test.Greeter"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageStartingWith("no server listens at localhost:1 (");
    }

    /// A response whose content never ends, in frames of a length, with a pause after each.
    private static void assertRefused(
            int frameBytes, int pauseMillis, Duration timeout, String expected) throws Exception {
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var server =
                    threads.submit(() -> {
                        try (var socket = listener.accept()) {
                            respond(socket, frameBytes, pauseMillis);
                        }
                        return null;
                    });
            var reflection =
                    new ServerReflection(
                            () -> new Socket(listener.getInetAddress(), listener.getLocalPort()),
                            ServerReflectionTest::call,
                            "localhost",
                            timeout,
                            UnaryOperator.identity());
            assertThatThrownBy(() -> reflection.ofSymbol("test.Greeter"))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining(expected);
            // The client has closed the connection, which ends the response.
            assertThatThrownBy(server::get).hasCauseInstanceOf(IOException.class);
        }
    }

    private static EncodedRequest call(String path, byte[] content) {
        var head = FrameBytes.block(":method: POST", ":scheme: http", ":path: " + path);
        var bytes = new FrameBytes().raw(head).raw(content).bytes();
        return EncodedRequest.of(bytes, head.length, ContentKind.ANY);
    }

    private static void respond(Socket socket, int frameBytes, int pauseMillis) throws Exception {
        var out = socket.getOutputStream();
        var preface = new byte["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".length()];
        socket.getInputStream().readNBytes(preface, 0, preface.length);
        out.write(FrameBytes.begin().bytes());
        socket.getInputStream().readNBytes(60); // its settings and the start of the request
        out.write(new FrameBytes().headers(1, false, ":status: 200").bytes());
        var data = new FrameBytes().data(1, false, frameBytes).bytes();
        while (!Thread.currentThread().isInterrupted()) {
            out.write(data);
            Thread.sleep(pauseMillis);
        }
    }
}
