package dev.loombench.load.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.transport.TransportChoice;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// What a hostile or wrong server does becomes a kind of error, over every transport and library,
/// and never a hang.
@ParameterizedClass
@MethodSource("dev.loombench.load.tls.TlsCombinations#all")
class TlsFaultsTest extends TlsFaults {
    TlsFaultsTest(TransportChoice transport, TlsChoice library) {
        super(transport, library);
    }

    @TestFactory
    Stream<DynamicTest> servers_that_do_not_speak_tls() {
        return Stream.of(
                        "HTTP/1.1 400 Bad Request\r\n\r\n", "SSH-2.0-x\r\n", "220 mail\r\n", "\0\0")
                .map(text ->
                        fault(text.strip(), answering(text.getBytes(US_ASCII)), ErrorKind.NOT_TLS));
    }

    /// In the words of the library.
    @Test
    void what_is_malformed_is_said() throws IOException {
        try (var server = new TlsServer(answering("16 03 03 00 04 63 00 00 00"));
                var client =
                        new TlsClient(transport, library, server.address("localhost"), policy())) {
            assertThat(client.outcome()).isEqualTo(ErrorKind.TLS_PROTOCOL.name());
            assertThat(client.faults).hasSize(1).noneMatch(String::isBlank);
        }
    }

    /// Where two kinds are named, the libraries notice the fault before or after the end of the
    /// connection.
    @TestFactory
    Stream<DynamicTest> malformed_handshakes() {
        return Stream.of(
                fault("a record of SSL 2", answering("80 2e 01 03"), ErrorKind.NOT_TLS),
                fault("a heartbeat", answering("18 03 03 00 02 01 00"), ErrorKind.NOT_TLS),
                fault("no byte", answering(""), ErrorKind.TLS_HANDSHAKE),
                fault("half a header", answering("16 03"), ErrorKind.TLS_HANDSHAKE),
                fault("half a record", answering("16 03 03 00 10 02"), ErrorKind.TLS_HANDSHAKE),
                fault(
                        "a record of 65,535 bytes",
                        answering("16 03 03 ff ff 02"),
                        ErrorKind.TLS_PROTOCOL,
                        ErrorKind.TLS_HANDSHAKE),
                fault(
                        "version 0",
                        answering("16 00 00 00 04 02 00 00 00"),
                        ErrorKind.TLS_PROTOCOL,
                        ErrorKind.TLS_VERSION),
                fault(
                        "version 9",
                        answering("16 09 09 00 04 02 00 00 00"),
                        ErrorKind.TLS_PROTOCOL,
                        ErrorKind.TLS_VERSION),
                fault(
                        "an empty record of a handshake",
                        answering("16 03 03 00 00"),
                        ErrorKind.TLS_PROTOCOL,
                        ErrorKind.TLS_HANDSHAKE),
                fault(
                        "an empty hello",
                        answering("16 03 03 00 04 02 00 00 00"),
                        ErrorKind.TLS_PROTOCOL),
                fault(
                        "a hello of zeros",
                        answering("16 03 03 00 0a 02 00 00 06 00 00 00 00 00 00"),
                        ErrorKind.TLS_PROTOCOL,
                        ErrorKind.TLS_VERSION),
                fault(
                        "a certificate before the hello",
                        answering("16 03 03 00 04 0b 00 00 00"),
                        ErrorKind.TLS_PROTOCOL),
                fault(
                        "a finish before the hello",
                        answering("16 03 03 00 04 14 00 00 00"),
                        ErrorKind.TLS_PROTOCOL),
                fault(
                        "an unknown message",
                        answering("16 03 03 00 04 63 00 00 00"),
                        ErrorKind.TLS_PROTOCOL),
                fault(
                        "a request for a hello, and nothing more",
                        answering("16 03 03 00 04 00 00 00 00"),
                        ErrorKind.TLS_PROTOCOL,
                        ErrorKind.TLS_HANDSHAKE),
                fault(
                        "data before the hello",
                        answering("17 03 03 00 05 68 65 6c 6c 6f"),
                        ErrorKind.TLS_PROTOCOL),
                fault(
                        "a change of the cipher, and nothing more",
                        answering("14 03 03 00 01 01"),
                        ErrorKind.TLS_PROTOCOL,
                        ErrorKind.TLS_HANDSHAKE),
                fault(
                        "the client's own hello",
                        socket -> {
                            socket.getOutputStream().write(readRecord(socket));
                            socket.shutdownOutput();
                            readRecord(socket);
                        },
                        ErrorKind.TLS_PROTOCOL),
                fault(
                        "a reset",
                        socket -> {
                            readRecord(socket);
                            socket.setSoLinger(true, 0);
                        },
                        ErrorKind.TLS_HANDSHAKE));
    }

    @TestFactory
    Stream<DynamicTest> alerts_during_the_handshake() {
        return Stream.of(
                alert(40, "handshake_failure", ErrorKind.TLS_ALERT),
                alert(47, "illegal_parameter", ErrorKind.TLS_ALERT),
                alert(49, "access_denied", ErrorKind.TLS_ALERT),
                alert(70, "protocol_version", ErrorKind.TLS_VERSION),
                alert(80, "internal_error", ErrorKind.TLS_ALERT),
                alert(112, "unrecognized_name", ErrorKind.TLS_ALERT),
                alert(120, "no_application_protocol", ErrorKind.TLS_ALPN),
                fault(
                        "a notice of the end",
                        answering("15 03 03 00 02 01 00"),
                        ErrorKind.TLS_HANDSHAKE,
                        ErrorKind.TLS_PROTOCOL),
                fault(
                        "half an alert",
                        answering("15 03 03 00 01 02"),
                        ErrorKind.TLS_PROTOCOL,
                        ErrorKind.TLS_HANDSHAKE),
                fault(
                        "an alert of an unknown level",
                        answering("15 03 03 00 02 09 28"),
                        ErrorKind.TLS_PROTOCOL,
                        ErrorKind.TLS_ALERT));
    }

    private DynamicTest alert(int number, String name, ErrorKind expected) {
        var hex = "15 03 03 00 02 02 " + HexFormat.of().toHexDigits((byte) number);
        return DynamicTest.dynamicTest(
                "alert " + number,
                () -> {
                    try (var server = new TlsServer(answering(hex));
                            var client = client(server, policy())) {
                        assertThat(client.outcome()).isEqualTo(expected.name());
                        assertThat(client.alerts).containsExactly(name);
                    }
                });
    }

    /// After the handshake and the request, bytes that are not of TLS, or no more bytes.
    @TestFactory
    Stream<DynamicTest> faults_in_a_response() {
        return Stream.of("TLSv1.2", "TLSv1.3")
                .flatMap(version ->
                        Stream.of(
                                response(version, "", "", ErrorKind.TLS_TRUNCATED),
                                response(
                                        version,
                                        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhell",
                                        "",
                                        ErrorKind.TLS_TRUNCATED),
                                response(
                                        version,
                                        "HTTP/1.1 200 OK\r\n\r\nuntil the end",
                                        "",
                                        ErrorKind.TLS_TRUNCATED),
                                response(
                                        version,
                                        "HTTP/1.1 200 OK\r\n",
                                        "17 03 03 00 20 " + "00 ".repeat(32),
                                        ErrorKind.TLS_PROTOCOL),
                                response(
                                        version,
                                        "HTTP/1.1 200 OK\r\n",
                                        "48 54 54 50 2f 31 2e 31 20",
                                        ErrorKind.TLS_PROTOCOL),
                                response(
                                        version,
                                        "",
                                        "17 03 03 00 05 68 65 6c 6c 6f",
                                        ErrorKind.TLS_PROTOCOL),
                                response(
                                        version,
                                        "",
                                        "15 03 03 00 02 02 28",
                                        ErrorKind.TLS_PROTOCOL,
                                        ErrorKind.TLS_ALERT),
                                response(
                                        version,
                                        "",
                                        "17 03 03 ff ff 00",
                                        ErrorKind.TLS_PROTOCOL,
                                        ErrorKind.TLS_TRUNCATED)));
    }

    private DynamicTest response(
            String version, String encrypted, String raw, ErrorKind... expected) {
        SSLContext context = SERVER.context(AUTHORITY);
        return fault(
                "%s: \"%s\" and %s".formatted(version, encrypted.strip(), raw.strip()),
                socket -> {
                    var secured = TlsServer.secure(socket, context, version);
                    TlsServer.readRequest(secured);
                    TlsServer.write(secured, encrypted);
                    socket.getOutputStream().write(HexFormat.of().parseHex(raw.replace(" ", "")));
                    socket.shutdownOutput();
                    socket.getInputStream().transferTo(OutputStream.nullOutputStream());
                },
                expected);
    }

    @Test
    void a_reset_while_the_request_leaves_is_a_reset() throws Exception {
        var context = SERVER.context(AUTHORITY);
        TlsServer.Script script =
                socket -> {
                    TlsServer.secure(socket, context, "TLSv1.3").startHandshake();
                    socket.setSoLinger(true, 0);
                };
        assertThat(outcome(script, policy(), "localhost")).isEqualTo("RESET");
    }

    @Test
    void a_notice_of_the_end_within_a_response_is_no_truncation() throws Exception {
        var context = SERVER.context(AUTHORITY);
        TlsServer.Script script =
                socket -> {
                    try (var secured = TlsServer.secure(socket, context)) {
                        TlsServer.readRequest(secured);
                        TlsServer.write(secured, "HTTP/1.1 200 OK\r\n\r\nuntil the end");
                    }
                };
        assertThat(outcome(script, policy(), "localhost")).isEqualTo("ended");
    }

    /// OpenSSL refuses another handshake, and a server of the JDK ends the connection for that.
    @Test
    void a_server_that_renegotiates_is_followed_or_ends_the_connection() throws Exception {
        var context = SERVER.context(AUTHORITY);
        TlsServer.Script script =
                socket -> {
                    try (var secured = TlsServer.secure(socket, context, "TLSv1.2")) {
                        TlsServer.readRequest(secured);
                        secured.addHandshakeCompletedListener(_ -> writeHello(secured));
                        secured.startHandshake(); // again: a request for a hello in TLS 1.2
                        TlsServer.readRequest(secured); // up to the end
                    }
                };
        try (var server = new TlsServer(script);
                var client = client(server, policy())) {
            client.transport.connect(0);
            client.awaitThat(
                    () -> client.text().equals(TlsServer.HELLO) || client.events.size() > 1);
            if (library == TlsChoice.JDK) {
                assertThat(client.events).containsExactly("opened");
            } else {
                assertThat(client.events).containsExactly("opened", "TLS_ALERT");
                assertThat(client.alerts).containsExactly("handshake_failure");
            }
        }
    }

    private static void writeHello(Socket socket) {
        try {
            TlsServer.write(socket, TlsServer.HELLO);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void a_handshake_that_stands_still_is_a_timeout_of_tls() throws Exception {
        var read = new CountDownLatch(1);
        var done = new CountDownLatch(1);
        try (var server =
                        new TlsServer(socket -> {
                            readRecord(socket);
                            read.countDown();
                            done.await();
                        });
                var client =
                        new TlsClient(transport, library, server.address("localhost"), policy())) {
            client.transport.connect(0);
            client.awaitThat(() -> read.getCount() == 0);
            assertThat(client.transport.openingTimeout(0)).isEqualTo(ErrorKind.TLS_TIMEOUT);
            assertThat(client.events).isEqualTo(List.of());
            done.countDown();
        }
    }

    @Test
    void there_are_at_least_forty() {
        var ofCertificates = new TlsCertificatesTest(transport, library);
        var faults =
                Stream.of(
                                servers_that_do_not_speak_tls(),
                                malformed_handshakes(),
                                alerts_during_the_handshake(),
                                ofCertificates.certificates(),
                                ofCertificates.versions(),
                                ofCertificates.certificates_of_the_client(),
                                faults_in_a_response())
                        .flatMap(Function.identity());
        assertThat(faults).hasSizeGreaterThanOrEqualTo(40);
    }
}
