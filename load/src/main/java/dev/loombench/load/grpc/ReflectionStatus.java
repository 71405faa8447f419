package dev.loombench.load.grpc;

import dev.loombench.load.result.GrpcStatus;
import java.io.IOException;

/// A call of a reflection service that ended with an unexpected status.
public final class ReflectionStatus extends IOException {
    private static final long serialVersionUID = 1L;

    ReflectionStatus(int status, int grpcStatus) {
        super("status %d, grpc-status %s".formatted(status, GrpcStatus.text(grpcStatus)));
    }
}
