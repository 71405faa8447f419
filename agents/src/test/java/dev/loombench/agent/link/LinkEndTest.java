package dev.loombench.agent.link;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
        var key =
                Optional.of(SharedKey.of("0123456789abcdef0123456789abcdef".getBytes(US_ASCII)))
                        .filter(_ -> encrypted);
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
}
