package dev.loombench.load.transport;

import dev.loombench.text.WrongInput;
import dev.loombench.uring.Ring;
import dev.loombench.uring.UringUnavailable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The transports of a load's workers, all of one kind.
///
/// @param reason why they are not of the cheapest kind; empty when they are, or when this kind was
///   requested
public record Transports(List<Transport> all, String reason) {

    /// Opens a transport for a number of connections.
    private interface Factory {
        Transport open(Route route, int connections) throws UringUnavailable, IOException;
    }

    /// @param connections of each transport
    /// @throws WrongInput when io_uring is requested by name and unavailable
    public static Transports open(
            TransportChoice choice, Route route, List<Integer> connections, boolean spins)
            throws IOException {
        Factory nioFactory = (to, count) -> new NioTransport(to, count, spins);
        try {
            return switch (choice) {
                case NIO -> open(route, connections, nioFactory, "");
                case AUTO, IO_URING -> open(route, connections, IoUringTransport::new, "");
            };
        } catch (UringUnavailable e) {
            if (choice == TransportChoice.IO_URING) {
                throw new WrongInput("transport io_uring was requested: " + e.reason());
            }
            return openNio(route, connections, nioFactory, e.reason());
        }
    }

    /// The reason why io_uring is unavailable; empty when it is available.
    public static Optional<String> uringUnavailableReason() {
        try (var _ = Ring.open(8, 16)) {
            return Optional.empty();
        } catch (UringUnavailable e) {
            return Optional.of(e.reason());
        } catch (IOException e) {
            return Optional.of(e.toString());
        }
    }

    private static Transports openNio(
            Route route, List<Integer> connections, Factory nioFactory, String reason)
            throws IOException {
        try {
            return open(route, connections, nioFactory, reason);
        } catch (UringUnavailable e) {
            throw new AssertionError(e);
        }
    }

    private static Transports open(
            Route route, List<Integer> connections, Factory factory, String reason)
            throws UringUnavailable, IOException {
        var opened = new ArrayList<Transport>();
        boolean complete = false;
        try {
            int firstConnection = 0;
            for (int count : connections) {
                opened.add(factory.open(route.startingAt(firstConnection), count));
                firstConnection += count;
            }
            complete = true;
            return new Transports(opened, reason);
        } finally {
            if (!complete) {
                opened.forEach(Transport::close);
            }
        }
    }
}
