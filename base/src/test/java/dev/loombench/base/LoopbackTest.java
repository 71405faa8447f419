package dev.loombench.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoopbackTest {
    private static InetSocketAddress at(String address, int port) {
        return new InetSocketAddress(InetAddress.ofLiteral(address), port);
    }

    private static ServerSocket listening(String address) {
        try {
            return new ServerSocket(0, 50, InetAddress.ofLiteral(address));
        } catch (IOException e) {
            Assumptions.abort("this machine has no " + address);
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1, ::1", "::1, 127.0.0.1"})
    void a_server_may_listen_on_the_other_address_only(String refused, String listens)
            throws IOException {
        try (var server = listening(listens)) {
            int port = server.getLocalPort();
            assertThat(Loopback.elsewhere(at(refused, port))).contains(at(listens, port));
            assertThat(Loopback.elsewhere(at(listens, port))).isEmpty();
            var resolved = Loopback.resolve("localhost", port);
            assertThat(resolved).isEqualTo(at(listens, port));
            assertThat(resolved.getHostString()).isEqualTo("localhost");
        }
    }

    @Test
    void an_address_is_taken_as_it_is() throws IOException {
        try (var server = listening("::1")) {
            int port = server.getLocalPort();
            assertThat(Loopback.resolve("127.0.0.1", port)).isEqualTo(at("127.0.0.1", port));
            assertThat(Loopback.resolve("[::1]", port)).isEqualTo(at("::1", port));
        }
    }

    @Test
    void without_a_server_the_name_has_its_first_address() throws IOException {
        int port;
        try (var unused = listening("127.0.0.1")) {
            port = unused.getLocalPort();
        }
        assertThat(Loopback.resolve("localhost", port).getAddress())
                .isEqualTo(InetAddress.getByName("localhost"));
    }

    @Test
    void another_address_has_no_counterpart() {
        assertThat(Loopback.other(at("192.0.2.1", 80))).isEmpty();
    }
}
