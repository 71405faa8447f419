package dev.loombench.load.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.Responder;
import dev.loombench.load.request.EncodedRequest;
import dev.loombench.result.ErrorKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// The contract of every transport, tested with misbehaving sockets.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class TransportTest {
    private static final long MILLI = 1_000_000;
    private static final byte[] PING = "ping".getBytes(US_ASCII);
    private static final EncodedRequest PING_MESSAGE = EncodedRequest.of(PING);

    private final TransportChoice choice;
    private final EventLog log = new EventLog();
    private ServerSocket listener;

    TransportTest(TransportChoice choice) {
        this.choice = choice;
    }

    /// The reported events as text, and the received bytes.
    private static final class EventLog implements Transport.Events {
        final List<String> events = new ArrayList<>();
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

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
        public void ended(int id) {
            events.add("ended " + id);
        }

        @Override
        public void broken(int id, ErrorKind error) {
            events.add("broken " + id + " " + error);
        }

        String text() {
            return bytes.toString(US_ASCII);
        }
    }

    @BeforeEach
    void listen() throws IOException {
        listener = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void stopListening() throws IOException {
        listener.close();
    }

    private Transport open(int connections) throws IOException {
        return openTo(target(), connections);
    }

    private InetSocketAddress target() {
        return new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
    }

    private Transport openTo(InetSocketAddress target, int connections) throws IOException {
        return openBy(Route.to(target), connections);
    }

    private Transport openBy(Route route, int connections) throws IOException {
        return Transports.open(choice, route, List.of(connections), false).all().getFirst();
    }

    /// The time this many ns from now.
    private static long in(long nanos) {
        return System.nanoTime() + nanos;
    }

    private void awaitThat(Transport transport, BooleanSupplier reached) throws IOException {
        while (!reached.getAsBoolean()) {
            transport.await(in(50 * MILLI), log);
        }
    }

    /// Opens connection 0 and returns the server's end of it.
    private Socket connect(Transport transport) throws IOException {
        transport.connect(0);
        int before = log.events.size();
        awaitThat(transport, () -> log.events.size() > before);
        assertThat(log.events.getLast()).isEqualTo("opened 0");
        return listener.accept();
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(US_ASCII));
    }

    @Test
    void a_request_is_sent_and_a_response_received() throws Exception {
        try (var transport = open(1);
                var server = connect(transport)) {
            for (int i = 1; i <= 3; i++) {
                transport.send(0, PING_MESSAGE);
                transport.await(in(0), log);
                assertThat(server.getInputStream().readNBytes(PING.length)).isEqualTo(PING);
                write(server, "pong");
                int expected = 4 * i;
                awaitThat(transport, () -> log.bytes.size() == expected);
            }
            assertThat(log.text()).isEqualTo("pongpongpong");
            assertThat(log.events).containsExactly("opened 0");
        }
    }

    @Test
    void each_request_is_sent_with_its_present_content() throws Exception {
        var changing = EncodedRequest.of("first.".getBytes(US_ASCII));
        try (var transport = open(1);
                var server = connect(transport)) {
            transport.send(0, changing);
            transport.await(in(0), log);
            assertThat(server.getInputStream().readNBytes(6)).asString().isEqualTo("first.");
            changing.memory().asByteBuffer().put("2nd".getBytes(US_ASCII));
            changing.setLength(3);
            transport.send(0, changing);
            transport.await(in(0), log);
            assertThat(server.getInputStream().readNBytes(3)).asString().isEqualTo("2nd");
            transport.send(0, PING_MESSAGE);
            transport.await(in(0), log);
            assertThat(server.getInputStream().readNBytes(4)).isEqualTo(PING);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX) // where all of 127/8 is local
    void connections_use_the_source_addresses_in_rotation() throws Exception {
        var sources =
                List.of(InetAddress.ofLiteral("127.0.0.2"), InetAddress.ofLiteral("127.0.0.3"));
        try (var transport = openBy(new Route(target(), sources), 3)) {
            var expected = List.of("127.0.0.2", "127.0.0.3", "127.0.0.2");
            for (int id = 0; id < 3; id++) {
                var opened = "opened " + id;
                transport.connect(id);
                awaitThat(transport, () -> log.events.contains(opened));
                try (var server = listener.accept()) {
                    assertThat(server.getInetAddress().getHostAddress())
                            .isEqualTo(expected.get(id));
                }
            }
        }
    }

    @Test
    void an_unusable_source_address_is_reported() throws Exception {
        var elsewhere = List.of(InetAddress.ofLiteral("192.0.2.1"));
        try (var transport = openBy(new Route(target(), elsewhere), 1)) {
            transport.connect(0);
            awaitThat(transport, () -> !log.events.isEmpty());
            assertThat(log.events).containsExactly("broken 0 CONNECT_NO_PORT");
        }
    }

    @Test
    void a_refused_connection_is_distinguished_from_other_failures() throws Exception {
        try (var transport = openTo(Responder.unusedAddress(), 2)) {
            transport.connect(1);
            awaitThat(transport, () -> !log.events.isEmpty());
            assertThat(log.events).containsExactly("broken 1 CONNECT_REFUSED");
        }
    }

    @Test
    void an_unusable_target_address_is_reported() throws Exception {
        var broadcast = new InetSocketAddress(InetAddress.getByName("255.255.255.255"), 9);
        try (var transport = openTo(broadcast, 1)) {
            transport.connect(0);
            awaitThat(transport, () -> !log.events.isEmpty());
            // Not permitted; a machine without any network has no route in the first place.
            assertThat(log.events)
                    .singleElement()
                    .isIn("broken 0 CONNECT_FAILED", "broken 0 CONNECT_UNREACHABLE");
        }
    }

    @Test
    void the_end_of_the_stream_and_a_reset_are_distinguished() throws Exception {
        try (var transport = open(1)) {
            try (var server = connect(transport)) {
                write(server, "last words");
            }
            awaitThat(transport, () -> log.events.contains("ended 0"));
            assertThat(log.text()).isEqualTo("last words");
            transport.close(0);
            var server = connect(transport);
            server.setSoLinger(true, 0);
            server.close();
            awaitThat(transport, () -> log.events.contains("broken 0 RESET"));
        }
    }

    @Test
    void late_bytes_of_a_closed_connection_do_not_reach_the_next_one() throws Exception {
        try (var transport = open(1)) {
            for (int i = 0; i < 50; i++) {
                var old = connect(transport);
                transport.send(0, PING_MESSAGE);
                transport.await(in(0), log);
                write(old, "old"); // on loopback it has arrived once the write returns
                transport.close(0);
                log.bytes.reset();
                try (var next = connect(transport)) {
                    write(next, "new");
                    awaitThat(transport, () -> log.bytes.size() > 0);
                    assertThat(log.text()).isEqualTo("new");
                }
                old.close();
                awaitThat(transport, () -> log.events.getLast().equals("ended 0"));
                transport.close(0);
            }
            assertThat(log.events).doesNotContain("broken 0 RESET");
        }
    }

    @Test
    void a_connection_may_be_closed_while_it_is_being_opened() throws Exception {
        try (var transport = open(1)) {
            transport.connect(0);
            transport.close(0);
            transport.connect(0);
            awaitThat(transport, () -> !log.events.isEmpty());
            transport.await(in(20 * MILLI), log);
            assertThat(log.events).containsExactly("opened 0");
        }
    }

    @Test
    void nothing_is_reported_about_a_closed_connection() throws Exception {
        try (var transport = open(1);
                var server = connect(transport)) {
            transport.send(0, PING_MESSAGE);
            transport.close(0);
            transport.await(in(0), log);
            assertThat(server.getInputStream().readAllBytes()).hasSizeLessThanOrEqualTo(4);
            transport.await(in(20 * MILLI), log);
            assertThat(log.events).containsExactly("opened 0");
        }
    }

    @Test
    void more_bytes_than_the_buffers_hold_arrive_in_order() throws Exception {
        int count = 8 << 20;
        try (var transport = open(1);
                var server = connect(transport)) {
            var sender =
                    Thread.ofVirtual()
                            .start(() -> {
                                try {
                                    server.getOutputStream().write(pattern(count));
                                } catch (IOException e) {
                                    throw new AssertionError(e);
                                }
                            });
            awaitThat(transport, () -> log.bytes.size() >= count);
            sender.join();
            assertThat(log.bytes.toByteArray()).isEqualTo(pattern(count));
            assertThat(log.events).containsExactly("opened 0");
        }
    }

    private static byte[] pattern(int count) {
        var bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = (byte) (i * 31 ^ i >> 8 ^ i >> 16);
        }
        return bytes;
    }

    @Test
    void a_request_larger_than_the_socket_buffer_is_sent_in_parts() throws Exception {
        byte[] bytes = pattern(8 << 20);
        var request = EncodedRequest.of(bytes);
        try (var transport = open(1);
                var server = connect(transport)) {
            for (int i = 1; i <= 2; i++) {
                transport.send(0, request);
                var reader =
                        Thread.ofVirtual()
                                .start(() -> {
                                    try {
                                        var in = server.getInputStream();
                                        byte[] read = in.readNBytes(bytes.length);
                                        assertThat(read).isEqualTo(bytes);
                                        write(server, "x");
                                    } catch (IOException e) {
                                        throw new AssertionError(e);
                                    }
                                });
                int expected = i;
                awaitThat(transport, () -> log.bytes.size() == expected);
                reader.join();
            }
            assertThat(log.events).containsExactly("opened 0");
        }
    }

    @Test
    void a_response_that_precedes_the_end_of_its_request_finds_it_still_being_sent()
            throws Exception {
        var request = EncodedRequest.of(pattern(32 << 20));
        try (var transport = open(1)) {
            var server = connect(transport);
            transport.send(0, request);
            write(server, "early");
            awaitThat(transport, () -> log.bytes.size() == 5);
            assertThat(transport.isSending(0)).isTrue();
            transport.close(0);
            assertThat(transport.isSending(0)).isFalse();
            server.close();
            try (var next = connect(transport)) {
                transport.send(0, PING_MESSAGE);
                transport.await(in(0), log);
                assertThat(next.getInputStream().readNBytes(PING.length)).isEqualTo(PING);
                assertThat(transport.isSending(0)).isFalse();
            }
        }
    }

    @Test
    void a_server_that_closes_during_a_send_breaks_the_connection() throws Exception {
        var request = EncodedRequest.of(pattern(32 << 20));
        try (var transport = open(1)) {
            var server = connect(transport);
            transport.send(0, request);
            transport.await(in(0), log);
            server.close(); // with unread bytes, so by a reset
            // For a pending send and receive, the kernel reports the reset to one and the end to
            // the other.
            awaitThat(transport, () -> log.events.size() > 1);
            assertThat(log.events.getLast()).isIn("broken 0 RESET", "ended 0");
        }
    }

    @Test
    void a_wake_up_from_another_thread_ends_a_wait() throws Exception {
        try (var transport = open(1)) {
            var returned = new CountDownLatch(3);
            Thread.ofVirtual()
                    .start(() -> {
                        while (returned.getCount() > 0) {
                            transport.wakeUp();
                        }
                    });
            while (returned.getCount() > 0) {
                transport.await(in(Long.MAX_VALUE / 2), log);
                returned.countDown();
            }
            assertThat(log.events).isEmpty();
        }
    }

    @Test
    void a_wake_up_before_the_wait_is_not_lost_and_one_after_close_is_harmless() throws Exception {
        var transport = open(1);
        transport.wakeUp();
        transport.await(in(Long.MAX_VALUE / 2), log);
        transport.close();
        transport.wakeUp();
    }

    @Test
    void a_wait_without_events_lasts_its_full_time() throws Exception {
        try (var transport = open(1)) {
            transport.await(in(0), log);
            long start = System.nanoTime();
            transport.await(in(20 * MILLI), log);
            // The clocks of the kernel and of the JVM may differ by microseconds.
            assertThat(System.nanoTime() - start).isGreaterThan(19 * MILLI);
        }
    }

    @Test
    void the_time_of_a_wait_counts_as_waited() throws Exception {
        try (var transport = open(1)) {
            transport.await(in(0), log);
            long before = transport.waitedNanos();
            transport.await(in(100 * MILLI), log);
            // A busy machine may wake the thread late, which does not count as waiting.
            assertThat(transport.waitedNanos() - before).isGreaterThan(50 * MILLI);
        }
    }

    @Test
    void closing_the_transport_closes_its_connections() throws Exception {
        var transport = open(3);
        for (int id = 0; id < 3; id++) {
            transport.connect(id);
        }
        awaitThat(transport, () -> log.events.size() == 3);
        transport.close();
        for (int i = 0; i < 3; i++) {
            try (var server = listener.accept()) {
                assertThat(server.getInputStream().read()).isEqualTo(-1);
            }
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX) // where /proc counts descriptors
    void closed_connections_leak_no_descriptor() throws Exception {
        try (var transport = open(4)) {
            connect(transport).close();
            awaitThat(transport, () -> log.events.contains("ended 0"));
            transport.close(0);
            transport.await(in(0), log);
            long before = descriptors();
            for (int i = 0; i < 300; i++) {
                connect(transport).close();
                awaitThat(transport, () -> log.events.getLast().equals("ended 0"));
                transport.close(0);
                transport.await(in(0), log);
            }
            // Other threads of the tests may hold a few meanwhile.
            assertThat(descriptors()).isLessThan(before + 100);
        }
    }

    private static long descriptors() throws IOException {
        try (var files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        }
    }
}
