package dev.loombench.load.http2;

import dev.loombench.http2.ConnectionFault;
import dev.loombench.http2.ErrorCode;
import dev.loombench.load.result.ErrorKind;
import org.jspecify.annotations.Nullable;

/// The reason that the server has given for the end of a connection: a fault, or the code of
/// GOAWAY.
final class EndReason {
    /// How long the frame that states a fault may wait to be sent: its receiver may read nothing.
    private static final long FAREWELL_NANOS = 1_000_000_000;

    /// The code with which the server has announced the end; null before. An error stays.
    private @Nullable ErrorCode goAway;

    /// Of the fault that ends the connection once its last frame is sent.
    private @Nullable ErrorKind fault;

    /// When that frame has waited for long enough.
    private long farewellEndNanos;

    void clear() {
        goAway = null;
        fault = null;
    }

    /// Handles GOAWAY.
    ///
    /// @return whether it has the first error
    boolean announce(ErrorCode code) {
        if (isError(goAway)) {
            return false;
        }
        goAway = code;
        return isError(code);
    }

    boolean isAnnounced() {
        return goAway != null;
    }

    void fail(ConnectionFault found, long now) {
        fault = errorOf(found);
        farewellEndNanos = now + FAREWELL_NANOS;
    }

    /// Until when the frame that states the fault may wait to be sent.
    long farewellEndNanos() {
        return farewellEndNanos;
    }

    /// What the fault is for the requests that it ends; null without one.
    @Nullable ErrorKind fault() {
        return fault;
    }

    /// The failure of requests at the end of the connection.
    ///
    /// @param otherwise the one where the server has given no reason
    ErrorKind errorOr(ErrorKind otherwise) {
        if (fault != null) {
            return fault;
        }
        if (!isError(goAway)) {
            return otherwise;
        }
        return goAway == ErrorCode.HTTP_1_1_REQUIRED ? ErrorKind.HTTP1_ONLY : ErrorKind.GO_AWAY;
    }

    private static boolean isError(@Nullable ErrorCode code) {
        return code != null && code != ErrorCode.NO_ERROR;
    }

    private static ErrorKind errorOf(ConnectionFault fault) {
        return switch (fault.kind()) {
            case MALFORMED -> ErrorKind.MALFORMED;
            case TOO_LARGE -> ErrorKind.TOO_LARGE;
            case HTTP1 -> ErrorKind.HTTP1_ONLY;
        };
    }
}
