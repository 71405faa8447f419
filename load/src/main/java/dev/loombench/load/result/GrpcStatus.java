package dev.loombench.load.result;

import dev.loombench.text.TextTable;
import java.util.List;
import java.util.Optional;

/// The statuses of gRPC by their names.
///
/// Source: grpc/doc/statuscodes.md.
public final class GrpcStatus {
    private static final List<String> NAMES =
            TextTable.words(
                    """
                    OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS
                    PERMISSION_DENIED RESOURCE_EXHAUSTED FAILED_PRECONDITION ABORTED OUT_OF_RANGE
                    UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS UNAUTHENTICATED
                    """);

    private GrpcStatus() {}

    /// Whether gRPC defines it.
    public static boolean isKnown(int status) {
        return status >= 0 && status < NAMES.size();
    }

    /// As in `5 NOT_FOUND`; `none` for -1, and `invalid` below it.
    public static String text(int status) {
        if (status < 0) {
            return status == -1 ? "none" : "invalid";
        }
        return isKnown(status) ? status + " " + NAMES.get(status) : String.valueOf(status);
    }

    /// As in `NOT_FOUND`.
    ///
    /// @param status -1 for one that is none, or not defined
    static String name(int status) {
        return isKnown(status) ? NAMES.get(status) : "none or unknown";
    }

    /// Why a server under load ends calls with a status; empty where its name says all.
    ///
    /// Source: grpc/doc/statuscodes.md; grpc/doc/http-grpc-status-mapping.md.
    ///
    /// @param name as of `name`
    static Optional<String> meaning(String name) {
        return switch (name) {
            case "DEADLINE_EXCEEDED" ->
                    Optional.of("the server ended the call, as the time of grpc-timeout was over");
            case "RESOURCE_EXHAUSTED" ->
                    Optional.of(
                            "a limit of the server, or of one before it, refused the call: on calls"
                                    + " at a time, their rate, or the size of a message");
            case "UNAVAILABLE" ->
                    Optional.of(
                            "the server takes no calls, as it is overloaded, starts or stops, or"
                                    + " the one before it reaches none that does");
            default -> Optional.empty();
        };
    }
}
