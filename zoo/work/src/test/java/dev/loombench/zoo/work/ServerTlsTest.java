package dev.loombench.zoo.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The certificate that a server makes for itself, and TLS with it.
class ServerTlsTest {
    private static ServerTls of(String kind) {
        var options =
                Options.parse(List.of(ServerTls.OPTION), "--model", "virtual", "--tls", kind);
        return ServerTls.of(options).orElseThrow();
    }

    @Test
    void plain_tcp_is_the_default() {
        assertThat(ServerTls.of(Options.parse("--model", "virtual"))).isEmpty();
    }

    @Test
    void an_unknown_kind_is_refused() {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> of("dsa"))
                .withMessage("--tls must be ec or rsa, was \"dsa\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ec", "rsa"})
    void the_certificate_is_valid_for_loopback(String kind) throws Exception {
        var tls = of(kind);
        var store = tls.keyStore();
        var certificate = (X509Certificate) store.getCertificate(store.aliases().nextElement());
        certificate.checkValidity();
        certificate.verify(certificate.getPublicKey());
        assertThat(certificate.getPublicKey().getAlgorithm()).isEqualToIgnoringCase(kind);
        assertThat(certificate.getSubjectAlternativeNames().toString())
                .contains("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1");
        assertThat(tls.certificatePem()).startsWith("-----BEGIN CERTIFICATE-----\n");
        assertThat(tls.privateKeyPem()).endsWith("\n-----END PRIVATE KEY-----\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ec", "rsa"})
    void a_client_that_trusts_the_certificate_connects(String kind) throws Exception {
        var tls = of(kind);
        var loopback = InetAddress.getLoopbackAddress();
        try (var listener =
                (SSLServerSocket)
                        tls.context().getServerSocketFactory().createServerSocket(0, 1, loopback)) {
            var server =
                    Thread.ofVirtual()
                            .start(() -> {
                                try (var socket = listener.accept()) {
                                    socket.getOutputStream().write('x');
                                } catch (IOException e) {
                                    throw new AssertionError(e);
                                }
                            });
            try (var client =
                    (SSLSocket)
                            trusting(tls).getSocketFactory()
                                    .createSocket(loopback, listener.getLocalPort())) {
                var parameters = client.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                client.setSSLParameters(parameters);
                assertThat(client.getInputStream().read()).isEqualTo('x');
            }
            server.join();
        }
    }

    private static SSLContext trusting(ServerTls tls) throws Exception {
        var store = KeyStore.getInstance("PKCS12");
        store.load(
                new ByteArrayInputStream(tls.keyStoreBytes()), tls.password().toCharArray());
        var trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("zoo", store.getCertificate(store.aliases().nextElement()));
        var managers =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        var context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
