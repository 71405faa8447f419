package dev.loombench.zoo.work;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Blocks in native code, like a driver or a library written in C; a virtual thread blocks its
/// carrier too.
///
/// Calls `poll` of the C library with no file descriptors; Windows does not have it.
final class NativeSleep {
    private static final MethodHandle POLL = poll();

    private NativeSleep() {}

    static WorkResponse of(int millis) {
        long end = System.nanoTime() + millis * 1_000_000L;
        for (long left = millis;
                left > 0;
                left = Math.ceilDiv(end - System.nanoTime(), 1_000_000L)) {
            poll((int) left); // a signal may end it early
        }
        return WorkResponse.ok("blocked " + millis + " ms");
    }

    private static void poll(int millis) {
        try {
            var _ = (int) POLL.invokeExact(MemorySegment.NULL, 0L, millis);
        } catch (Throwable e) {
            throw new AssertionError("poll throws nothing", e);
        }
    }

    @SuppressWarnings("restricted") // the purpose of this class
    private static MethodHandle poll() {
        var linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().find("poll").orElseThrow(),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT,
                        ValueLayout.ADDRESS,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT));
    }
}
