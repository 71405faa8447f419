package dev.loombench.uring;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.loombench.base.NativeLibrary;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// An eventfd(2) that lets other threads end a wait on a ring: a submitted read completes once it
/// is signalled. Signals before the read is submitted, or between two reads, are not lost.
public final class EventFd implements AutoCloseable {
    private static final int EFD_CLOEXEC = 0x80000;

    private final MemorySegment count;
    private final int fd;
    private boolean closed;

    private EventFd(int fd, MemorySegment count) {
        this.fd = fd;
        this.count = count;
    }

    public static EventFd open(Ring owner) throws IOException {
        try (var arena = Arena.ofConfined()) {
            int fd = Libc.eventfd(NativeLibrary.errno(arena), EFD_CLOEXEC);
            if (fd < 0) {
                throw new IOException("eventfd: " + Errno.name(-fd));
            }
            return new EventFd(fd, owner.allocate(JAVA_LONG));
        }
    }

    /// Submits the read; to be repeated after each completion.
    public void arm(SubmissionQueue queue, long userData) {
        queue.read(fd, count, userData);
    }

    /// Ends the wait; from any thread, at any time.
    public synchronized void signal() {
        if (closed) {
            return; // the descriptor may already belong to another file
        }
        try (var arena = Arena.ofConfined()) {
            Libc.write(NativeLibrary.errno(arena), fd, arena.allocateFrom(JAVA_LONG, 1));
        }
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try (var arena = Arena.ofConfined()) {
            Libc.close(NativeLibrary.errno(arena), fd);
        }
    }
}
