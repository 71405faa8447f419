package dev.loombench.base;

import dev.loombench.text.ConnectTo;
import dev.loombench.text.UrlText;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The address of a server, to which all connections go. A name may have several: the first of them
/// that accepts a connection is taken, as clients do.
///
/// @param address under the name of the URL, by which TLS and a header `Host` know the server
/// @param isNamed whether the name alone does not say which one it is, so that results name it
public record ServerAddress(InetSocketAddress address, boolean isNamed) {

    /// The address of a host. The other loopback address is one of a name of this machine, even
    /// where the resolver does not have it.
    ///
    /// @param host a name or an address
    /// @throws UnknownHostException when the name has no address; its message is the name
    public static ServerAddress of(String host, int port) throws UnknownHostException {
        var known = Stream.of(addresses(host)).map(a -> new InetSocketAddress(a, port)).toList();
        var all = isName(host) ? withLoopback(known, host) : known;
        if (all.size() == 1) {
            return new ServerAddress(known.getFirst(), false);
        }
        var chosen = all.stream().filter(Loopback::accepts).findFirst().orElse(known.getFirst());
        boolean isOneMachine = known.stream().allMatch(a -> a.getAddress().isLoopbackAddress());
        boolean isFirst = chosen.equals(known.getFirst());
        return new ServerAddress(chosen, !isFirst || !isOneMachine);
    }

    /// The address of a host, or the one to connect to in its place.
    ///
    /// @param other empty for that of the host
    /// @throws UnknownHostException when the name has no address; its message is the name
    public static ServerAddress of(String host, int port, Optional<ConnectTo> other)
            throws UnknownHostException {
        if (other.isEmpty()) {
            return of(host, port);
        }
        var to = other.get();
        var address = of(to.host(), to.port().orElse(port)).address;
        return new ServerAddress(ConnectTo.named(host, address), true);
    }

    private static InetAddress[] addresses(String host) throws UnknownHostException {
        try {
            return InetAddress.getAllByName(host);
        } catch (UnknownHostException _) {
            throw new UnknownHostException(host);
        }
    }

    private static List<InetSocketAddress> withLoopback(
            List<InetSocketAddress> known, String name) {
        return Stream.concat(
                        known.stream(),
                        known.stream().flatMap(a -> Loopback.other(a, name).stream()))
                .distinct()
                .toList();
    }

    /// Addresses of IPv6 have colons, and those of IPv4 no letters.
    private static boolean isName(String host) {
        return host.indexOf(':') < 0 && host.chars().anyMatch(Character::isLetter);
    }

    /// As in `10.0.0.7:8080`; empty where the name of the URL says it.
    public Optional<String> text() {
        return isNamed ? Optional.of(UrlText.authority(address)) : Optional.empty();
    }
}
