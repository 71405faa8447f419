package dev.loombench.zoo.executor;

import dev.loombench.zoo.work.UsageException;

/// Waiting in native code, which a virtual thread cannot leave its carrier for.
///
/// This is what a JDK before 22 has of it, where the foreign-function API is no final one; later
/// ones find another class of this name (`src/main/java22`).
final class NativeSleep implements BatchTask {

    /// @throws WrongOption always
    NativeSleep(int millis) {
        throw new UsageException(
                "/native?ms=%d needs a JDK 22 or later, this is %s"
                        .formatted(millis, Runtime.version()));
    }

    @Override
    public void run() {
        throw new AssertionError("never made");
    }
}
