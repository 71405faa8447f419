package dev.loombench.uring;

import static dev.loombench.base.NativeLibrary.C;
import static dev.loombench.base.NativeLibrary.outcome;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/// The C library functions that a ring needs.
///
/// As in the kernel, a result below 0 is an error number negated. Pointers are passed as addresses:
/// the caller keeps the memory alive. `errno` is the memory where a call stores its error number,
/// one per thread.
final class Libc {
    /// The system call numbers are the same on every architecture.
    private static final long SYS_IO_URING_SETUP = 425;

    private static final long SYS_IO_URING_ENTER = 426;
    private static final long SYS_IO_URING_REGISTER = 427;

    /// `long syscall(long number, ...)`
    private static final MethodHandle SYSCALL =
            C.functionWithErrno("syscall", longOf(7), Linker.Option.firstVariadicArg(1));

    /// The same without the error number, whose capture allocates an object per call until C2 has
    /// compiled the caller.
    private static final MethodHandle SYSCALL_WITHOUT_ERRNO =
            C.function("syscall", longOf(7), Linker.Option.firstVariadicArg(1));

    /// `void *mmap(void *addr, size_t length, int prot, int flags, int fd, off_t offset)`
    private static final MethodHandle MMAP =
            C.functionWithErrno(
                    "mmap",
                    FunctionDescriptor.of(
                            JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT,
                            JAVA_LONG));

    /// `int munmap(void *addr, size_t length)`
    private static final MethodHandle MUNMAP =
            C.functionWithErrno("munmap", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG));

    /// `int socket(int domain, int type, int protocol)`
    private static final MethodHandle SOCKET =
            C.functionWithErrno(
                    "socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));

    /// `int setsockopt(int fd, int level, int name, const void *value, socklen_t length)`
    private static final MethodHandle SETSOCKOPT =
            C.functionWithErrno(
                    "setsockopt",
                    FunctionDescriptor.of(
                            JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT));

    /// `int bind(int fd, const struct sockaddr *address, socklen_t length)`
    private static final MethodHandle BIND =
            C.functionWithErrno(
                    "bind", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT));

    /// `int eventfd(unsigned int initial, int flags)`
    private static final MethodHandle EVENTFD =
            C.functionWithErrno("eventfd", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));

    /// `ssize_t write(int fd, const void *bytes, size_t count)`
    private static final MethodHandle WRITE =
            C.functionWithErrno(
                    "write", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG));

    /// `int close(int fd)`
    private static final MethodHandle CLOSE =
            C.functionWithErrno("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

    /// `int prctl(int option, ...)`
    private static final MethodHandle PRCTL =
            C.functionWithErrno(
                    "prctl",
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG),
                    Linker.Option.firstVariadicArg(1));

    private Libc() {}

    private static FunctionDescriptor longOf(int arguments) {
        var longs = new MemoryLayout[arguments];
        Arrays.fill(longs, JAVA_LONG);
        return FunctionDescriptor.of(JAVA_LONG, longs);
    }

    // io_uring_setup(2), io_uring_enter(2), io_uring_register(2)

    static long ioUringSetup(MemorySegment errno, int entries, MemorySegment params) {
        return syscall(errno, SYS_IO_URING_SETUP, entries, params.address(), 0, 0, 0, 0);
    }

    /// Allocates nothing. A failed call has consumed no submission, so it is repeated with its
    /// error number captured.
    static long ioUringEnter(
            MemorySegment errno, int fd, int toSubmit, int minComplete, int flags) {
        long result;
        try {
            result =
                    (long)
                            SYSCALL_WITHOUT_ERRNO.invokeExact(
                                    SYS_IO_URING_ENTER,
                                    (long) fd,
                                    (long) toSubmit,
                                    (long) minComplete,
                                    (long) flags,
                                    0L,
                                    0L);
        } catch (Throwable thrown) {
            throw C.impossible(thrown);
        }
        return result == -1
                ? syscall(errno, SYS_IO_URING_ENTER, fd, toSubmit, minComplete, flags, 0, 0)
                : result;
    }

    static long ioUringRegister(MemorySegment errno, int fd, int opcode, long arg, int count) {
        return syscall(errno, SYS_IO_URING_REGISTER, fd, opcode, arg, count, 0, 0);
    }

    private static long syscall(
            MemorySegment errno, long number, long a, long b, long c, long d, long e, long f) {
        try {
            return outcome(errno, (long) SYSCALL.invokeExact(errno, number, a, b, c, d, e, f));
        } catch (Throwable thrown) {
            throw C.impossible(thrown);
        }
    }

    // Other functions.

    static long mmap(MemorySegment errno, long length, int prot, int flags, int fd, long offset) {
        try {
            return outcome(
                    errno, (long) MMAP.invokeExact(errno, 0L, length, prot, flags, fd, offset));
        } catch (Throwable thrown) {
            throw C.impossible(thrown);
        }
    }

    static long munmap(MemorySegment errno, long address, long length) {
        try {
            return outcome(errno, (int) MUNMAP.invokeExact(errno, address, length));
        } catch (Throwable thrown) {
            throw C.impossible(thrown);
        }
    }

    static int socket(MemorySegment errno, int domain, int type, int protocol) {
        try {
            return (int) outcome(errno, (int) SOCKET.invokeExact(errno, domain, type, protocol));
        } catch (Throwable thrown) {
            throw C.impossible(thrown);
        }
    }

    static int setsockopt(MemorySegment errno, int fd, int level, int name, MemorySegment value) {
        try {
            int length = (int) value.byteSize();
            return (int)
                    outcome(
                            errno,
                            (int)
                                    SETSOCKOPT.invokeExact(
                                            errno, fd, level, name, value.address(), length));
        } catch (Throwable thrown) {
            throw C.impossible(thrown);
        }
    }

    static int bind(MemorySegment errno, int fd, SocketAddress to) {
        try {
            int length = (int) to.length();
            return (int) outcome(errno, (int) BIND.invokeExact(errno, fd, to.address(), length));
        } catch (Throwable thrown) {
            throw C.impossible(thrown);
        }
    }

    static int eventfd(MemorySegment errno, int flags) {
        try {
            return (int) outcome(errno, (int) EVENTFD.invokeExact(errno, 0, flags));
        } catch (Throwable thrown) {
            throw C.impossible(thrown);
        }
    }

    static long write(MemorySegment errno, int fd, MemorySegment bytes) {
        try {
            return outcome(
                    errno, (long) WRITE.invokeExact(errno, fd, bytes.address(), bytes.byteSize()));
        } catch (Throwable thrown) {
            throw C.impossible(thrown);
        }
    }

    static int close(MemorySegment errno, int fd) {
        try {
            return (int) outcome(errno, (int) CLOSE.invokeExact(errno, fd));
        } catch (Throwable thrown) {
            throw C.impossible(thrown);
        }
    }

    static int prctl(MemorySegment errno, int option, long value) {
        try {
            return (int) outcome(errno, (int) PRCTL.invokeExact(errno, option, value));
        } catch (Throwable thrown) {
            throw C.impossible(thrown);
        }
    }
}
