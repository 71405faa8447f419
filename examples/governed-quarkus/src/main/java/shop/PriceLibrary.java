package shop;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** A price service that is called through a library in C: it blocks the carrier of a virtual thread. */
final class PriceLibrary {
    private static final MethodHandle POLL =
            Linker.nativeLinker()
                    .downcallHandle(
                            Linker.nativeLinker().defaultLookup().find("poll").orElseThrow(),
                            FunctionDescriptor.of(
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.ADDRESS,
                                    ValueLayout.JAVA_LONG,
                                    ValueLayout.JAVA_INT));

    private PriceLibrary() {}

    /** Takes 50 ms, without using a CPU. */
    static String price() {
        try {
            int unused = (int) POLL.invokeExact(MemorySegment.NULL, 0L, 50);
            return "42";
        } catch (Throwable e) {
            throw new IllegalStateException("the price library failed", e);
        }
    }
}
