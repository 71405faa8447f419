package dev.loombench.load.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.tls.certificate.TlsMaterial;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.TlsPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Bytes, handshakes and what they agree, over every transport and library.
@ParameterizedClass
@MethodSource("dev.loombench.load.tls.TlsCombinations#all")
class TlsTransportTest {
    private static final TlsIdentity AUTHORITY = TlsIdentity.authority("authority");
    private static final TlsIdentity SERVER = AUTHORITY.issue("localhost", "127.0.0.1");
    private static final SSLContext CONTEXT = SERVER.context(AUTHORITY);

    private final TransportChoice transport;
    private final TlsChoice library;
    @TempDir private Path folder;

    TlsTransportTest(TransportChoice transport, TlsChoice library) {
        this.transport = transport;
        this.library = library;
    }

    private TlsPolicy policy(Optional<TlsPolicy.Version> version, boolean resumption) {
        var file = AUTHORITY.certificateFile(folder, "authority.pem");
        return new TlsPolicy(
                true, Optional.of(file), Optional.empty(), Optional.empty(), version, resumption);
    }

    private TlsPolicy policy() {
        return policy(Optional.empty(), true);
    }

    private TlsClient client(TlsServer server, String host, TlsPolicy policy) throws Exception {
        return new TlsClient(transport, library, server.address(host), policy);
    }

    private static void awaitOpened(TlsClient client) throws Exception {
        client.transport.connect(0);
        client.awaitThat(() -> client.events.equals(List.of("opened")));
    }

    private static void awaitHello(TlsClient client) throws Exception {
        client.bytes.reset();
        client.transport.connect(0);
        client.awaitThat(() -> client.text().endsWith("hello"));
    }

    @Test
    void a_request_is_answered_in_both_versions() throws Exception {
        for (var version : TlsPolicy.Version.values()) {
            try (var server = new TlsServer(TlsServer.hello(CONTEXT));
                    var client = client(server, "localhost", policy(Optional.of(version), true))) {
                awaitHello(client);
                var handshake = requireNonNull(client.transport.handshake(0));
                assertThat(handshake.version()).isEqualTo("TLSv" + version.label());
                assertThat(handshake.nanos()).isPositive();
                assertThat(handshake.cipherSuite()).startsWith("TLS_");
                client.transport.send(0, TlsClient.GET);
                int both = 2 * TlsServer.HELLO.length();
                client.awaitThat(() -> client.bytes.size() == both);
            }
        }
    }

    @Test
    void an_address_is_checked_as_a_name_is() throws Exception {
        try (var server = new TlsServer(TlsServer.hello(CONTEXT));
                var client = client(server, "127.0.0.1", policy())) {
            awaitHello(client);
        }
    }

    @Test
    void an_address_of_ipv6_is_checked_too() throws Exception {
        var named = AUTHORITY.issue("::1").context(AUTHORITY);
        try (var server = new TlsServer(TlsServer.hello(named));
                var client = client(server, "::1", policy())) {
            awaitHello(client);
        }
    }

    /// Docker gives services names with an underscore, and a user may end one with a hyphen.
    @Test
    void names_that_are_not_of_the_standard_are_checked_as_others() throws Exception {
        for (var host : List.of("my_service", "web-")) {
            var named = AUTHORITY.issue(host).context(AUTHORITY);
            try (var server = new TlsServer(TlsServer.hello(named));
                    var client = client(server, host, policy())) {
                awaitHello(client);
            }
        }
    }

    @Test
    void any_certificate_is_accepted_without_a_check() throws Exception {
        var self = TlsIdentity.selfSigned("elsewhere.example").context(AUTHORITY);
        try (var server = new TlsServer(TlsServer.hello(self));
                var client = client(server, "localhost", TlsPolicy.DEFAULT.unverified())) {
            awaitHello(client);
        }
    }

    @Test
    void a_certificate_can_be_its_own_authority() throws Exception {
        var self = TlsIdentity.selfSigned("localhost");
        var trusted =
                new TlsPolicy(
                        true,
                        Optional.of(self.certificateFile(folder, "self.pem")),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        true);
        try (var server = new TlsServer(TlsServer.hello(self.context(AUTHORITY)));
                var client = client(server, "localhost", trusted)) {
            awaitHello(client);
        }
    }

    /// Several records of 16 KiB, which a socket does not take at once.
    @Test
    void megabytes_arrive_in_both_directions() throws Exception {
        byte[] bytes = new byte[2 << 20];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31 ^ i >> 8 ^ i >> 16);
        }
        try (var server =
                        new TlsServer(socket -> {
                            try (var secured = TlsServer.secure(socket, CONTEXT)) {
                                var read = secured.getInputStream().readNBytes(bytes.length);
                                secured.getOutputStream().write(read);
                            }
                        });
                var client = client(server, "localhost", policy())) {
            client.sends(EncodedRequest.of(bytes));
            client.transport.connect(0);
            client.awaitThat(() -> client.bytes.size() == bytes.length);
            assertThat(client.bytes.toByteArray()).isEqualTo(bytes);
            assertThat(client.transport.isSending(0)).isFalse();
        }
    }

    /// Each byte of the server comes in a segment of its own, so that records come in parts.
    @Test
    void records_in_single_bytes_are_put_together() throws Exception {
        try (var behind = new TlsServer(TlsServer.hello(CONTEXT));
                var server = new TlsServer(new ByteByByte(behind.address("localhost")));
                var client = client(server, "localhost", policy())) {
            awaitHello(client);
        }
    }

    /// In TLS 1.3 a session comes at any time, here on a connection that has no response.
    @Test
    void a_session_that_comes_after_the_last_response_is_resumed() throws Exception {
        BlockingQueue<Boolean> read = new LinkedBlockingQueue<>();
        try (var server =
                        new TlsServer(socket -> {
                            try (var secured = TlsServer.secure(socket, CONTEXT)) {
                                read.add(TlsServer.readRequest(secured));
                                TlsServer.readRequest(secured); // up to the end
                            }
                        });
                var client = client(server, "localhost", policy())) {
            awaitOpened(client);
            client.awaitThat(() -> !read.isEmpty());
            client.transport.await(System.nanoTime(), client); // the session came before
            client.transport.close(0);
            client.events.clear();
            awaitOpened(client);
            assertThat(requireNonNull(client.transport.handshake(0)).resumed()).isTrue();
        }
    }

    @Test
    void a_session_is_resumed_unless_that_is_forbidden() throws Exception {
        for (var version : TlsPolicy.Version.values()) {
            for (boolean resumption : List.of(true, false)) {
                try (var server = new TlsServer(TlsServer.hello(CONTEXT));
                        var client =
                                client(
                                        server,
                                        "localhost",
                                        policy(Optional.of(version), resumption))) {
                    for (int i = 0; i < 3; i++) {
                        awaitHello(client);
                        var handshake = requireNonNull(client.transport.handshake(0));
                        assertThat(handshake.resumed())
                                .as("%s, connection %d", version, i)
                                .isEqualTo(resumption && i > 0);
                        client.transport.close(0);
                    }
                }
            }
        }
    }

    @Test
    void the_server_learns_the_name_and_not_an_address() throws Exception {
        BlockingQueue<String> names = new LinkedBlockingQueue<>();
        try (var server =
                new TlsServer(socket -> {
                    try (var secured = TlsServer.secure(socket, CONTEXT)) {
                        secured.startHandshake();
                        var session = (ExtendedSSLSession) secured.getSession();
                        names.add(session.getRequestedServerNames().toString());
                        TlsServer.readRequest(secured);
                        TlsServer.write(secured, TlsServer.HELLO);
                    }
                })) {
            try (var client = client(server, "localhost", policy())) {
                awaitHello(client);
                assertThat(names.take()).contains("localhost");
            }
            try (var client = client(server, "127.0.0.1", policy())) {
                awaitHello(client);
                assertThat(names.take()).isEqualTo("[]");
            }
        }
    }

    @Test
    void http_1_1_is_offered_and_agreed() throws Exception {
        try (var server =
                        new TlsServer(socket -> {
                            try (var secured = TlsServer.secure(socket, CONTEXT)) {
                                var parameters = secured.getSSLParameters();
                                parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
                                secured.setSSLParameters(parameters);
                                TlsServer.readRequest(secured);
                                TlsServer.write(secured, TlsServer.HELLO);
                            }
                        });
                var client = client(server, "localhost", policy())) {
            awaitHello(client);
            assertThat(client.transport.applicationProtocol(0)).isEqualTo("http/1.1");
        }
    }

    @Test
    void a_certificate_of_the_client_is_sent() throws Exception {
        var own = AUTHORITY.issue("client");
        BlockingQueue<String> clients = new LinkedBlockingQueue<>();
        var policy =
                new TlsPolicy(
                        true,
                        policy().authorities(),
                        Optional.of(own.certificateFile(folder, "client.pem")),
                        Optional.of(own.keyFile(folder, "client.key")),
                        Optional.empty(),
                        true);
        try (var server =
                        new TlsServer(socket -> {
                            try (var secured = TlsServer.secure(socket, CONTEXT)) {
                                secured.setNeedClientAuth(true);
                                secured.startHandshake();
                                var session = secured.getSession();
                                clients.add(session.getPeerPrincipal().getName());
                                TlsServer.readRequest(secured);
                                TlsServer.write(secured, TlsServer.HELLO);
                            }
                        });
                var client = client(server, "localhost", policy)) {
            awaitHello(client);
            assertThat(clients.take()).isEqualTo("CN=issued");
        }
    }

    @Test
    void files_that_are_not_what_they_should_be_are_explained() throws Exception {
        var text = Files.writeString(folder.resolve("text"), "no block");
        var key = SERVER.keyFile(folder, "key.pem");
        var encrypted =
                Files.writeString(
                        folder.resolve("encrypted"),
                        TlsIdentity.pem("ENCRYPTED PRIVATE KEY", "x".getBytes(US_ASCII)));
        var certificate = SERVER.certificateFile(folder, "certificate.pem");
        assertMistake("is no PEM file", Optional.of(text), Optional.empty(), Optional.empty());
        assertMistake(
                "has no certificate, only PRIVATE KEY",
                Optional.of(key),
                Optional.empty(),
                Optional.empty());
        assertMistake(
                "has no private key, only CERTIFICATE",
                Optional.empty(),
                Optional.of(certificate),
                Optional.empty());
        assertMistake(
                "is encrypted; decrypt it first",
                Optional.empty(),
                Optional.of(certificate),
                Optional.of(encrypted));
    }

    private static void assertMistake(
            String message,
            Optional<Path> authorities,
            Optional<Path> certificate,
            Optional<Path> key) {
        var policy = new TlsPolicy(true, authorities, certificate, key, Optional.empty(), true);
        assertThatThrownBy(() -> TlsMaterial.read(policy))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining(message);
    }
}
