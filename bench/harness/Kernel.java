package harness;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// The calls of POSIX that the harness needs and Java lacks. 64-bit Linux.
final class Kernel {
    private static final MethodHandle KILL =
            function("kill", ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
    private static final MethodHandle CLOCK_OF =
            function("clock_getcpuclockid", ValueLayout.JAVA_INT, ValueLayout.ADDRESS);
    private static final MethodHandle TIME =
            function("clock_gettime", ValueLayout.JAVA_INT, ValueLayout.ADDRESS);

    private Kernel() {}

    /// The signals that hold a process and let it go on, by their Linux numbers.
    enum Signal {
        CONT(18),
        STOP(19);

        private final int number;

        Signal(int number) {
            this.number = number;
        }
    }

    /// Sends the signal; a process that is gone is left in peace.
    static void send(Signal signal, long pid) {
        call(KILL, Math.toIntExact(pid), signal.number);
    }

    /// CPU time of all threads of a process so far, those that have ended included, ns: its POSIX
    /// CPU clock.
    static long cpuNanos(long pid) {
        try (var arena = Arena.ofConfined()) {
            var clock = arena.allocate(ValueLayout.JAVA_INT);
            var time = arena.allocate(ValueLayout.JAVA_LONG, 2);
            if (call(CLOCK_OF, Math.toIntExact(pid), clock) != 0
                    || call(TIME, clock.get(ValueLayout.JAVA_INT, 0), time) != 0) {
                throw new IllegalStateException("process " + pid + " has no CPU clock: it is gone");
            }
            return time.getAtIndex(ValueLayout.JAVA_LONG, 0) * 1_000_000_000L
                    + time.getAtIndex(ValueLayout.JAVA_LONG, 1);
        }
    }

    @SuppressWarnings("restricted") // three calls of POSIX, whose signatures stand above
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
