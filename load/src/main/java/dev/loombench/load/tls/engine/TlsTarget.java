package dev.loombench.load.tls.engine;

import java.net.IDN;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SNIHostName;

/// The server of a load, as TLS names it.
///
/// @param host that its certificate must be for: a name, or an address as a literal
/// @param serverName the name to send, so that a server with several certificates chooses; empty
///   for an address, and for a name that servers on the JDK refuse
/// @param protocols names in ALPN, the preferred one first; none are offered where it is empty
public record TlsTarget(
        String host, int port, Optional<String> serverName, List<String> protocols) {
    public TlsTarget {
        protocols = List.copyOf(protocols);
    }

    /// Source: RFC 6066, section 3: literal addresses are not permitted as server names.
    public static TlsTarget of(InetSocketAddress target, List<String> protocols) {
        var host = target.getHostString();
        if (isAddress(host)) {
            return new TlsTarget(certified(host), target.getPort(), Optional.empty(), protocols);
        }
        var name = asSent(host);
        var sent = Optional.of(name).filter(TlsTarget::isOfStandard);
        return new TlsTarget(name, target.getPort(), sent, protocols);
    }

    /// Whether the certificate must be for an address, and not for a name.
    public boolean isAddress() {
        return isAddress(host);
    }

    /// Whether the JDK checks certificates for the host: for an address, and for a name of the
    /// standard.
    public boolean isCheckedByJdk() {
        return isAddress() || serverName.isPresent();
    }

    /// Whether the labels of a name have letters, digits and hyphens alone, and no hyphen at an
    /// end. Docker gives names with underscores: a server on the JDK ends the handshake, and the
    /// clients of the JDK send none.
    private static boolean isOfStandard(String name) {
        try {
            return !new SNIHostName(name).getAsciiName().isEmpty();
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /// An address as certificates have it: of IPv6 without the name of the interface, of IPv4 in
    /// four parts, where `127.1` has two.
    private static String certified(String address) {
        return address.contains(":")
                ? address.replaceFirst("%.*", "")
                : InetAddress.ofLiteral(address).getHostAddress();
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
