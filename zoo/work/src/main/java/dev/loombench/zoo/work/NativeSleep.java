package dev.loombench.zoo.work;

/// Blocks in native code, like a driver or a library written in C; a virtual thread blocks its
/// carrier too.
///
/// On JDK 22 and later, the class of this name in `src/main/java22` replaces this one.
final class NativeSleep {
    private static final WorkResponse UNSUPPORTED =
            new WorkResponse(
                    501,
                    "native waits need the foreign-function API of JDK 22; this is JDK "
                            + Runtime.version());

    private NativeSleep() {}

    static WorkResponse of(int millis) {
        return UNSUPPORTED;
    }
}
