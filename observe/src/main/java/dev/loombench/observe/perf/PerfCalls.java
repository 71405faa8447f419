package dev.loombench.observe.perf;

import static dev.loombench.base.NativeLibrary.C;
import static dev.loombench.base.NativeLibrary.outcome;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.loombench.base.NativeLibrary;
import dev.loombench.observe.proc.Platform;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// The system calls of performance events, through the C library. As in the kernel, a result below
/// 0 is an error number negated.
///
/// Source: perf_event_open(2), `linux/perf_event.h`.
///
/// Not thread-safe: the memory for arguments and results is shared by all calls of an instance.
final class PerfCalls implements AutoCloseable {
    /// The size of the first published `perf_event_attr`, which every kernel accepts.
    private static final long ATTR_BYTES = 64;

    private static final long TYPE = 0;
    private static final long SIZE = 4;
    private static final long CONFIG = 8;
    private static final long READ_FORMAT = 32;
    private static final long FLAGS = 40;

    /// `PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING`.
    private static final long BOTH_TIMES = 0b11;

    private static final long INHERIT = 1 << 1;
    private static final long EXCLUDE_KERNEL = 1 << 5;
    private static final long EXCLUDE_HYPERVISOR = 1 << 6;

    private static final long ANY_CPU = -1;
    private static final long NO_GROUP = -1;
    private static final long CLOSE_ON_EXEC = 1 << 3;

    private static final Optional<Functions> FUNCTIONS = NativeLibrary.ifAvailable(Functions::find);

    private final Arena arena = Arena.ofShared();
    private final MemorySegment errno = NativeLibrary.errno(arena);
    private final MemorySegment attr = arena.allocate(ATTR_BYTES, Long.BYTES);
    private final MemorySegment count = arena.allocate(JAVA_LONG, 3);
    private final Functions functions;

    /// A count and the times that it covers.
    ///
    /// @param enabledNanos time in which the thread ran, of it and of the threads that it started
    /// @param runningNanos the part of it in which the event was counted; less where more events
    ///   than counters share the processor
    record Count(long value, long enabledNanos, long runningNanos) {
        Count plus(Count other) {
            return new Count(
                    value + other.value,
                    enabledNanos + other.enabledNanos,
                    runningNanos + other.runningNanos);
        }
    }

    /// @param open `long syscall(long number, ...)`
    /// @param read `ssize_t read(int fd, void *bytes, size_t count)`
    /// @param close `int close(int fd)`
    private record Functions(MethodHandle open, MethodHandle read, MethodHandle close) {
        private static final FunctionDescriptor SYSCALL =
                FunctionDescriptor.of(
                        JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                        JAVA_LONG);

        private static Functions find() {
            return new Functions(
                    C.functionWithErrno("syscall", SYSCALL, Linker.Option.firstVariadicArg(1)),
                    C.functionWithErrno(
                            "read",
                            FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG)),
                    C.functionWithErrno("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT)));
        }
    }

    PerfCalls() {
        functions = FUNCTIONS.orElseThrow();
    }

    /// The reason why this JVM cannot make the calls; empty when it can.
    static Optional<String> unavailableReason() {
        if (!Platform.isLinux()) {
            return Optional.of("performance events exist on Linux only");
        }
        if (number().isEmpty()) {
            return Optional.of(
                    "performance events are read on x86-64 and AArch64 only, not on "
                            + System.getProperty("os.arch"));
        }
        return FUNCTIONS.isPresent()
                ? Optional.empty()
                : Optional.of("this JVM forbids native calls (--illegal-native-access=deny)");
    }

    /// The number of `perf_event_open`.
    private static Optional<Long> number() {
        return switch (System.getProperty("os.arch")) {
            case "amd64", "x86_64" -> Optional.of(298L);
            case "aarch64" -> Optional.of(241L);
            default -> Optional.empty();
        };
    }

    /// Starts counting an event in a thread and in all threads and processes that it starts later.
    ///
    /// @param thread its id; 0 for the calling thread
    /// @param userOnly whether to leave out the kernel
    /// @return a file descriptor, or an error number negated
    int open(PerfEvent event, int thread, boolean userOnly) {
        attr.fill((byte) 0);
        attr.set(JAVA_INT, TYPE, event.kind().type());
        attr.set(JAVA_INT, SIZE, (int) ATTR_BYTES);
        attr.set(JAVA_LONG, CONFIG, event.config());
        attr.set(JAVA_LONG, READ_FORMAT, BOTH_TIMES);
        attr.set(
                JAVA_LONG,
                FLAGS,
                userOnly ? INHERIT | EXCLUDE_KERNEL | EXCLUDE_HYPERVISOR : INHERIT);
        try {
            return (int)
                    outcome(
                            errno,
                            (long)
                                    functions.open.invokeExact(
                                            errno,
                                            number().orElseThrow().longValue(),
                                            attr.address(),
                                            (long) thread,
                                            ANY_CPU,
                                            NO_GROUP,
                                            CLOSE_ON_EXEC));
        } catch (Throwable thrown) {
            throw C.impossible(thrown);
        }
    }

    /// Reads the count of an event since it was opened, also after its thread has ended.
    ///
    /// @throws IllegalStateException when the descriptor is not that of an event
    Count read(int fd) {
        long length;
        try {
            length =
                    outcome(
                            errno,
                            (long)
                                    functions.read.invokeExact(
                                            errno, fd, count.address(), count.byteSize()));
        } catch (Throwable thrown) {
            throw C.impossible(thrown);
        }
        if (length != count.byteSize()) {
            throw new IllegalStateException(
                    "expected %d bytes from a performance event, was %d"
                            .formatted(count.byteSize(), length));
        }
        return new Count(
                count.getAtIndex(JAVA_LONG, 0),
                count.getAtIndex(JAVA_LONG, 1),
                count.getAtIndex(JAVA_LONG, 2));
    }

    void close(int fd) {
        try {
            int _ = (int) functions.close.invokeExact(errno, fd);
        } catch (Throwable thrown) {
            throw C.impossible(thrown);
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
