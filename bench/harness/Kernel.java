package harness;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// POSIX functions that the harness needs and Java does not offer. 64-bit Linux.
final class Kernel {
    private static final MethodHandle KILL =
            function("kill", ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
    private static final MethodHandle CLOCK_OF =
            function("clock_getcpuclockid", ValueLayout.JAVA_INT, ValueLayout.ADDRESS);
    private static final MethodHandle TIME =
            function("clock_gettime", ValueLayout.JAVA_INT, ValueLayout.ADDRESS);

    private Kernel() {}

    /// Signals that stop and continue a process, with their Linux numbers.
    enum Signal {
        CONT(18),
        STOP(19);

        private final int number;

        Signal(int number) {
            this.number = number;
        }
    }

    /// Sends the signal; has no effect on a process that has ended.
    static void send(Signal signal, long pid) {
        call(KILL, Math.toIntExact(pid), signal.number);
    }

    /// CPU time of a process so far, ns, by its POSIX CPU clock: all threads, including those that
    /// have ended.
    static long cpuNanos(long pid) {
        try (var arena = Arena.ofConfined()) {
            var clock = arena.allocate(ValueLayout.JAVA_INT);
            var time = arena.allocate(ValueLayout.JAVA_LONG, 2);
            if (call(CLOCK_OF, Math.toIntExact(pid), clock) != 0
                    || call(TIME, clock.get(ValueLayout.JAVA_INT, 0), time) != 0) {
                throw new IllegalStateException(
                        "process " + pid + " has no CPU clock: it has ended");
            }
            return time.getAtIndex(ValueLayout.JAVA_LONG, 0) * 1_000_000_000L
                    + time.getAtIndex(ValueLayout.JAVA_LONG, 1);
        }
    }

    @SuppressWarnings("restricted") // the signatures of the three functions are above
    private static MethodHandle function(String name, ValueLayout first, ValueLayout second) {
        var linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, first, second));
    }

    private static int call(MethodHandle function, int first, int second) {
        try {
            return (int) function.invokeExact(first, second);
        } catch (Throwable impossible) {
            throw new AssertionError("a call into the C library threw", impossible);
        }
    }

    private static int call(MethodHandle function, int first, MemorySegment second) {
        try {
            return (int) function.invokeExact(first, second);
        } catch (Throwable impossible) {
            throw new AssertionError("a call into the C library threw", impossible);
        }
    }
}
