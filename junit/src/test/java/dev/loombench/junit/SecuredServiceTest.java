package dev.loombench.junit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.loombench.load.tls.TlsIdentity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult.Status;

/// An objective of a service with TLS, whose certificate no authority has signed.
class SecuredServiceTest {
    private static volatile int port;

    private HttpsServer server;

    @BeforeEach
    void start() throws IOException {
        var own = TlsIdentity.selfSigned("127.0.0.1");
        server =
                HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setHttpsConfigurator(new HttpsConfigurator(own.context(own)));
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        exchange.sendResponseHeaders(204, -1);
                    }
                });
        server.start();
        port = server.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    static final class Unchecked {
        @ServiceUrl final String url = "https://127.0.0.1:" + port;

        @Test
        @HoldsObjective(
                value = "p99<1us",
                rate = 200,
                insecure = true,
                warmUp = "100ms",
                duration = "2s")
        void cannot_hold() {}
    }

    /// No response over a socket takes a microsecond.
    @Test
    void a_load_goes_over_tls() {
        var ended = AnnotatedTests.run(Unchecked.class);
        assertThat(ended.status()).isEqualTo(Status.FAILED);
        assertThat(ended.message())
                .startsWith(
                        "@HoldsObjective: p99<1us does not hold at 200/s by GET https://127.0.0.1:%d/"
                                .formatted(port))
                .containsPattern(" responses in [2-7]"); // by default 10 s
    }

    static final class Checked {
        @ServiceUrl final String url = "https://127.0.0.1:" + port;

        @Test
        @HoldsObjective(value = "p99<9s", rate = 200)
        void is_not_trusted() {}
    }

    @Test
    void a_certificate_is_checked() {
        var ended = AnnotatedTests.run(Checked.class);
        assertThat(ended.status()).isEqualTo(Status.FAILED);
        assertThat(ended.message()).contains("certificate");
    }

    static final class Plain {
        @ServiceUrl final String url = "http://127.0.0.1:" + port;

        @Test
        @HoldsObjective(value = "p99<9s", rate = 200, insecure = true)
        void is_wrong() {}
    }

    @Test
    void a_plain_address_has_no_certificate() {
        assertThat(AnnotatedTests.run(Plain.class).message())
                .startsWith("@HoldsObjective: insecure goes with an address of https");
    }
}
