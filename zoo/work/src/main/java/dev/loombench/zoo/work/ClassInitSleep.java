package dev.loombench.zoo.work;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.util.Objects;

/// Waiting in a class initialiser, as in a library that connects or reads its files when it is
/// first used: the JVM itself stands on the stack, so a virtual thread cannot leave its carrier.
///
/// A class is initialised once, so each request defines one of its own: a hidden class, which is
/// unloaded when nobody holds it.
final class ClassInitSleep {
    private static final MethodHandles.Lookup HERE = MethodHandles.lookup();
    private static final byte[] FIRST_USE = bytes(SlowInitializer.class.getSimpleName() + ".class");

    private ClassInitSleep() {}

    static WorkResponse of(int millis) throws InterruptedException {
        try {
            HERE.defineHiddenClassWithClassData(FIRST_USE, millis, true);
        } catch (IllegalAccessException e) {
            throw new AssertionError("a class may define others in its own package", e);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return WorkResponse.ok("initialised " + millis + " ms");
    }

    private static byte[] bytes(String name) {
        try (var in =
                Objects.requireNonNull(ClassInitSleep.class.getResourceAsStream(name), name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
