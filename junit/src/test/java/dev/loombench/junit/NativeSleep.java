package dev.loombench.junit;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Blocks the virtual thread together with its carrier.
final class NativeSleep {
    private static final MethodHandle USLEEP = usleep();

    private NativeSleep() {}

    static void sleep(int micros) {
        try {
            var _ = (int) USLEEP.invokeExact(micros);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("restricted") // native blocking is what is tested
    private static MethodHandle usleep() {
        var linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().find("usleep").orElseThrow(),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    }
}
