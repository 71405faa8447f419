package dev.loombench.observe.proc;

import static dev.loombench.base.NativeLibrary.C;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.loombench.base.NativeLibrary;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Pipes of other processes that nobody reads, so that whoever writes to one waits (Linux).
///
/// Source: pipe(7), poll(2).
public final class FullPipe {
    /// In which a reader that is only late makes room.
    private static final int WAIT_MILLIS = 500;

    /// `S_IFMT` and `S_IFIFO`.
    private static final int KIND = 0xF000;

    private static final int PIPE = 0x1000;

    /// `O_WRONLY | O_NONBLOCK | O_CLOEXEC`, the same on x86-64 and AArch64.
    private static final int OPTIONS = 0x1 | 0x800 | 0x80000;

    private static final short POLLOUT = 4;

    private static final Optional<Calls> CALLS = NativeLibrary.ifAvailable(Calls::find);

    private FullPipe() {}

    /// Whether a descriptor is a pipe in which no page becomes free for half a second. False where
    /// that is unknown, and for a pipe that no process can read: writing to it fails at once.
    ///
    /// @param descriptor `/proc/PID/fd/FD`
    public static boolean is(Path descriptor) {
        return is(descriptor, WAIT_MILLIS);
    }

    static boolean is(Path descriptor, int waitMillis) {
        return Platform.isLinux()
                && isPipe(descriptor)
                && CALLS.filter(calls -> calls.staysFull(descriptor, waitMillis)).isPresent();
    }

    private static boolean isPipe(Path descriptor) {
        try {
            return ((int) Files.getAttribute(descriptor, "unix:mode") & KIND) == PIPE;
        } catch (IOException e) {
            return false; // closed, or not shown to this user
        }
    }

    /// @param open `int open(const char *path, int flags, ...)`
    /// @param poll `int poll(struct pollfd *descriptors, nfds_t count, int millis)`
    /// @param close `int close(int fd)`
    private record Calls(MethodHandle open, MethodHandle poll, MethodHandle close) {
        /// Where `struct pollfd` has the events, behind the descriptor.
        private static final long EVENTS = 4;

        private static Calls find() {
            return new Calls(
                    C.function(
                            "open",
                            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT),
                            Linker.Option.firstVariadicArg(2)),
                    C.function(
                            "poll", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT)),
                    C.function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT)));
        }

        boolean staysFull(Path pipe, int millis) {
            try (var arena = Arena.ofConfined()) {
                int fd = (int) open.invokeExact(arena.allocateFrom(pipe.toString()), OPTIONS, 0);
                if (fd < 0) {
                    return false; // it has no reader, or belongs to another user
                }
                try {
                    var polled = arena.allocate(JAVA_INT, 2);
                    polled.set(JAVA_INT, 0, fd);
                    polled.set(JAVA_SHORT, EVENTS, POLLOUT);
                    int ready = (int) poll.invokeExact(polled, 1L, millis);
                    return ready == 0;
                } finally {
                    int _ = (int) close.invokeExact(fd);
                }
            } catch (Throwable e) {
                throw C.impossible(e);
            }
        }
    }
}
