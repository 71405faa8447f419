package dev.loombench.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
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
        }
    }

    /// As the kernel makes one where it takes the port of the destination for the source.
    @Test
    void a_connection_to_itself_shows_no_server() throws IOException {
        try (var alone = new Socket()) {
            alone.bind(at("127.0.0.1", 0));
            alone.connect(alone.getLocalSocketAddress(), 1_000);
            assertThat(Loopback.isConnectedToItself(alone)).isTrue();
        }
        try (var server = listening("127.0.0.1");
                var client = new Socket(server.getInetAddress(), server.getLocalPort())) {
            assertThat(Loopback.isConnectedToItself(client)).isFalse();
        }
    }

    @Test
    void another_address_has_no_counterpart() {
        assertThat(Loopback.other(at("192.0.2.1", 80))).isEmpty();
    }
}
