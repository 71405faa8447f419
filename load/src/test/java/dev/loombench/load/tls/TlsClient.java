package dev.loombench.load.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.transport.Route;
import dev.loombench.load.transport.Transport;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.load.transport.Transports;
import dev.loombench.traffic.TlsPolicy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/// A connection over TLS that sends a request as soon as it is open, and the log of its events.
final class TlsClient implements Transport.Events, AutoCloseable {
    /// Long enough for any machine: a fault that is not noticed is a hang.
    private static final long LIMIT_NANOS = 30_000_000_000L;

    private static final long WAIT_NANOS = 50_000_000;

    static final EncodedRequest GET =
            EncodedRequest.of("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(US_ASCII));

    final Transport transport;
    final List<String> events = new ArrayList<>();
    final List<String> alerts = new ArrayList<>();
    final List<String> faults = new ArrayList<>();
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private EncodedRequest request = GET;
    private Runnable onReceived = () -> {};

    TlsClient(
            TransportChoice transport,
            TlsChoice library,
            InetSocketAddress target,
            TlsPolicy policy)
            throws IOException {
        this(transport, library, target, policy, 1, UnaryOperator.identity());
    }

    /// @param connections of the load, of which one is opened
    /// @param around puts another transport between TLS and the sockets
    TlsClient(
            TransportChoice transport,
            TlsChoice library,
            InetSocketAddress target,
            TlsPolicy policy,
            int connections,
            UnaryOperator<Transport> around)
            throws IOException {
        var setup = TlsSetup.of(target, policy, List.of("http/1.1"), library);
        var plain =
                Transports.open(transport, new Route(target, List.of()), List.of(1), false).all();
        this.transport =
                setup.over(List.of(around.apply(plain.getFirst())), List.of(connections))
                        .getFirst();
    }

    void sends(EncodedRequest other) {
        request = other;
    }

    /// What to do after each piece of plain bytes.
    void onReceived(Runnable action) {
        onReceived = action;
    }

    void awaitThat(BooleanSupplier reached) throws IOException {
        long end = System.nanoTime() + LIMIT_NANOS;
        while (!reached.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("nothing happens after " + events);
            }
            transport.await(System.nanoTime() + WAIT_NANOS, this);
        }
    }

    /// Opens the connection and waits for its end.
    ///
    /// @return `ended`, or the name of the failure
    String outcome() throws IOException {
        transport.connect(0);
        awaitThat(() -> !events.isEmpty() && !events.getLast().equals("opened"));
        return events.getLast();
    }

    String text() {
        return bytes.toString(US_ASCII);
    }

    @Override
    public void opened(int id) {
        events.add("opened");
        transport.send(id, request);
    }

    @Override
    public void received(int id, ByteBuffer piece) {
        while (piece.hasRemaining()) {
            bytes.write(piece.get());
        }
        onReceived.run();
    }

    @Override
    public void ended(int id) {
        events.add("ended");
    }

    @Override
    public void broken(int id, ErrorKind error) {
        events.add(error.name());
    }

    @Override
    public void alert(String name) {
        alerts.add(name);
    }

    @Override
    public void fault(ErrorKind kind, String found) {
        faults.add(found);
    }

    @Override
    public void close() {
        transport.close();
    }
}
