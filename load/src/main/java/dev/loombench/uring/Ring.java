package dev.loombench.uring;

import static dev.loombench.uring.Params.IORING_SETUP_CLAMP;
import static dev.loombench.uring.Params.IORING_SETUP_COOP_TASKRUN;
import static dev.loombench.uring.Params.IORING_SETUP_CQSIZE;
import static dev.loombench.uring.Params.IORING_SETUP_DEFER_TASKRUN;
import static dev.loombench.uring.Params.IORING_SETUP_R_DISABLED;
import static dev.loombench.uring.Params.IORING_SETUP_SINGLE_ISSUER;
import static dev.loombench.uring.Params.IORING_SETUP_SUBMIT_ALL;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.loombench.base.NativeLibrary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;

/// An io_uring: a submission queue and a completion queue in memory shared with the kernel.
///
/// Any thread may open it. The first thread that calls `submitAndWait` owns it from then on, and is
/// the only one to submit, wait and close. Closing the ring frees all its resources.
///
/// Source: io_uring(7), io_uring_setup(2), io_uring_enter(2), io_uring_register(2).
public final class Ring implements AutoCloseable {
    private static final long IORING_OFF_SQ_RING = 0;
    private static final long IORING_OFF_CQ_RING = 0x8000000;
    private static final long IORING_OFF_SQES = 0x10000000;

    private static final int IORING_ENTER_GETEVENTS = 1;

    private static final int IORING_REGISTER_ENABLE_RINGS = 12;
    private static final int IORING_REGISTER_FILES2 = 13;
    private static final int IORING_RSRC_REGISTER_SPARSE = 1;

    /// A single thread submits, and completions are processed while it waits, so that no interrupt
    /// is needed.
    private static final int FLAGS =
            IORING_SETUP_CQSIZE
                    | IORING_SETUP_CLAMP
                    | IORING_SETUP_R_DISABLED
                    | IORING_SETUP_SUBMIT_ALL
                    | IORING_SETUP_COOP_TASKRUN
                    | IORING_SETUP_SINGLE_ISSUER
                    | IORING_SETUP_DEFER_TASKRUN;

    // socket(2), tcp(7)
    private static final int SOCK_STREAM = 1;
    private static final int SOCK_CLOEXEC = 0x80000;
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_NODELAY = 1;

    // ip(7)
    private static final int IPPROTO_IP = 0;
    private static final int IP_BIND_ADDRESS_NO_PORT = 24;

    private static final int PR_SET_TIMERSLACK = 29;

    /// `struct io_uring_rsrc_register`
    private static final StructLayout IO_URING_RSRC_REGISTER =
            MemoryLayout.structLayout(
                    JAVA_INT.withName("nr"),
                    JAVA_INT.withName("flags"),
                    JAVA_LONG.withName("resv2"),
                    JAVA_LONG.withName("data"),
                    JAVA_LONG.withName("tags"));

    private final Arena arena;
    private final int fd;
    private final MemorySegment errno;
    private final MemorySegment one;
    private final SubmissionQueue submissions;
    private final CompletionQueue completions;
    private boolean enabled;

    private Ring(Arena arena, MemorySegment errno, int fd, Params params) throws IOException {
        this.arena = arena;
        this.errno = errno;
        this.fd = fd;
        int entries = params.sqEntries();
        long sqBytes = params.sqOff("array") + (long) entries * Integer.BYTES;
        long cqBytes = params.cqOff("cqes") + params.cqEntries() * CompletionQueue.SIZE;
        submissions =
                new SubmissionQueue(
                        this,
                        Mapping.ofRing(arena, errno, fd, IORING_OFF_SQ_RING, sqBytes),
                        Mapping.ofRing(arena, errno, fd, IORING_OFF_SQES, entries * Sqe.SIZE),
                        arena.allocate(JAVA_INT, entries),
                        params);
        completions =
                new CompletionQueue(
                        Mapping.ofRing(arena, errno, fd, IORING_OFF_CQ_RING, cqBytes), params);
        one = arena.allocateFrom(JAVA_INT, 1);
    }

    /// @param entries submissions that fit into the queue before the kernel must consume them
    /// @param completions that fit into the completion queue, at least `entries`; the kernel stores
    ///   any excess at extra cost
    /// @throws UringUnavailable when the kernel, its settings or the JVM's flags forbid it
    public static Ring open(int entries, int completions) throws UringUnavailable, IOException {
        var system = System.getProperty("os.name");
        if (!system.equals("Linux")) {
            throw new UringUnavailable("io_uring needs Linux, and this system is " + system);
        }
        var arena = Arena.ofShared();
        try {
            return open(arena, entries, completions);
        } catch (LinkageError _) {
            arena.close();
            throw new UringUnavailable("the JVM needs --enable-native-access=ALL-UNNAMED");
        } catch (UringUnavailable | IOException e) {
            arena.close();
            throw e;
        }
    }

    private static Ring open(Arena arena, int entries, int completions)
            throws UringUnavailable, IOException {
        var errno = NativeLibrary.errno(arena);
        var params = Params.request(arena, FLAGS, completions);
        long fd = Libc.ioUringSetup(errno, entries, params.memory());
        if (fd == -Errno.EINVAL) {
            params = Params.request(arena, FLAGS & ~IORING_SETUP_DEFER_TASKRUN, completions);
            fd = Libc.ioUringSetup(errno, entries, params.memory());
        }
        if (fd < 0) {
            throw new UringUnavailable("io_uring_setup: " + reason((int) -fd));
        }
        try {
            return new Ring(arena, errno, (int) fd, params);
        } catch (IOException e) {
            Libc.close(errno, (int) fd);
            throw e;
        }
    }

    private static String reason(int error) {
        return switch (error) {
            case Errno.ENOSYS -> "the kernel does not support it";
            case Errno.EINVAL -> "the kernel is older than Linux 6.0";
            case Errno.EPERM ->
                    "not permitted (sysctl kernel.io_uring_disabled, or a container's seccomp"
                            + " profile)";
            default -> Errno.name(error);
        };
    }

    /// Registers a table of empty slots for files. See io_uring_register_files_sparse(3).
    public void registerFileSlots(int count) throws IOException {
        var request = arena.allocate(IO_URING_RSRC_REGISTER);
        var layout = IO_URING_RSRC_REGISTER;
        request.set(JAVA_INT, layout.byteOffset(PathElement.groupElement("nr")), count);
        request.set(
                JAVA_INT,
                layout.byteOffset(PathElement.groupElement("flags")),
                IORING_RSRC_REGISTER_SPARSE);
        int size = (int) layout.byteSize();
        register(IORING_REGISTER_FILES2, request, size, "%d slots for files".formatted(count));
    }

    public SubmissionQueue submissions() {
        return submissions;
    }

    public CompletionQueue completions() {
        return completions;
    }

    /// Submits the prepared entries and runs deferred work.
    public void submit() throws IOException {
        enter(0);
    }

    /// Submits and waits for a completion in one system call.
    public void submitAndWait() throws IOException {
        enter(1);
    }

    /// Submits the prepared entries to make room for more.
    void makeRoom() {
        try {
            submit();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (submissions.isFull()) {
            throw new IllegalStateException("the kernel consumes no more submissions");
        }
    }

    private void enter(int minComplete) throws IOException {
        if (!enabled) {
            enable();
        }
        long result =
                Libc.ioUringEnter(
                        errno, fd, submissions.publish(), minComplete, IORING_ENTER_GETEVENTS);
        if (result >= 0) {
            submissions.consumed((int) result);
            return;
        }
        int error = (int) -result;
        boolean isTransient = error == Errno.EINTR || error == Errno.EAGAIN || error == Errno.EBUSY;
        if (!isTransient) {
            throw new IOException("io_uring_enter: " + Errno.name(error));
        }
    }

    /// Makes this thread the ring's only submitter and its timeouts exact: by default Linux rounds
    /// them up by 50 us. See PR_SET_TIMERSLACK(2const).
    private void enable() throws IOException {
        long result = Libc.ioUringRegister(errno, fd, IORING_REGISTER_ENABLE_RINGS, 0, 0);
        if (result < 0) {
            throw new IOException("io_uring_register: " + Errno.name((int) -result));
        }
        Libc.prctl(errno, PR_SET_TIMERSLACK, 1);
        enabled = true;
    }

    /// Opens a TCP socket with TCP_NODELAY.
    ///
    /// @return its descriptor, or an error number negated
    public int openSocket(SocketAddress to) {
        int socket = Libc.socket(errno, to.family(), SOCK_STREAM | SOCK_CLOEXEC, IPPROTO_TCP);
        if (socket >= 0) {
            Libc.setsockopt(errno, socket, IPPROTO_TCP, TCP_NODELAY, one);
        }
        return socket;
    }

    /// The same, bound to an address whose port is 0. The port is chosen on connect and only has to
    /// differ from those of other connections to the same destination.
    public int openSocket(SocketAddress to, SocketAddress from) {
        int socket = openSocket(to);
        if (socket < 0) {
            return socket;
        }
        Libc.setsockopt(errno, socket, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, one);
        int error = Libc.bind(errno, socket, from);
        if (error < 0) {
            Libc.close(errno, socket);
            return error;
        }
        return socket;
    }

    /// Zeroed memory, freed when the ring closes.
    public MemorySegment allocate(MemoryLayout layout) {
        return arena.allocate(layout);
    }

    /// Zeroed pages, unmapped when the ring closes.
    MemorySegment map(long bytes) throws IOException {
        return Mapping.anonymous(arena, errno, bytes);
    }

    void register(int opcode, MemorySegment argument, int count, String what) throws IOException {
        long result = Libc.ioUringRegister(errno, fd, opcode, argument.address(), count);
        if (result < 0) {
            throw new IOException(
                    "io_uring_register of %s: %s".formatted(what, Errno.name((int) -result)));
        }
    }

    @Override
    public void close() {
        Libc.close(errno, fd);
        arena.close();
    }
}
