package dev.loombench.zoo.executor;

import dev.loombench.zoo.work.UsageException;

/// Blocks in native code, where a virtual thread cannot unmount from its carrier.
///
/// A JDK before 22 has no final foreign-function API and gets this class; later ones get the class
/// of the same name in `src/main/java22`.
final class NativeSleep implements BatchTask {

    /// @throws UsageException always
    NativeSleep(int millis) {
        throw new UsageException(
                "/native?ms=%d needs JDK 22 or later, this is %s"
                        .formatted(millis, Runtime.version()));
    }

    @Override
    public void run() {
        throw new AssertionError("has no instances");
    }
}
