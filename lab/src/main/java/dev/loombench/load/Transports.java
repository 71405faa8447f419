package dev.loombench.load;

import dev.loombench.spec.SpecError;
import dev.loombench.uring.UringUnavailable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/// The transports of a load's loops, all of one kind.
///
/// @param reason why they are not of the kind that costs least; empty when they are, or when just
///   these were asked for
record Transports(List<Transport> all, String reason) {

    /// Makes a transport for so many connections.
    private interface Maker {
        Transport make(int connections) throws UringUnavailable, IOException;
    }

    /// @param connections of each transport
    /// @throws SpecError when io_uring is asked for by name, and cannot be had
    static Transports open(
            TransportChoice choice,
            InetSocketAddress target,
            byte[] request,
            List<Integer> connections,
            boolean spins)
            throws IOException {
        Maker nio = count -> new NioTransport(target, request, count, spins);
        try {
            return switch (choice) {
                case NIO -> open(connections, nio, "");
                case AUTO, IO_URING ->
                        open(
                                connections,
                                count -> new IoUringTransport(target, request, count),
                                "");
            };
        } catch (UringUnavailable e) {
            if (choice == TransportChoice.IO_URING) {
                throw new SpecError("transport io_uring was asked for: " + e.why());
            }
            return openNio(connections, nio, e.why());
        }
    }

    private static Transports openNio(List<Integer> connections, Maker nio, String reason)
            throws IOException {
        try {
            return open(connections, nio, reason);
        } catch (UringUnavailable impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static Transports open(List<Integer> connections, Maker maker, String reason)
            throws UringUnavailable, IOException {
        var opened = new ArrayList<Transport>();
        boolean done = false;
        try {
            for (int count : connections) {
                opened.add(maker.make(count));
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
