package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The JDK server's limit of idle connections: the JDK's default, the zoo's, or that of a `-D`
/// flag.
class ContainerLimitsIT {
    private static final int JDK_DEFAULT = 200;

    /// The server counts a connection as idle some time after its response, so the limit may take
    /// effect a few connections late. For the same reason no other connection may become active
    /// before the last one is seen to be closed.
    private static final int LATE = 50;

    private final ServerLauncher launcher =
            new ServerLauncher(
                    Zoo.at(Path.of(System.getProperty("loombench.home"))), Duration.ofMinutes(4));
    private final List<RawHttp> clients = new ArrayList<>();

    @AfterEach
    void nothing_is_left_running() throws IOException {
        for (var client : clients) {
            client.close();
        }
        launcher.close();
    }

    @Test
    void default_limits_close_a_connection_where_200_others_are_idle(@TempDir Path folder)
            throws Exception {
        connect(folder, Map.of("container-limits", "default"), List.of(), JDK_DEFAULT + LATE);
        assertClosed(clients.getLast());
        assertThat(clients.getFirst().get("/hello").status()).isEqualTo(200);
    }

    @Test
    void unlimited_keeps_every_connection(@TempDir Path folder) throws Exception {
        connect(folder, Map.of(), List.of(), JDK_DEFAULT + LATE);
        for (var client : clients) {
            assertThat(client.get("/hello").status()).isEqualTo(200);
        }
    }

    @Test
    void a_flag_of_the_variant_takes_precedence(@TempDir Path folder) throws Exception {
        connect(folder, Map.of(), List.of("-Dsun.net.httpserver.maxIdleConnections=10"), 10 + LATE);
        assertClosed(clients.getLast());
        assertThat(clients.getFirst().get("/hello").status()).isEqualTo(200);
    }

    /// Opens connections one after the other, each with one request.
    private void connect(Path folder, Map<String, String> settings, List<String> jvm, int count)
            throws Exception {
        var variant = Variant.of("jdk-httpserver", "virtual", Threading.VIRTUAL, settings);
        var flags = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        flags.addAll(jvm);
        var server = launcher.start(variant, flags, folder);
        for (int i = 0; i < count; i++) {
            var client = new RawHttp(server.port());
            clients.add(client);
            assertThat(client.get("/hello").status()).isEqualTo(200);
        }
    }

    /// Waits for the end of the stream; a timeout means that the connection is still open.
    private static void assertClosed(RawHttp client) {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(client::receive)
                .isNotInstanceOf(SocketTimeoutException.class);
    }
}
