package dev.loombench.load.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.traffic.TlsPolicy;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Certificates and versions of servers, and certificates that they ask for.
@ParameterizedClass
@MethodSource("dev.loombench.load.tls.TlsCombinations#all")
class TlsCertificatesTest extends TlsFaults {
    TlsCertificatesTest(TransportChoice transport, TlsChoice library) {
        super(transport, library);
    }

    @TestFactory
    Stream<DynamicTest> certificates() {
        return Stream.of(
                certificate(
                        "expired",
                        () ->
                                AUTHORITY.issue(
                                        Instant.now().minus(Duration.ofDays(9)),
                                        Instant.now().minus(Duration.ofDays(2)),
                                        "localhost"),
                        ErrorKind.TLS_CERTIFICATE_EXPIRED),
                certificate(
                        "below an authority that has expired",
                        () -> below(AUTHORITY, Duration.ofDays(-2)),
                        ErrorKind.TLS_CERTIFICATE_EXPIRED),
                certificate(
                        "below an unknown authority",
                        () -> below(OTHER, Duration.ofDays(2)),
                        ErrorKind.TLS_CERTIFICATE_ISSUER),
                certificate(
                        "below an unknown authority, by one that has expired",
                        () -> below(OTHER, Duration.ofDays(-2)),
                        ErrorKind.TLS_CERTIFICATE_ISSUER),
                certificate(
                        "not valid before tomorrow",
                        () ->
                                AUTHORITY.issue(
                                        Instant.now().plus(Duration.ofDays(1)),
                                        Instant.now().plus(Duration.ofDays(9)),
                                        "localhost"),
                        ErrorKind.TLS_CERTIFICATE),
                certificate(
                        "of another host",
                        () -> AUTHORITY.issue("elsewhere.example"),
                        ErrorKind.TLS_CERTIFICATE_HOST),
                certificate(
                        "of an address only",
                        () -> AUTHORITY.issue("127.0.0.1"),
                        ErrorKind.TLS_CERTIFICATE_HOST),
                certificate(
                        "of an unknown authority",
                        () -> OTHER.issue("localhost"),
                        ErrorKind.TLS_CERTIFICATE_ISSUER),
                certificate(
                        "signed by itself",
                        () -> TlsIdentity.selfSigned("localhost"),
                        ErrorKind.TLS_CERTIFICATE_SELF_SIGNED));
    }

    /// A server's certificate of an authority below another one.
    ///
    /// @param left time until that authority expires; negative once it has
    private static TlsIdentity below(TlsIdentity authority, Duration left) {
        return authority.intermediate("below", Instant.now().plus(left)).issue("localhost");
    }

    /// @param identity made by the test itself, as keys take time
    private DynamicTest certificate(
            String name, Supplier<TlsIdentity> identity, ErrorKind expected) {
        return DynamicTest.dynamicTest(
                name,
                () -> {
                    var script = TlsServer.hello(identity.get().context(AUTHORITY));
                    assertThat(outcome(script, policy(), "localhost")).isEqualTo(expected.name());
                });
    }

    /// Here that it is not valid before tomorrow.
    @Test
    void a_rare_reason_for_which_a_certificate_is_not_valid_is_in_words() throws Exception {
        var tomorrow = Instant.now().plus(Duration.ofDays(1));
        var early = AUTHORITY.issue(tomorrow, tomorrow.plus(Duration.ofDays(8)), "localhost");
        try (var server = new TlsServer(TlsServer.hello(early.context(AUTHORITY)));
                var client = client(server, policy())) {
            assertThat(client.outcome()).isEqualTo("TLS_CERTIFICATE");
            assertThat(client.faults).singleElement().asString().isNotBlank();
        }
    }

    @Test
    void a_certificate_of_another_address_is_refused() throws Exception {
        var elsewhere = AUTHORITY.issue("10.0.0.1", "localhost");
        assertThat(outcome(TlsServer.hello(elsewhere.context(AUTHORITY)), policy(), "127.0.0.1"))
                .isEqualTo("TLS_CERTIFICATE_HOST");
    }

    @Test
    void a_certificate_of_another_name_that_is_not_of_the_standard_is_refused() throws Exception {
        var elsewhere = AUTHORITY.issue("web_2", "web", "localhost").context(AUTHORITY);
        for (var host : List.of("web_1", "web-")) {
            assertThat(outcome(TlsServer.hello(elsewhere), policy(), host))
                    .isEqualTo("TLS_CERTIFICATE_HOST");
        }
    }

    @TestFactory
    Stream<DynamicTest> versions() {
        return Stream.of(
                DynamicTest.dynamicTest(
                        "only 1.2 where 1.3 is needed",
                        () -> assertVersion("TLSv1.2", TlsPolicy.Version.TLS_1_3)),
                DynamicTest.dynamicTest(
                        "only 1.3 where 1.2 is needed",
                        () -> assertVersion("TLSv1.3", TlsPolicy.Version.TLS_1_2)));
    }

    private void assertVersion(String ofServer, TlsPolicy.Version ofClient) throws IOException {
        var script = TlsServer.hello(SERVER.context(AUTHORITY), ofServer);
        assertThat(outcome(script, policy(Optional.of(ofClient)), "localhost"))
                .isEqualTo("TLS_VERSION");
    }

    @TestFactory
    Stream<DynamicTest> certificates_of_the_client() {
        return Stream.of("TLSv1.2", "TLSv1.3")
                .flatMap(version ->
                        Stream.of(
                                DynamicTest.dynamicTest(
                                        "none, " + version, () -> assertRefused(version, policy())),
                                DynamicTest.dynamicTest(
                                        "of an unknown authority, " + version,
                                        () -> assertRefused(version, strangerPolicy()))));
    }

    private TlsPolicy strangerPolicy() {
        var stranger = OTHER.issue("client");
        return new TlsPolicy(
                true,
                policy().authorities(),
                Optional.of(stranger.certificateFile(folder, "client.pem")),
                Optional.of(stranger.keyFile(folder, "client.key")),
                Optional.empty(),
                true);
    }

    private void assertRefused(String version, TlsPolicy policy) throws IOException {
        var script = TlsServer.requiringCertificate(SERVER.context(AUTHORITY), version);
        try (var server = new TlsServer(script);
                var client = client(server, policy)) {
            assertThat(client.outcome()).isEqualTo("TLS_CLIENT_CERTIFICATE");
            assertThat(client.alerts).hasSize(1);
        }
    }
}
