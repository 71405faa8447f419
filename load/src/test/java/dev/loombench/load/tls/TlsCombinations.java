package dev.loombench.load.tls;

import dev.loombench.load.AvailableTransports;
import dev.loombench.load.tls.openssl.OpenSsl;
import dev.loombench.load.transport.TransportChoice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.provider.Arguments;

/// The transports and the libraries of TLS that this machine has, each with each.
public final class TlsCombinations {
    private TlsCombinations() {}

    static List<Arguments> all() throws IOException {
        var transports = new ArrayList<>(List.of(TransportChoice.NIO));
        if (AvailableTransports.hasUring()) {
            transports.add(TransportChoice.IO_URING);
        }
        var libraries = new ArrayList<>(List.of(TlsChoice.JDK));
        if (OpenSsl.unavailableReason().isEmpty()) {
            libraries.add(TlsChoice.OPENSSL);
        }
        return transports.stream()
                .flatMap(transport -> libraries.stream().map(l -> Arguments.of(transport, l)))
                .toList();
    }
}
