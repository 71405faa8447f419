package dev.loombench.load;

import java.io.IOException;
import java.io.UncheckedIOException;

/// A server that gave no descriptors: it cannot be reached, or its reflection failed.
public final class ReflectionFailed extends IOException {
    private static final long serialVersionUID = 1L;

    ReflectionFailed(UncheckedIOException failure) {
        super(failure.getMessage(), failure);
    }
}
