package dev.loombench.zoo.work;

/// Waiting in native code: the thread is blocked and, if it is a virtual one, its carrier with it,
/// as in a driver or a library written in C.
///
/// On JDK 22 and later the class of this name in `src/main/java22` takes the place of this one.
final class NativeSleep {
    private static final WorkResponse CANNOT =
            new WorkResponse(
                    501,
                    "to wait in native code takes the foreign-function API of JDK 22, and this is JDK "
                            + Runtime.version());

    private NativeSleep() {}

    static WorkResponse of(int millis) {
        return CANNOT;
    }
}
