package dev.loombench.load.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.Responder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Opening, failing and closing connections of every available transport.
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class TransportConnectionTest extends TransportFixture {
    TransportConnectionTest(TransportChoice choice) {
        super(choice);
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

    /// The server says why it takes no more, and resets the connection before that is read.
    @Test
    void what_came_before_a_send_that_fails_is_reported_first() throws Exception {
        try (var transport = open(1)) {
            var server = connect(transport);
            write(server, "why");
            server.setSoLinger(true, 0);
            server.close();
            transport.send(0, PING_MESSAGE);
            awaitThat(transport, () -> log.events.size() > 1);
            assertThat(log.events.get(1)).isIn("broken 0 RESET", "ended 0");
            assertThat(log.lastWords).isEqualTo("why");
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
