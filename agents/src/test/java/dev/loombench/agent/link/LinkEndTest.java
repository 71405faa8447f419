package dev.loombench.agent.link;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An agent among connections of strangers.
class LinkEndTest {
    /// Begins the first record of a handshake in TLS, and announces 4 KiB of it.
    private static final byte[] BEGIN = {22, 3, 1, 16, 0, 1, 0, 15, (byte) 252, 3, 3};

    private static final Duration TRICKLE = Duration.ofSeconds(1);

    private final ReceivedMessages received = new ReceivedMessages();

    /// Strangers that send a byte from time to time, and connect again when they are closed.
    private static final class Strangers implements AutoCloseable {
        private final InetSocketAddress address;
        private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

        Strangers(InetSocketAddress address, int count) {
            this.address = address;
            for (int i = 0; i < count; i++) {
                threads.execute(this::trickle);
            }
        }

        private void trickle() {
            while (!Thread.currentThread().isInterrupted()) {
                try (var socket = new Socket(address.getAddress(), address.getPort())) {
                    var out = socket.getOutputStream();
                    out.write(BEGIN);
                    while (true) {
                        Thread.sleep(TRICKLE);
                        out.write(0);
                    }
                } catch (IOException _) {
                    Thread.onSpinWait(); // closed: again
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        @Override
        public void close() {
            threads.shutdownNow();
            threads.close();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void slow_strangers_do_not_keep_a_controller_out(boolean encrypted) throws Exception {
        var key = key('a').filter(_ -> encrypted);
        var local = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (var agent = LinkEnd.listen(local, key, received)) {
            var address = new InetSocketAddress(local.getAddress(), agent.port());
            try (var _ = new Strangers(address, 1_100)) {
                Thread.sleep(1_000);
                try (var controller = LinkEnd.connect(address, key, received)) {
                    controller.send(controller.first(), new byte[] {1});
                    assertThat(received.next()).containsExactly(1);
                }
            }
        }
    }

    /// Of 32 in all, 8 may be of one address. Without another deadline, only the limit can close
    /// the first twelve of twenty.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void the_oldest_of_many_strangers_make_room_for_a_controller(boolean encrypted)
            throws Exception {
        var key = key('a').filter(_ -> encrypted);
        var local = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        var limits = new GuardedSockets.Limits(32, Duration.ofHours(1));
        var strangers = new ArrayList<Socket>();
        try (var agent = LinkEnd.listen(local, key, received, limits)) {
            var address = new InetSocketAddress(local.getAddress(), agent.port());
            for (int i = 0; i < 20; i++) {
                strangers.add(new Socket(address.getAddress(), address.getPort()));
            }
            for (var oldest : strangers.subList(0, 12)) {
                assertThat(isClosedByPeer(oldest)).isTrue();
            }
            try (var controller = LinkEnd.connect(address, key, received)) {
                controller.send(controller.first(), new byte[] {1});
                assertThat(received.next()).containsExactly(1);
            }
        } finally {
            for (var socket : strangers) {
                socket.close();
            }
        }
    }

    /// Waits until the other end has closed a connection, on which it sends nothing.
    private static boolean isClosedByPeer(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException reset) {
            return true;
        }
    }

    /// Silent connections from five addresses, each with more than a fourth of the places: of 400
    /// descriptors 200 are for strangers, and the others for controllers and the load.
    @Test
    @EnabledOnOs(OS.LINUX) // where the whole of 127.0.0.0/8 is the loopback
    void strangers_do_not_take_all_descriptors_of_a_process() throws Exception {
        var limit = List.of("sh", "-c", "ulimit -n 400 && exec \"$@\"", "sh");
        var loopback = InetAddress.getLoopbackAddress();
        var strangers = new ArrayList<Socket>();
        var agent = LinkProcess.start(limit, "listen");
        try {
            var address = new InetSocketAddress(loopback, LinkProcess.port(agent));
            for (int i = 0; i < 500; i++) {
                var from = InetAddress.getByName("127.0.0." + (2 + i % 5));
                strangers.add(new Socket(loopback, address.getPort(), from, 0));
            }
            try (var controller = LinkEnd.connect(address, Optional.empty(), received)) {
                assertThat(controller.isHere(controller.first())).isTrue();
            }
        } finally {
            agent.destroyForcibly().waitFor();
            for (var socket : strangers) {
                socket.close();
            }
        }
    }

    @Test
    void an_agent_with_another_key_is_named_as_that() throws Exception {
        var local = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (var agent = LinkEnd.listen(local, key('a'), received)) {
            var address = new InetSocketAddress(local.getAddress(), agent.port());
            assertThatThrownBy(() -> LinkEnd.connect(address, key('b'), received))
                    .isInstanceOf(LinkFailed.class)
                    .hasMessage(
                            "127.0.0.1:%d has another key: give the agent and its controller the same key file"
                                    .formatted(agent.port()));
        }
    }

    /// A server that closes each connection, as an agent without a place for another one does.
    @Test
    void a_closed_connection_is_not_blamed_on_the_key() throws Exception {
        try (var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.startVirtualThread(() -> closeAll(server));
            var address = new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
            assertThatThrownBy(() -> LinkEnd.connect(address, key('a'), received))
                    .isInstanceOf(LinkFailed.class)
                    .hasMessage(
                            "127.0.0.1:%d does not respond as an agent: check that loombench agent listens there, with the same version and with a key file, and that no other program keeps it busy with connections"
                                    .formatted(server.getLocalPort()));
        }
    }

    private static void closeAll(ServerSocket server) {
        while (!server.isClosed()) {
            try (var accepted = server.accept()) {
                int first = accepted.getInputStream().read();
                assertThat(first).as("a handshake").isPositive();
            } catch (IOException _) {
                return; // the test has ended
            }
        }
    }

    /// The kernel connects to a process that is stopped.
    @Test
    void a_handshake_with_one_that_does_not_respond_ends() throws Exception {
        var limits = new GuardedSockets.Limits(8, Duration.ofMillis(200));
        var sockets = GuardedSockets.of(key('a').orElseThrow().tls(), limits);
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var connecting = (SSLSocket) sockets.createSocket("test")) {
            connecting.connect(silent.getLocalSocketAddress());
            assertThatThrownBy(connecting::startHandshake).isInstanceOf(IOException.class);
        }
    }

    /// After the deadline of its handshake.
    @Test
    void a_connection_that_was_secured_in_time_stays() throws Exception {
        var limits = new GuardedSockets.Limits(8, Duration.ofSeconds(4));
        var sockets = GuardedSockets.of(key('a').orElseThrow().tls(), limits);
        var loopback = InetAddress.getLoopbackAddress();
        try (var server = sockets.createServerSocket("test");
                var connecting = (SSLSocket) sockets.createSocket("test")) {
            server.bind(new InetSocketAddress(loopback, 0), 10);
            connecting.connect(server.getLocalSocketAddress());
            connecting.startHandshake();
            try (var accepted = server.accept()) {
                Thread.sleep(5_000);
                accepted.getOutputStream().write(7);
                assertThat(connecting.getInputStream().read()).isEqualTo(7);
            }
        }
    }

    private static Optional<SharedKey> key(char secret) {
        return Optional.of(SharedKey.of(String.valueOf(secret).repeat(32).getBytes(US_ASCII)));
    }
}
