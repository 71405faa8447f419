package dev.loombench.base;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.text.ConnectTo;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerAddressTest {
    private static InetSocketAddress at(String address, int port) {
        return new InetSocketAddress(InetAddress.ofLiteral(address), port);
    }

    private static ServerSocket listening(String address, int port) {
        try {
            return new ServerSocket(port, 50, InetAddress.ofLiteral(address));
        } catch (IOException e) {
            Assumptions.abort("this machine has no " + address);
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void localhost_is_where_a_server_listens(String address) throws IOException {
        try (var server = listening(address, 0)) {
            int port = server.getLocalPort();
            var found = ServerAddress.of("localhost", port);
            assertThat(found.address()).isEqualTo(at(address, port));
            assertThat(found.address().getHostString()).isEqualTo("localhost");
            boolean isFirst =
                    InetAddress.getByName("localhost").equals(found.address().getAddress());
            assertThat(found.text().isEmpty()).isEqualTo(isFirst);
        }
    }

    @Test
    void an_address_is_taken_as_it_is() throws IOException {
        try (var server = listening("::1", 0)) {
            int port = server.getLocalPort();
            assertThat(ServerAddress.of("127.0.0.1", port))
                    .isEqualTo(new ServerAddress(at("127.0.0.1", port), false));
            assertThat(ServerAddress.of("[::1]", port))
                    .isEqualTo(new ServerAddress(at("::1", port), false));
        }
    }

    @Test
    void without_a_server_the_name_has_its_first_address() throws IOException {
        int port;
        try (var unused = listening("127.0.0.1", 0)) {
            port = unused.getLocalPort();
        }
        assertThat(ServerAddress.of("localhost", port).address().getAddress())
                .isEqualTo(InetAddress.getByName("localhost"));
    }

    @Test
    void an_address_of_the_users_choice_is_named() throws IOException {
        var other = ServerAddress.of("shop.invalid", 1, Optional.of(ConnectTo.parse("127.0.0.1")));
        assertThat(other.address()).isEqualTo(at("127.0.0.1", 1));
        assertThat(other.address().getHostString()).isEqualTo("shop.invalid");
        assertThat(other.text()).contains("127.0.0.1:1");
    }

    /// The name has its addresses from a file, as a JVM reads them at its start.
    @Test
    void the_first_address_of_a_name_that_accepts_is_taken(@TempDir Path folder) throws Exception {
        var hosts =
                Files.writeString(
                        folder.resolve("hosts"), "127.0.0.2 shop.test\n127.0.0.3 shop.test\n");
        try (var second = listening("127.0.0.3", 0)) {
            int port = second.getLocalPort();
            assertThat(found(hosts, port)).isEqualTo("127.0.0.3:%d, named true".formatted(port));
            try (var first = listening("127.0.0.2", port)) {
                assertThat(first.isBound()).isTrue();
                assertThat(found(hosts, port))
                        .isEqualTo("127.0.0.2:%d, named false".formatted(port));
            }
        }
    }

    private static String found(Path hosts, int port) throws IOException, InterruptedException {
        var process =
                new ProcessBuilder(
                                System.getProperty("java.home") + File.separator + "bin/java",
                                "-XX:TieredStopAtLevel=1",
                                "-Djdk.net.hosts.file=" + hosts,
                                "-cp",
                                System.getProperty("java.class.path"),
                                Found.class.getName(),
                                String.valueOf(port))
                        .redirectErrorStream(true)
                        .start();
        var printed = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }

    static final class Found {
        private Found() {}

        public static void main(String[] args) throws IOException {
            var found = ServerAddress.of("shop.test", Integer.parseInt(args[0]));
            var address = found.address();
            System.out.printf(
                    "%s:%d, named %s%n",
                    address.getAddress().getHostAddress(), address.getPort(), found.isNamed());
        }
    }
}
