package dev.loombench.load.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.traffic.TlsPolicy;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.io.TempDir;

/// Servers of TLS by script, and clients of a load that meet them, over a transport and a library.
abstract class TlsFaults {
    static final TlsIdentity AUTHORITY = TlsIdentity.authority("authority");
    static final TlsIdentity OTHER = TlsIdentity.authority("other");
    static final TlsIdentity SERVER = AUTHORITY.issue("localhost", "127.0.0.1");
    private static final int HEADER = 5;

    final TransportChoice transport;
    final TlsChoice library;
    @TempDir Path folder;

    TlsFaults(TransportChoice transport, TlsChoice library) {
        this.transport = transport;
        this.library = library;
    }

    TlsPolicy policy() {
        return policy(Optional.empty());
    }

    TlsPolicy policy(Optional<TlsPolicy.Version> version) {
        var file = AUTHORITY.certificateFile(folder, "authority.pem");
        return new TlsPolicy(
                true, Optional.of(file), Optional.empty(), Optional.empty(), version, true);
    }

    String outcome(TlsServer.Script script, TlsPolicy policy, String host) throws IOException {
        try (var server = new TlsServer(script);
                var client = new TlsClient(transport, library, server.address(host), policy)) {
            return client.outcome();
        }
    }

    DynamicTest fault(String name, TlsServer.Script script, ErrorKind... expected) {
        return DynamicTest.dynamicTest(
                name,
                () ->
                        assertThat(outcome(script, policy(), "localhost"))
                                .isIn(Arrays.stream(expected).map(Enum::name).toList()));
    }

    /// Reads the client's first record, sends bytes, and closes.
    static TlsServer.Script answering(byte[] bytes) {
        return socket -> {
            readRecord(socket);
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            socket.shutdownOutput();
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        };
    }

    static TlsServer.Script answering(String hex) {
        return answering(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    static byte[] readRecord(Socket socket) throws IOException {
        var in = socket.getInputStream();
        var header = in.readNBytes(HEADER);
        if (header.length < HEADER) {
            throw new EOFException("the client has closed");
        }
        int length = ((header[3] & 0xFF) << 8) | (header[4] & 0xFF);
        var record = Arrays.copyOf(header, HEADER + length);
        in.readNBytes(record, HEADER, length);
        return record;
    }

    TlsClient client(TlsServer server, TlsPolicy policy) throws IOException {
        return new TlsClient(transport, library, server.address("localhost"), policy);
    }
}
