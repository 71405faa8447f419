package dev.loombench.load;

import dev.loombench.load.grpc.ReflectionStatus;
import java.io.IOException;
import java.io.UncheckedIOException;

/// A server that gave no descriptors: it cannot be reached, or its reflection failed.
public final class ReflectionFailed extends IOException {
    private static final long serialVersionUID = 1L;

    ReflectionFailed(UncheckedIOException failure) {
        super(failure.getMessage(), failure);
    }

    /// Whether the server responded to the call, so that its connections work.
    public boolean hasStatus() {
        return getCause() instanceof UncheckedIOException failure
                && failure.getCause() instanceof ReflectionStatus;
    }
}
