package dev.loombench.zoo.work;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Waiting in native code: the thread is blocked and, if it is a virtual one, its carrier with it,
/// as in a driver or a library written in C.
///
/// It is the C library's `poll` of no files, which every system but Windows has.
final class NativeSleep {
    private static final MethodHandle POLL = poll();

    private NativeSleep() {}

    static WorkResponse of(int millis) {
        long end = System.nanoTime() + millis * 1_000_000L;
        for (long left = millis;
                left > 0;
                left = Math.ceilDiv(end - System.nanoTime(), 1_000_000L)) {
            poll((int) left); // a signal ends it before its time
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

    @SuppressWarnings("restricted") // to leave Java is what is asked for
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
