package dev.loombench.zoo.executor;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Blocks in `usleep` of the C library, where a virtual thread cannot unmount from its carrier.
final class NativeSleep implements BatchTask {
    private final MethodHandle usleep;
    private final int micros;

    @SuppressWarnings("restricted") // int usleep(useconds_t), POSIX.1-2001
    NativeSleep(int millis) {
        var linker = Linker.nativeLinker();
        var address = linker.defaultLookup().find("usleep").orElseThrow();
        usleep =
                linker.downcallHandle(
                        address, FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        micros = Math.multiplyExact(millis, 1_000);
    }

    @Override
    public void run() {
        try {
            if ((int) usleep.invokeExact(micros) != 0) {
                throw new IllegalStateException("usleep was interrupted");
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable impossible) {
            throw new AssertionError("a call into the C library threw", impossible);
        }
    }
}
