package dev.loombench.load;

import dev.loombench.load.transport.TransportChoice;
import dev.loombench.uring.Ring;
import dev.loombench.uring.UringUnavailable;
import java.io.IOException;
import java.util.List;

/// The transports that this machine supports.
public final class AvailableTransports {
    private AvailableTransports() {}

    /// The transports for all tests of the load generator. Where io_uring is forbidden it is
    /// absent, and `TransportsTest` tests the fallback instead.
    static List<TransportChoice> transports() throws IOException {
        return hasUring()
                ? List.of(TransportChoice.NIO, TransportChoice.IO_URING)
                : List.of(TransportChoice.NIO);
    }

    public static boolean hasUring() throws IOException {
        try (var _ = Ring.open(1, 2)) {
            return true;
        } catch (UringUnavailable _) {
            return false;
        }
    }
}
