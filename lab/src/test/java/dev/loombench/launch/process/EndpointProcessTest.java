package dev.loombench.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.base.JvmVariables;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// This process takes the part of the service.
@EnabledOnOs(OS.LINUX)
class EndpointProcessTest {
    private static final long OWN = ProcessHandle.current().pid();

    private static InetSocketAddress address(ServerSocket socket) {
        return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), socket.getLocalPort());
    }

    @Test
    void the_process_that_listens_is_found_by_the_address() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var any = new ServerSocket(0)) {
            for (var listening : new ServerSocket[] {socket, any}) {
                assertThat(EndpointProcess.of(address(listening)))
                        .isInstanceOfSatisfying(
                                EndpointProcess.Known.class,
                                known -> {
                                    assertThat(known.pid()).isEqualTo(OWN);
                                    assertThat(known.processes()).contains(OWN);
                                    assertThat(known.isAlive()).isTrue();
                                    assertThat(known.summary()).isEqualTo(summary());
                                    assertThat(known.identity())
                                            .as("independent of the clock")
                                            .matches(OWN + " since tick \\d+ of boot [0-9a-f-]+");
                                    assertThat(known.mismatch()).isEmpty();
                                });
            }
            var elsewhere = new InetSocketAddress("127.0.0.2", socket.getLocalPort());
            assertThat(EndpointProcess.of(elsewhere))
                    .isEqualTo(
                            new EndpointProcess.Unknown(
                                    "no process that this user may inspect listens on 127.0.0.2:"
                                            + socket.getLocalPort()));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 127.0.0.1, true",
        "127.0.0.1, 127.0.0.2, false",
        "0.0.0.0, 127.0.0.2, true",
        "0.0.0.0, ::1, false",
        "::, ::1, true",
        "::, 127.0.0.1, true",
        "::1, 127.0.0.1, false",
    })
    void a_socket_serves_the_addresses_to_which_it_is_bound(
            String bound, String target, boolean serves) {
        var socket = new InetSocketAddress(InetAddress.ofLiteral(bound), 80);
        var address = InetAddress.ofLiteral(target);
        assertThat(ListeningPort.serves(socket, new InetSocketAddress(address, 80)))
                .isEqualTo(serves);
        assertThat(ListeningPort.serves(socket, new InetSocketAddress(address, 81))).isFalse();
    }

    private static String summary() {
        return "process %d (java)".formatted(OWN);
    }

    @Test
    void another_machine_shows_no_process() throws IOException {
        var documentation =
                new InetSocketAddress(InetAddress.ofLiteral("192.0.2.1"), 80); // RFC 5737
        assertThat(EndpointProcess.of(documentation))
                .isEqualTo(new EndpointProcess.Unknown("192.0.2.1 is another machine"));
        assertThat(EndpointProcess.of(OWN, documentation).flatMap(p -> p.mismatch()))
                .contains("is on this machine, and 192.0.2.1 may be another");
    }

    @Test
    void a_process_of_the_users_choice_is_checked_against_the_one_that_listens() throws Exception {
        var sleep = new ProcessBuilder("sleep", "600").start();
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var chosen = EndpointProcess.of(sleep.pid(), address(socket)).orElseThrow();
            assertThat(chosen.pid()).isEqualTo(sleep.pid());
            assertThat(chosen.mismatch())
                    .contains(
                            "does not listen on 127.0.0.1:%d; %s does"
                                    .formatted(socket.getLocalPort(), summary()));
            assertThat(EndpointProcess.of(OWN, address(socket)).flatMap(p -> p.mismatch()))
                    .isEqualTo(Optional.empty());
            sleep.destroyForcibly().waitFor();
            assertThat(chosen.isAlive()).isFalse();
            assertThat(EndpointProcess.of(sleep.pid(), address(socket))).isEmpty();
        } finally {
            sleep.destroyForcibly();
        }
    }

    /// A process of another user has no file that this one may see.
    @Test
    void a_process_has_a_name_by_the_kernel() {
        var file = ProcessHandle.current().info().command().orElseThrow();
        assertThat(EndpointProcess.nameByKernel(OWN))
                .hasValue(Path.of(file).getFileName().toString());
        assertThat(EndpointProcess.nameByKernel(0)).isEmpty();
    }

    /// The manager of services holds the sockets of those that start at the first connection.
    @ParameterizedTest
    @CsvSource({"systemd, true", "sshd-session, true", "java, false", "nginx, false"})
    void a_holder_of_the_sockets_of_others_is_not_the_service(String program, boolean passesOn) {
        assertThat(Forwarder.passesOn(program)).isEqualTo(passesOn);
    }

    /// A JVM under the name of that program.
    @Test
    void a_program_that_passes_connections_on_is_not_the_service(@TempDir Path folder)
            throws Exception {
        var jdk = Path.of(System.getProperty("java.home"));
        var program = Files.createDirectory(folder.resolve("bin")).resolve("docker-proxy");
        Files.copy(jdk.resolve("bin/java"), program);
        Files.createSymbolicLink(folder.resolve("lib"), jdk.resolve("lib"));
        int port;
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        var words = List.of(program.toString(), "-m", "jdk.httpserver", "-b", "127.0.0.1", "-p");
        var builder =
                new ProcessBuilder(Stream.concat(words.stream(), Stream.of("" + port)).toList())
                        .redirectErrorStream(true);
        builder.environment().keySet().removeAll(JvmVariables.NAMES);
        var proxy = builder.start();
        var service = new ProcessBuilder("sleep", "600").start();
        try {
            assertThat(proxy.inputReader().readLine()).contains("127.0.0.1");
            var address = new InetSocketAddress("127.0.0.1", port);
            assertThat(EndpointProcess.of(address))
                    .isEqualTo(
                            new EndpointProcess.Unknown(
                                    "docker-proxy passes the connections to 127.0.0.1:%d on"
                                            .formatted(port)));
            assertThat(EndpointProcess.of(service.pid(), address).orElseThrow().mismatch())
                    .isEmpty();
        } finally {
            proxy.destroyForcibly();
            service.destroyForcibly();
        }
    }

    @Test
    void the_kernel_writes_addresses_in_words_of_this_machine() throws IOException {
        Assumptions.assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN);
        assertThat(ListeningPort.address("0100007F:1F90"))
                .isEqualTo(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 8080));
        assertThat(ListeningPort.address("00000000000000000000000001000000:0050"))
                .isEqualTo(new InetSocketAddress(InetAddress.ofLiteral("::1"), 80));
        assertThat(ListeningPort.address("0000000000000000FFFF00000100007F:0050"))
                .isEqualTo(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 80));
        assertThat(
                        ListeningPort.address("00000000000000000000000000000000:0050")
                                .getAddress()
                                .isAnyLocalAddress())
                .isTrue();
    }
}
