package dev.loombench.load.transport;

import dev.loombench.http2.ErrorCode;
import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.result.ErrorKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Moves bytes over a fixed number of connections with ids from 0; independent of HTTP and
/// schedules.
///
/// A filter, such as TLS, is a transport over another one: it receives the other's events, and
/// reports its own. What was agreed with the server as a connection was opened is known from
/// `opened` on, and the receiver of the events chooses the protocol of the connection by it.
///
/// For one thread, except `wakeUp`. Operations (`connect`, `send`, `close`) begin with the next
/// `await` at the latest, unless the system lacks memory for them. Their results are reported to
/// `Events`, and only during `await`, so that a caller is never called back from within its own
/// operation. After `close(id)` nothing more is reported about that connection.
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

    /// As `send`, for bytes whose memory is used again before a response comes: it may be changed
    /// as soon as `isSending` is false. Where that is true after the call, `sent` is reported when
    /// it becomes false.
    default void sendTracked(int id, EncodedRequest bytes) {
        send(id, bytes);
    }

    /// The most bytes of one request that any socket takes at once, unless the server does not read
    /// at all: up to them, `send` costs less than `sendTracked`. 0 where both cost the same.
    default int alwaysFits() {
        return 0;
    }

    /// Whether part of the last request on an open connection is still to be sent; always false
    /// where a transport accepts requests whole.
    default boolean isSending(int id) {
        return false;
    }

    /// Closes a connection in any state.
    void close(int id);

    /// The protocol that was agreed as an open connection was opened, by its name in ALPN; empty
    /// where none was.
    ///
    /// Source: RFC 7301; the names are those of the registry "TLS ALPN Protocol IDs" of IANA.
    default String applicationProtocol(int id) {
        var handshake = handshake(id);
        return handshake == null ? "" : handshake.applicationProtocol();
    }

    /// The handshake that secured an open connection; null where it is not secured.
    default @Nullable Handshake handshake(int id) {
        return null;
    }

    /// The kind of failure of a connection that was not opened in time, before it is closed.
    default ErrorKind openingTimeout(int id) {
        return ErrorKind.CONNECT_TIMEOUT;
    }

    /// Whether ids are slots for requests, several of which share a connection: then connections
    /// are reported as such, and each response whole.
    default boolean isMultiplexed() {
        return false;
    }

    /// Whether the connection of an open id would stay open without it: it is kept, or others share
    /// it.
    default boolean staysOpenWithout(int id) {
        return false;
    }

    /// Whether the connection that an id shares with others has had a response, on any of them,
    /// since it was opened last, and is one that is kept.
    default boolean hasResponse(int id) {
        return false;
    }

    /// Whether a request on an open id would be sent at once. One that is not waits for its turn,
    /// and `started` is reported as it is sent.
    default boolean sendsAtOnce(int id) {
        return true;
    }

    /// Waits for events and reports them.
    ///
    /// @param until when to stop waiting, on the clock of `ticker`: a past time does not wait; a
    ///   transport with coarse waits rounds up to its own resolution
    void await(long until, Events events) throws IOException;

    /// Whether all operations before the last `await` have begun; others begin with a later one.
    default boolean hasBegun() {
        return true;
    }

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

        /// The last bytes of a tracked send, which had to wait, are on their way.
        default void sent(int id) {}

        /// The server closed its side; the connection still counts as open until `close`.
        void ended(int id);

        /// The connection could not be opened, or failed; `close` is still required.
        void broken(int id, ErrorKind error);

        /// The connection could not be opened, as the server responded to its handshake with a
        /// status of HTTP other than 101; `close` is still required.
        default void handshakeRefused(int id, int status) {
            broken(id, ErrorKind.ofStatus(status));
        }

        /// The server ended a connection by an alert of TLS; what that means for ids follows.
        ///
        /// @param name in the standard, as in `handshake_failure`
        default void alert(String name) {}

        /// What was wrong with the bytes of the server, for which a connection or a request fails
        /// next.
        ///
        /// @param found in words
        default void fault(ErrorKind kind, String found) {}

        /// Whether such words are used; where that costs something, they are made only then.
        default boolean wantsFault(ErrorKind kind) {
            return true;
        }

        /// A message of WebSocket has come that no request waited for.
        default void unrequestedMessage() {}

        // Only of a transport whose ids share connections.

        /// A connection is open, with all of its negotiation.
        ///
        /// @param nanos from the call to open
        /// @param handshake that secured it; null where it is not secured
        /// @param peerLimit the most requests at a time that the server allows on it;
        ///   `Long.MAX_VALUE` without a limit
        default void connectionOpened(long nanos, @Nullable Handshake handshake, long peerLimit) {}

        /// The server allows another number of requests at a time on a connection than before.
        ///
        /// @param peerLimit as above
        default void limited(long peerLimit) {}

        /// The first request on a connection has more header fields than the server accepts.
        ///
        /// @param size of their list, bytes
        /// @param limit of the server
        default void headerListExceeded(long size, long limit) {}

        /// A connection was closed.
        default void connectionClosed() {}

        /// A connection is to be closed, as its server sends nothing since a request on it timed
        /// out.
        default void connectionTimedOut() {}

        /// The server takes no further requests on a connection.
        default void goingAway() {}

        /// The server ends such a connection with an error; reported once of each.
        ///
        /// @param code another one than `NO_ERROR`
        default void goAwayError(ErrorCode code) {}

        /// @param count of the bytes that a connection received
        default void receivedByConnection(int count) {}

        /// A request that waited for its turn is being sent.
        default void started(int id) {}

        /// The head of a response has come.
        default void responding(int id) {}

        /// The first message of a response of gRPC has come.
        ///
        /// @param isReadable whether it is not compressed, which was not offered
        default void firstMessage(int id, boolean isReadable) {}

        /// Server-sent events have come in a response of status 200.
        ///
        /// @param count at least one
        default void events(int id, int count) {}

        /// A whole response has come.
        ///
        /// @param grpcStatus -1 without one
        /// @param early whether the request was not sent completely
        /// @param keep whether the id can take the next request
        default void responded(int id, int status, int grpcStatus, boolean early, boolean keep) {}

        /// The server reset the request of an id, which has failed; `close` is still required.
        ///
        /// @param code another one than `REFUSED_STREAM`
        default void streamReset(int id, ErrorCode code) {
            broken(id, ErrorKind.STREAM_RESET);
        }

        /// The server has not processed the request of an id, which may be sent again.
        default void refused(int id) {}
    }
}
