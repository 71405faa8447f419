package dev.loombench.load.transport;

import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The destination of connections, and the local addresses that they use in rotation.
///
/// @param target resolved
/// @param sources empty for the system's choice
public record Route(InetSocketAddress target, List<InetAddress> sources) {
    public Route {
        sources = List.copyOf(sources);
    }

    /// @throws WrongInput when an address is not local, or of another family than the target's
    public static Route checked(InetSocketAddress target, List<InetAddress> sources) {
        for (var source : sources) {
            if (isIpv6(source) != isIpv6(target.getAddress())) {
                throw new WrongInput(
                        "source address %s and target %s are of different families: both must be"
                                        .formatted(
                                                source.getHostAddress(),
                                                target.getAddress().getHostAddress())
                                + " IPv4, or both IPv6");
            }
            checkLocal(source);
        }
        return new Route(target, sources);
    }

    private static boolean isIpv6(InetAddress address) {
        return address instanceof Inet6Address;
    }

    /// @throws WrongInput when this machine does not have it
    public static void checkLocal(InetAddress source) {
        try (var socket = new Socket()) {
            socket.bind(new InetSocketAddress(source, 0));
        } catch (IOException e) {
            throw new WrongInput(
                    "source address %s cannot be used: this machine does not have it (%s)"
                            .formatted(source.getHostAddress(), e.getMessage()));
        }
    }

    /// The same route with the rotation at the turn of this connection.
    Route startingAt(int connection) {
        if (sources.isEmpty()) {
            return this;
        }
        var rotated = new ArrayList<>(sources);
        Collections.rotate(rotated, -(connection % sources.size()));
        return new Route(target, rotated);
    }
}
