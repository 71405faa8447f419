package dev.loombench.load.transport;

import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.result.ErrorKind;
import java.io.IOException;
import java.nio.ByteBuffer;

/// Moves bytes over a fixed number of connections with ids from 0; independent of HTTP and
/// schedules.
///
/// For one thread, except `wakeUp`. Operations (`connect`, `send`, `close`) begin with the next
/// `await` at the latest. Their results are reported to `Events`, and only during `await`, so that
/// a caller is never called back from within its own operation. After `close(id)` nothing more is
/// reported about that connection.
public interface Transport extends AutoCloseable {

    /// The name in results: `nio` or `io_uring`.
    String name();

    /// The resolution of waits, ns; they are rounded up to it.
    default long resolutionNanos() {
        return 1;
    }

    /// The clock of its waits.
    default Ticker ticker() {
        return Ticker.SYSTEM;
    }

    /// Opens a closed connection; reported as `opened` or `broken`.
    void connect(int id);

    /// Sends the whole request on an open connection; failure is reported as `broken`. Its bytes
    /// must not change until the response has come or the connection is closed. The previous
    /// request must be fully sent.
    void send(int id, EncodedRequest request);

    /// Whether part of the last request on an open connection is still to be sent; always false
    /// where a transport accepts requests whole.
    default boolean isSending(int id) {
        return false;
    }

    /// Closes a connection in any state.
    void close(int id);

    /// Waits for events and reports them.
    ///
    /// @param until when to stop waiting, on the clock of `ticker`: a past time does not wait; a
    ///   transport with coarse waits rounds up to its own resolution
    void await(long until, Events events) throws IOException;

    /// Ends the present or the next wait; from any thread.
    void wakeUp();

    /// Time spent waiting so far, ns; the rest of the worker's time is work.
    long waitedNanos();

    /// Closes every connection.
    @Override
    void close();

    /// The results of operations.
    interface Events {
        void opened(int id);

        /// @param bytes at least one; valid during the call only
        void received(int id, ByteBuffer bytes);

        /// The server closed its side; the connection still counts as open until `close`.
        void ended(int id);

        /// The connection could not be opened, or failed; `close` is still required.
        void broken(int id, ErrorKind error);
    }
}
