package dev.loombench.traffic;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.loombench.text.WrongInput;
import java.util.Optional;

/// How a load uses HTTP/2.
///
/// @param streams the most requests at a time on one connection; a load with more in flight opens
///   further connections
/// @param grpc how the requests are calls of gRPC; empty where they are not
public record Http2Policy(int streams, @JsonInclude(Include.NON_ABSENT) Optional<GrpcPolicy> grpc) {
    /// Few enough for every server, and several at a time on each connection.
    public static final int DEFAULT_STREAMS = 10;

    public static final Http2Policy DEFAULT = new Http2Policy(DEFAULT_STREAMS);

    /// A stream for each request, as where a connection carries only one.
    public static final Http2Policy ONE = new Http2Policy(1);

    /// Without gRPC.
    public Http2Policy(int streams) {
        this(streams, Optional.empty());
    }

    /// The same policy for calls of gRPC, or for other requests.
    public Http2Policy withGrpc(Optional<GrpcPolicy> other) {
        return new Http2Policy(streams, other);
    }

    public Http2Policy {
        if (streams < 1 || streams > LoadModel.MAX_CONNECTIONS) {
            throw new WrongInput(
                    "streams must be between 1 and %,d, was %,d"
                            .formatted(LoadModel.MAX_CONNECTIONS, streams));
        }
    }
}
