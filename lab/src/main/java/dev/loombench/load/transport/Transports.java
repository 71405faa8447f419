package dev.loombench.load.transport;

import dev.loombench.spec.text.SpecError;
import dev.loombench.uring.Ring;
import dev.loombench.uring.UringUnavailable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The transports of a load's loops, all of one kind.
///
/// @param reason why they are not of the kind that costs least; empty when they are, or when just
///   these were asked for
public record Transports(List<Transport> all, String reason) {

    /// Makes a transport for so many connections.
    private interface Maker {
        Transport make(Route route, int connections) throws UringUnavailable, IOException;
    }

    /// @param connections of each transport
    /// @throws SpecError when io_uring is asked for by name, and cannot be had
    public static Transports open(
            TransportChoice choice, Route route, List<Integer> connections, boolean spins)
            throws IOException {
        Maker nio = (way, count) -> new NioTransport(way, count, spins);
        try {
            return switch (choice) {
                case NIO -> open(route, connections, nio, "");
                case AUTO, IO_URING -> open(route, connections, IoUringTransport::new, "");
            };
        } catch (UringUnavailable e) {
            if (choice == TransportChoice.IO_URING) {
                throw new SpecError("transport io_uring was asked for: " + e.reason());
            }
            return openNio(route, connections, nio, e.reason());
        }
    }

    /// Why io_uring cannot be had; empty when it can.
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
            Route route, List<Integer> connections, Maker nio, String reason) throws IOException {
        try {
            return open(route, connections, nio, reason);
        } catch (UringUnavailable impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static Transports open(
            Route route, List<Integer> connections, Maker maker, String reason)
            throws UringUnavailable, IOException {
        var opened = new ArrayList<Transport>();
        boolean done = false;
        try {
            int before = 0;
            for (int count : connections) {
                opened.add(maker.make(route.beginningAt(before), count));
                before += count;
            }
            done = true;
            return new Transports(opened, reason);
        } finally {
            if (!done) {
                opened.forEach(Transport::close);
            }
        }
    }
}
