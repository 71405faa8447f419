package dev.loombench.observe.proc;

import dev.loombench.base.NativeLibrary;
import dev.loombench.observe.ProcessEndedException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// The POSIX CPU clock of a process, `clock_gettime` on the id from `clock_getcpuclockid`: exact to
/// the ns, one system call, no cost to the process.
///
/// A process that has ended but was not yet reaped by its parent still reports its last value.
///
/// Source: POSIX.1-2024, *clock_getcpuclockid*.
final class KernelCpuClock implements CpuClock {
    /// Where they are not available, the ticks of `/proc` are used instead.
    private static final Optional<Calls> CALLS = NativeLibrary.ifAvailable(Calls::find);

    private final Calls calls;
    private final long pid;
    private final int clock;

    /// `struct timespec`: seconds and nanoseconds, 64 bits each where this runs.
    private final MemorySegment time = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG, 2);

    private KernelCpuClock(Calls calls, long pid, int clock) {
        this.calls = calls;
        this.pid = pid;
        this.clock = clock;
    }

    /// Whether the C library has both functions and the JVM allows native calls.
    static boolean available() {
        return CALLS.isPresent() && ValueLayout.ADDRESS.byteSize() == Long.BYTES;
    }

    static KernelCpuClock of(long pid) {
        var calls = CALLS.orElseThrow();
        try (var arena = Arena.ofConfined()) {
            var id = arena.allocate(ValueLayout.JAVA_INT);
            if (calls.clockOf(Math.toIntExact(pid), id) != 0) {
                throw new ProcessEndedException(pid);
            }
            return new KernelCpuClock(calls, pid, id.get(ValueLayout.JAVA_INT, 0));
        }
    }

    @Override
    public synchronized long nanos() {
        if (calls.time(clock, time) != 0) {
            throw new ProcessEndedException(pid);
        }
        return time.getAtIndex(ValueLayout.JAVA_LONG, 0) * 1_000_000_000L
                + time.getAtIndex(ValueLayout.JAVA_LONG, 1);
    }

    /// @param getCpuClockId `int clock_getcpuclockid(pid_t, clockid_t *)`
    /// @param getTime `int clock_gettime(clockid_t, struct timespec *)`
    private record Calls(MethodHandle getCpuClockId, MethodHandle getTime) {
        private static final FunctionDescriptor INT_OF_INT_AND_POINTER =
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS);

        private static Calls find() {
            return new Calls(function("clock_getcpuclockid"), function("clock_gettime"));
        }

        private static MethodHandle function(String name) {
            return NativeLibrary.C.function(name, INT_OF_INT_AND_POINTER);
        }

        int clockOf(int pid, MemorySegment id) {
            return call(getCpuClockId, pid, id);
        }

        int time(int clock, MemorySegment timespec) {
            return call(getTime, clock, timespec);
        }

        private static int call(MethodHandle function, int number, MemorySegment result) {
            try {
                return (int) function.invokeExact(number, result);
            } catch (Throwable e) {
                throw NativeLibrary.C.impossible(e);
            }
        }
    }
}
