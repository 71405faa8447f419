package dev.loombench.load.transport;

import dev.loombench.load.request.EncodedRequest;
import dev.loombench.result.ErrorKind;
import java.io.IOException;
import java.nio.ByteBuffer;

/// Moves bytes over a fixed number of connections, known by their number from 0; knows neither HTTP
/// nor time plans.
///
/// Used by one thread, `wakeUp` apart. Orders (`connect`, `send`, `close`) begin with the next
/// `await` at the latest; what comes of them is told to `Events`, and only during `await`, so a
/// caller is never called back from within its own order. After `close(id)` nothing more is told
/// about that connection.
public interface Transport extends AutoCloseable {

    /// As it stands in results: `nio` or `io_uring`.
    String name();

    /// The unit that waits are rounded up to, ns.
    default long resolutionNanos() {
        return 1;
    }

    /// Opens a connection that is closed; told as `opened` or `broken`.
    void connect(int id);

    /// Sends the whole message on an open connection; failure is told as `broken`. Its bytes stay
    /// as they are until the answer has come or the connection is closed. The message before it has
    /// to be sent whole.
    void send(int id, EncodedRequest message);

    /// Whether part of the last message on an open connection is still to be sent; never, where a
    /// transport takes messages whole.
    default boolean isSending(int id) {
        return false;
    }

    /// Closes a connection in any state.
    void close(int id);

    /// Waits for events and tells them.
    ///
    /// @param until when to stop waiting, on the clock of `System.nanoTime`: a time that is past
    ///   for not at all; a transport whose clock is coarse rounds up to its own unit
    void await(long until, Events events) throws IOException;

    /// Ends a wait, now or the next one; from any thread.
    void wakeUp();

    /// Time spent waiting so far, ns: what is left of the loop's time, it worked.
    long waitedNanos();

    /// Closes every connection.
    @Override
    void close();

    /// What becomes of the orders.
    interface Events {
        void opened(int id);

        /// @param bytes at least one; valid during the call only
        void received(int id, ByteBuffer bytes);

        /// The server closed its side; the connection still counts as open until `close`.
        void ended(int id);

        /// Could not be opened, or broke; still to be closed with `close`.
        void broken(int id, ErrorKind fault);
    }
}
