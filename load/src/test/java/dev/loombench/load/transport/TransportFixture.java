package dev.loombench.load.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.result.ErrorKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// A transport, a listener for its connections, and a log of its events.
abstract class TransportFixture {
    static final long MILLI = 1_000_000;
    static final byte[] PING = "ping".getBytes(US_ASCII);
    static final EncodedRequest PING_MESSAGE = EncodedRequest.of(PING);
    final TransportChoice choice;
    final EventLog log = new EventLog();
    ServerSocket listener;

    /// The reported events as text, and the received bytes.
    static final class EventLog implements Transport.Events {
        final List<String> events = new ArrayList<>();
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        /// What had come before a connection first ended or broke; null before.
        @Nullable String lastWords;

        @Override
        public void opened(int id) {
            events.add("opened " + id);
        }

        @Override
        public void received(int id, ByteBuffer piece) {
            while (piece.hasRemaining()) {
                bytes.write(piece.get());
            }
        }

        @Override
        public void sent(int id) {
            events.add("sent " + id);
        }

        @Override
        public void ended(int id) {
            lastWords = lastWords == null ? text() : lastWords;
            events.add("ended " + id);
        }

        @Override
        public void broken(int id, ErrorKind error) {
            lastWords = lastWords == null ? text() : lastWords;
            events.add("broken " + id + " " + error);
        }

        String text() {
            return bytes.toString(US_ASCII);
        }
    }

    TransportFixture(TransportChoice choice) {
        this.choice = choice;
    }

    @BeforeEach
    void listen() throws IOException {
        listener = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void stopListening() throws IOException {
        listener.close();
    }

    Transport open(int connections) throws IOException {
        return openTo(target(), connections);
    }

    InetSocketAddress target() {
        return new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
    }

    Transport openTo(InetSocketAddress target, int connections) throws IOException {
        return openBy(new Route(target, List.of()), connections);
    }

    Transport openBy(Route route, int connections) throws IOException {
        return Transports.open(choice, route, List.of(connections), false).all().getFirst();
    }

    /// The time this many ns from now.
    static long in(long nanos) {
        return System.nanoTime() + nanos;
    }

    void awaitThat(Transport transport, BooleanSupplier reached) throws IOException {
        while (!reached.getAsBoolean()) {
            transport.await(in(50 * MILLI), log);
        }
    }

    /// Opens connection 0 and returns the server's end of it.
    Socket connect(Transport transport) throws IOException {
        transport.connect(0);
        int before = log.events.size();
        awaitThat(transport, () -> log.events.size() > before);
        assertThat(log.events.getLast()).isEqualTo("opened 0");
        return listener.accept();
    }

    static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(US_ASCII));
    }

    static byte[] pattern(int count) {
        var bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = (byte) (i * 31 ^ i >> 8 ^ i >> 16);
        }
        return bytes;
    }
}
