package dev.loombench.load.result;

import dev.loombench.text.TextTable;
import java.util.List;

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
}
