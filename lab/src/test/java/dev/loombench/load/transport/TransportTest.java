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

/// What every transport owes to the loops above it, sockets as nasty as they come.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ParameterizedClass
@MethodSource("dev.loombench.load.Here#transports")
class TransportTest {
    private static final long MILLI = 1_000_000;
    private static final byte[] PING = "ping".getBytes(US_ASCII);
    private static final EncodedRequest PING_MESSAGE = EncodedRequest.of(PING);

    private final TransportChoice choice;
    private final Told told = new Told();
    private ServerSocket listener;

    TransportTest(TransportChoice choice) {
        this.choice = choice;
    }

    /// What was told, as words, and the bytes received.
    private static final class Told implements Transport.Events {
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
        public void broken(int id, ErrorKind fault) {
            events.add("broken " + id + " " + fault);
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

    /// So many ns from now.
    private static long in(long nanos) {
        return System.nanoTime() + nanos;
    }

    private void awaitThat(Transport transport, BooleanSupplier reached) throws IOException {
        while (!reached.getAsBoolean()) {
            transport.await(in(50 * MILLI), told);
        }
    }

    /// Opens connection 0 and gives the server's end of it.
    private Socket connect(Transport transport) throws IOException {
        transport.connect(0);
        int before = told.events.size();
        awaitThat(transport, () -> told.events.size() > before);
        assertThat(told.events.getLast()).isEqualTo("opened 0");
        return listener.accept();
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(US_ASCII));
    }

    @Test
    void a_request_goes_out_and_an_answer_comes_back() throws Exception {
        try (var transport = open(1);
                var server = connect(transport)) {
            for (int i = 1; i <= 3; i++) {
                transport.send(0, PING_MESSAGE);
                transport.await(in(0), told);
                assertThat(server.getInputStream().readNBytes(PING.length)).isEqualTo(PING);
                write(server, "pong");
                int expected = 4 * i;
                awaitThat(transport, () -> told.bytes.size() == expected);
            }
            assertThat(told.text()).isEqualTo("pongpongpong");
            assertThat(told.events).containsExactly("opened 0");
        }
    }

    @Test
    void each_message_is_sent_as_it_is_at_that_time() throws Exception {
        var changing = EncodedRequest.of("first.".getBytes(US_ASCII));
        try (var transport = open(1);
                var server = connect(transport)) {
            transport.send(0, changing);
            transport.await(in(0), told);
            assertThat(server.getInputStream().readNBytes(6)).asString().isEqualTo("first.");
            changing.memory().asByteBuffer().put("2nd".getBytes(US_ASCII));
            changing.filled(3);
            transport.send(0, changing);
            transport.await(in(0), told);
            assertThat(server.getInputStream().readNBytes(3)).asString().isEqualTo("2nd");
            transport.send(0, PING_MESSAGE);
            transport.await(in(0), told);
            assertThat(server.getInputStream().readNBytes(4)).isEqualTo(PING);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX) // where all of 127/8 is the machine's own
    void connections_come_from_the_source_addresses_in_turn() throws Exception {
        var sources =
                List.of(InetAddress.ofLiteral("127.0.0.2"), InetAddress.ofLiteral("127.0.0.3"));
        try (var transport = openBy(new Route(target(), sources), 3)) {
            var expected = List.of("127.0.0.2", "127.0.0.3", "127.0.0.2");
            for (int id = 0; id < 3; id++) {
                var opened = "opened " + id;
                transport.connect(id);
                awaitThat(transport, () -> told.events.contains(opened));
                try (var server = listener.accept()) {
                    assertThat(server.getInetAddress().getHostAddress())
                            .isEqualTo(expected.get(id));
                }
            }
        }
    }

    @Test
    void an_address_that_no_connection_can_come_from_is_told() throws Exception {
        var elsewhere = List.of(InetAddress.ofLiteral("192.0.2.1"));
        try (var transport = openBy(new Route(target(), elsewhere), 1)) {
            transport.connect(0);
            awaitThat(transport, () -> !told.events.isEmpty());
            assertThat(told.events).containsExactly("broken 0 CONNECT_NO_PORT");
        }
    }

    @Test
    void nobody_listening_is_told_apart_from_other_failures() throws Exception {
        try (var transport = openTo(Responder.addressOfNobody(), 2)) {
            transport.connect(1);
            awaitThat(transport, () -> !told.events.isEmpty());
            assertThat(told.events).containsExactly("broken 1 CONNECT_REFUSED");
        }
    }

    @Test
    void an_address_that_cannot_be_connected_to_is_told() throws Exception {
        var broadcast = new InetSocketAddress(InetAddress.getByName("255.255.255.255"), 9);
        try (var transport = openTo(broadcast, 1)) {
            transport.connect(0);
            awaitThat(transport, () -> !told.events.isEmpty());
            // Not permitted; a machine without any network has no way there in the first place.
            assertThat(told.events)
                    .singleElement()
                    .isIn("broken 0 CONNECT_FAILED", "broken 0 CONNECT_UNREACHABLE");
        }
    }

    @Test
    void the_end_of_the_stream_and_a_reset_are_told_apart() throws Exception {
        try (var transport = open(1)) {
            try (var server = connect(transport)) {
                write(server, "last words");
            }
            awaitThat(transport, () -> told.events.contains("ended 0"));
            assertThat(told.text()).isEqualTo("last words");
            transport.close(0);
            var server = connect(transport);
            server.setSoLinger(true, 0);
            server.close();
            awaitThat(transport, () -> told.events.contains("broken 0 RESET"));
        }
    }

    @Test
    void what_comes_late_for_a_closed_connection_is_not_taken_for_the_next() throws Exception {
        try (var transport = open(1)) {
            for (int i = 0; i < 50; i++) {
                var old = connect(transport);
                transport.send(0, PING_MESSAGE);
                transport.await(in(0), told);
                write(old, "old"); // on loopback it has arrived once the write is done
                transport.close(0);
                told.bytes.reset();
                try (var next = connect(transport)) {
                    write(next, "new");
                    awaitThat(transport, () -> told.bytes.size() > 0);
                    assertThat(told.text()).isEqualTo("new");
                }
                old.close();
                awaitThat(transport, () -> told.events.getLast().equals("ended 0"));
                transport.close(0);
            }
            assertThat(told.events).doesNotContain("broken 0 RESET");
        }
    }

    @Test
    void a_connection_may_be_closed_while_it_is_being_opened() throws Exception {
        try (var transport = open(1)) {
            transport.connect(0);
            transport.close(0);
            transport.connect(0);
            awaitThat(transport, () -> !told.events.isEmpty());
            transport.await(in(20 * MILLI), told);
            assertThat(told.events).containsExactly("opened 0");
        }
    }

    @Test
    void nothing_is_told_of_a_connection_that_was_closed() throws Exception {
        try (var transport = open(1);
                var server = connect(transport)) {
            transport.send(0, PING_MESSAGE);
            transport.close(0);
            transport.await(in(0), told);
            assertThat(server.getInputStream().readAllBytes()).hasSizeLessThanOrEqualTo(4);
            transport.await(in(20 * MILLI), told);
            assertThat(told.events).containsExactly("opened 0");
        }
    }

    @Test
    void more_bytes_than_there_are_buffers_come_in_order() throws Exception {
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
            awaitThat(transport, () -> told.bytes.size() >= count);
            sender.join();
            assertThat(told.bytes.toByteArray()).isEqualTo(pattern(count));
            assertThat(told.events).containsExactly("opened 0");
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
    void a_request_too_large_for_the_socket_is_sent_as_room_comes() throws Exception {
        byte[] request = pattern(8 << 20);
        var message = EncodedRequest.of(request);
        try (var transport = open(1);
                var server = connect(transport)) {
            for (int i = 1; i <= 2; i++) {
                transport.send(0, message);
                var reader =
                        Thread.ofVirtual()
                                .start(() -> {
                                    try {
                                        var in = server.getInputStream();
                                        byte[] read = in.readNBytes(request.length);
                                        assertThat(read).isEqualTo(request);
                                        write(server, "x");
                                    } catch (IOException e) {
                                        throw new AssertionError(e);
                                    }
                                });
                int expected = i;
                awaitThat(transport, () -> told.bytes.size() == expected);
                reader.join();
            }
            assertThat(told.events).containsExactly("opened 0");
        }
    }

    @Test
    void a_response_that_outruns_its_request_finds_it_still_being_sent() throws Exception {
        var message = EncodedRequest.of(pattern(32 << 20));
        try (var transport = open(1)) {
            var server = connect(transport);
            transport.send(0, message);
            write(server, "early");
            awaitThat(transport, () -> told.bytes.size() == 5);
            assertThat(transport.isSending(0)).isTrue();
            transport.close(0);
            assertThat(transport.isSending(0)).isFalse();
            server.close();
            try (var next = connect(transport)) {
                transport.send(0, PING_MESSAGE);
                transport.await(in(0), told);
                assertThat(next.getInputStream().readNBytes(PING.length)).isEqualTo(PING);
                assertThat(transport.isSending(0)).isFalse();
            }
        }
    }

    @Test
    void a_server_that_goes_away_while_it_is_sent_to_breaks_the_connection() throws Exception {
        var message = EncodedRequest.of(pattern(32 << 20));
        try (var transport = open(1)) {
            var server = connect(transport);
            transport.send(0, message);
            transport.await(in(0), told);
            server.close(); // with bytes unread, so by a reset
            // Of a send and a receive under way the kernel tells one of the reset, the other of the
            // end.
            awaitThat(transport, () -> told.events.size() > 1);
            assertThat(told.events.getLast()).isIn("broken 0 RESET", "ended 0");
        }
    }

    @Test
    void a_wait_ends_with_a_call_from_another_thread() throws Exception {
        try (var transport = open(1)) {
            var returned = new CountDownLatch(3);
            Thread.ofVirtual()
                    .start(() -> {
                        while (returned.getCount() > 0) {
                            transport.wakeUp();
                        }
                    });
            while (returned.getCount() > 0) {
                transport.await(in(Long.MAX_VALUE / 2), told);
                returned.countDown();
            }
            assertThat(told.events).isEmpty();
        }
    }

    @Test
    void a_call_before_the_wait_is_not_lost_and_one_after_the_end_does_no_harm() throws Exception {
        var transport = open(1);
        transport.wakeUp();
        transport.await(in(Long.MAX_VALUE / 2), told);
        transport.close();
        transport.wakeUp();
    }

    @Test
    void a_wait_lasts_as_long_as_asked_when_nothing_happens() throws Exception {
        try (var transport = open(1)) {
            transport.await(in(0), told);
            long start = System.nanoTime();
            transport.await(in(20 * MILLI), told);
            // The clocks of the kernel and of the JVM may part by microseconds.
            assertThat(System.nanoTime() - start).isGreaterThan(19 * MILLI);
        }
    }

    @Test
    void the_time_of_a_wait_counts_as_waited() throws Exception {
        try (var transport = open(1)) {
            transport.await(in(0), told);
            long before = transport.waitedNanos();
            transport.await(in(100 * MILLI), told);
            // A busy machine may be slow to wake the thread, and that is no waiting.
            assertThat(transport.waitedNanos() - before).isGreaterThan(50 * MILLI);
        }
    }

    @Test
    void closing_the_transport_closes_its_connections() throws Exception {
        var transport = open(3);
        for (int id = 0; id < 3; id++) {
            transport.connect(id);
        }
        awaitThat(transport, () -> told.events.size() == 3);
        transport.close();
        for (int i = 0; i < 3; i++) {
            try (var server = listener.accept()) {
                assertThat(server.getInputStream().read()).isEqualTo(-1);
            }
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX) // where /proc counts descriptors
    void connections_that_come_and_go_leave_no_descriptor_behind() throws Exception {
        try (var transport = open(4)) {
            connect(transport).close();
            awaitThat(transport, () -> told.events.contains("ended 0"));
            transport.close(0);
            transport.await(in(0), told);
            long before = descriptors();
            for (int i = 0; i < 300; i++) {
                connect(transport).close();
                awaitThat(transport, () -> told.events.getLast().equals("ended 0"));
                transport.close(0);
                transport.await(in(0), told);
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
