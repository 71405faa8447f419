package dev.loombench.load.tls.engine;

import java.net.IDN;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/// The server of a load, as TLS names it.
///
/// @param host that its certificate must be for: a name, or an address as a literal
/// @param serverName the name to send, so that a server with several certificates chooses; empty
///   for an address, and for a name that servers on the JDK refuse
/// @param protocols names in ALPN, the preferred one first; none are offered where it is empty
public record TlsTarget(
        String host, int port, Optional<String> serverName, List<String> protocols) {
    /// Docker gives such names. They are not of the standard: a server on the JDK ends the
    /// handshake, and the clients of the JDK send none.
    private static final char UNDERSCORE = '_';

    public TlsTarget {
        protocols = List.copyOf(protocols);
    }

    /// Source: RFC 6066, section 3: literal addresses are not permitted as server names.
    public static TlsTarget of(InetSocketAddress target, List<String> protocols) {
        var host = target.getHostString();
        if (isAddress(host)) {
            var address = host.replaceFirst("%.*", ""); // without the name of the interface
            return new TlsTarget(address, target.getPort(), Optional.empty(), protocols);
        }
        var name = asSent(host);
        var sent = Optional.of(name).filter(n -> n.indexOf(UNDERSCORE) < 0);
        return new TlsTarget(name, target.getPort(), sent, protocols);
    }

    /// Whether the certificate must be for an address, and not for a name.
    public boolean isAddress() {
        return isAddress(host);
    }

    /// Without the dot of a fully qualified name.
    private static String asSent(String host) {
        return IDN.toASCII(host.endsWith(".") ? host.substring(0, host.length() - 1) : host);
    }

    private static boolean isAddress(String host) {
        try {
            InetAddress.ofLiteral(host);
            return true;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
