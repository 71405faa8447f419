package dev.loombench.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.experiment.variant.Ready;
import dev.loombench.launch.process.output.ServerLog;
import dev.loombench.load.tls.TlsIdentity;
import dev.loombench.load.tls.TlsServer;
import dev.loombench.observe.ScriptableProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The JDK's file server takes the part of the service.
@EnabledOnOs(OS.LINUX)
class ReadinessTest {
    private static final String URL = "URL ";
    private static final Duration LONG = Duration.ofSeconds(100);

    /// Not that of another build on this machine.
    private static final long LAB = new SecureRandom().nextLong(1L << ServiceMark.LAB_BITS);

    /// Its last line, when it listens.
    private final CompletableFuture<String> listens = new CompletableFuture<>();

    @TempDir private Path folder;

    @Test
    void a_service_on_ipv6_only_is_ready_there() throws Exception {
        int port = freePort("::1");
        try (var service = start("::1", port)) {
            var readiness = Readiness.of(new Ready.Http("/"), LONG, PortSource.PLACEHOLDER);
            assertThat(readiness.await(service)).isEmpty();
            assertThat(service.address())
                    .isEqualTo(new InetSocketAddress(InetAddress.ofLiteral("::1"), port));
            assertThat(service.processes()).contains(service.pid());
        }
    }

    @Test
    void a_service_that_only_ends_plain_connections_is_ready_over_tls() throws Exception {
        var authority = TlsIdentity.authority("authority");
        var context = authority.issue("localhost").context(authority);
        try (var server = new TlsServer(TlsServer.helloOrEnd(context))) {
            var readiness = Readiness.of(new Ready.Http("/"), LONG, PortSource.PLACEHOLDER);
            assertThat(readiness.obstacle(server.address("localhost"))).isEmpty();
        }
    }

    /// Its status over TLS is 503 while it starts, whatever a plain request gets.
    @Test
    void a_service_that_refuses_plain_requests_is_ready_by_its_status_over_tls() throws Exception {
        var authority = TlsIdentity.authority("authority");
        var context = authority.issue("localhost").context(authority);
        var readiness = Readiness.of(new Ready.Http("/"), LONG, PortSource.PLACEHOLDER);
        var refusal = "HTTP/1.0 400 Bad Request\r\n\r\n";
        var starts = "HTTP/1.1 503 Starting\r\nContent-Length: 0\r\n\r\n";
        try (var server = new TlsServer(TlsServer.plainOr(refusal, context, starts))) {
            assertThat(readiness.obstacle(server.address("localhost")))
                    .contains("GET / responds with status 503");
        }
        try (var server = new TlsServer(TlsServer.plainOr(refusal, context, TlsServer.HELLO))) {
            assertThat(readiness.obstacle(server.address("localhost"))).isEmpty();
        }
        try (var server =
                new TlsServer(socket -> {
                    TlsServer.write(socket, refusal);
                    socket.shutdownOutput();
                    socket.getInputStream().transferTo(OutputStream.nullOutputStream());
                })) {
            assertThat(readiness.obstacle(server.address("localhost"))).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void a_service_that_requires_a_certificate_of_the_client_is_awaited_by_its_port(String version)
            throws Exception {
        var authority = TlsIdentity.authority("authority");
        var context = authority.issue("localhost").context(authority);
        var requiring = TlsServer.requiringCertificate(context, version);
        try (var server = new TlsServer(requiring)) {
            var address = server.address("localhost");
            var byPath = Readiness.of(new Ready.Http("/"), LONG, PortSource.PLACEHOLDER);
            assertThat(byPath.obstacle(address).orElseThrow())
                    .startsWith("GET / got no response (")
                    .contains(
                            "Received fatal alert: ", "certificate of the client", "--ready port");
            var byPort = Readiness.of(new Ready.Port(), LONG, PortSource.PLACEHOLDER);
            assertThat(byPort.obstacle(address)).isEmpty();
        }
    }

    @Test
    void another_address_is_named() throws Exception {
        int port = freePort("127.0.0.2");
        try (var service = start("127.0.0.2", port)) {
            var _ = awaitUrl();
            var readiness = Readiness.of(new Ready.Port(), Duration.ZERO, PortSource.PLACEHOLDER);
            assertThat(readiness.await(service))
                    .contains(
                            "was not ready within 0.0 s: it does not listen on port %d; it listens on 127.0.0.2:%d only: configure it to listen on 127.0.0.1, or on all addresses"
                                    .formatted(port, port));
        }
    }

    /// An application server responds with 404 until it has deployed the application.
    @Test
    void a_path_that_is_not_found_may_still_come() throws Exception {
        var authority = TlsIdentity.authority("authority");
        var context = authority.issue("localhost").context(authority);
        var readiness = Readiness.of(new Ready.Http("/"), LONG, PortSource.PLACEHOLDER);
        var missing = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
        var redirect = "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n";
        try (var server = new TlsServer(TlsServer.plainOr(missing, context, missing))) {
            assertThat(readiness.obstacle(server.address("localhost")))
                    .contains("GET / responds with status 404");
        }
        try (var server = new TlsServer(TlsServer.plainOr(redirect, context, redirect))) {
            assertThat(readiness.obstacle(server.address("localhost"))).isEmpty();
        }
    }

    /// At the limit, and where it was so for long enough, 404 is the response of the service.
    @Test
    void a_path_that_is_never_found_is_ready_at_the_time_limit() throws Exception {
        var loopback = InetAddress.ofLiteral("127.0.0.1");
        try (var service = start(loopback.getHostAddress(), 0)) {
            service.listensOn(new InetSocketAddress(loopback, URI.create(awaitUrl()).getPort()));
            var readiness =
                    Readiness.of(new Ready.Http("/none"), Duration.ZERO, PortSource.PLACEHOLDER);
            assertThat(readiness.await(service)).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "PLACEHOLDER, -D, port: 8080",
        "VARIABLES, write {port} in the command, port: 8080",
        "FIXED, correct port, port: 8080",
    })
    void another_port_is_told_by_how_the_service_learns_its_own(
            PortSource source, String remedy, String other) {
        assertThat(Readiness.of(new Ready.Port(), LONG, source).otherPort(8080))
                .contains(remedy, other);
    }

    @ParameterizedTest
    @CsvSource({
        "Caused by: java.net.BindException: Address already in use, true",
        "Port 8080 was already in use., true",
        "Port 8080 seems to be in use by another process, true",
        "Error: listen EADDRINUSE: address already in use :::8080, true",
        "Port 8080 listens, false",
    })
    void a_port_that_is_taken_is_known_by_what_frameworks_print(String line, boolean taken) {
        assertThat(Readiness.isPortTaken(line)).isEqualTo(taken);
    }

    @Test
    void a_service_that_ends_without_a_fault_is_told_of_its_input() throws Exception {
        var ended = messageOf("exit 0");
        assertThat(ended).contains("exit code 0 before it was ready", "standard input");
        assertThat(messageOf("exit 3")).doesNotContain("standard input");
        assertThat(messageOf("echo Port 8080 was already in use; exit 1")).contains("a port taken");
    }

    private String messageOf(String script) throws Exception {
        try (var service = service(new ProcessBuilder("sh", "-c", script), 1)) {
            var readiness = Readiness.of(new Ready.Port(), LONG, PortSource.PLACEHOLDER);
            return readiness.await(service).orElseThrow();
        }
    }

    /// It never comes where the service ends, as where its port is taken meanwhile.
    private String awaitUrl() throws Exception {
        return listens.get(1, TimeUnit.MINUTES).substring(URL.length());
    }

    private static int freePort(String address) {
        try (var probe = new ServerSocket(0, 1, InetAddress.ofLiteral(address))) {
            return probe.getLocalPort();
        } catch (IOException e) {
            Assumptions.abort("this machine has no " + address);
            throw new IllegalStateException(e);
        }
    }

    private ServiceProcess start(String address, int port) throws IOException {
        var java = ScriptableProcess.java();
        return service(
                new ProcessBuilder(
                        java,
                        "-m",
                        "jdk.httpserver",
                        "-b",
                        address,
                        "-p",
                        Integer.toString(port),
                        "-d",
                        folder.toString()),
                port);
    }

    private ServiceProcess service(ProcessBuilder builder, int port) throws IOException {
        return ServiceProcess.start(
                builder,
                new ServiceMark(LAB, 1, Optional.empty(), Optional.empty()),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                Optional.empty(),
                new ServerLog(folder.resolve("server.log"), Optional.empty()),
                line -> {
                    if (line.startsWith(URL)) {
                        listens.complete(line);
                    }
                });
    }
}
