package dev.loombench.zoo.work;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.util.Objects;

/// Sleeps in a class initialiser, like a library that connects or reads its files on first use. A
/// native frame of the JVM is on the stack, so a virtual thread cannot unmount from its carrier.
///
/// A class is initialised only once, so each request defines a new hidden class, which is unloaded
/// when it is no longer referenced.
final class ClassInitSleep {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final byte[] CLASS_BYTES =
            bytes(SlowInitializer.class.getSimpleName() + ".class");

    private ClassInitSleep() {}

    static WorkResponse of(int millis) throws InterruptedException {
        try {
            LOOKUP.defineHiddenClassWithClassData(CLASS_BYTES, millis, true);
        } catch (IllegalAccessException e) {
            throw new AssertionError("a class may define classes in its own package", e);
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
