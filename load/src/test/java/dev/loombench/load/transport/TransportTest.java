package dev.loombench.load.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.request.EncodedRequest;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Bytes sent and received by every available transport.
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class TransportTest extends TransportFixture {
    TransportTest(TransportChoice choice) {
        super(choice);
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
    void the_memory_of_a_tracked_send_is_free_once_its_end_is_reported() throws Exception {
        byte[] bytes = pattern(8 << 20);
        var memory = EncodedRequest.of(bytes);
        try (var transport = open(1);
                var server = connect(transport)) {
            transport.sendTracked(0, memory);
            assertThat(transport.isSending(0)).isTrue();
            var read = new CompletableFuture<byte[]>();
            Thread.ofVirtual()
                    .start(() -> {
                        try {
                            read.complete(server.getInputStream().readNBytes(bytes.length));
                        } catch (IOException e) {
                            read.completeExceptionally(e);
                        }
                    });
            awaitThat(transport, () -> log.events.size() > 1);
            assertThat(log.events).containsExactly("opened 0", "sent 0");
            assertThat(transport.isSending(0)).isFalse();
            memory.memory().fill((byte) 0);
            assertThat(read.get()).isEqualTo(bytes);
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
}
