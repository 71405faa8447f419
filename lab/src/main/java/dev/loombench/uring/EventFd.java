package dev.loombench.uring;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Lets other threads end a wait on a ring: an order to read an eventfd(2) completes as the bell is
/// rung. Rings before the bell is armed, or before it is armed again, are not lost.
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
            int fd = Libc.eventfd(Libc.errno(arena), EFD_CLOEXEC);
            if (fd < 0) {
                throw new IOException("eventfd: " + Errno.name(-fd));
            }
            return new EventFd(fd, owner.allocate(JAVA_LONG));
        }
    }

    /// To be done again after each completion.
    public void arm(SubmissionQueue queue, long userData) {
        queue.read(fd, count, userData);
    }

    /// From any thread, at any time.
    public synchronized void ring() {
        if (closed) {
            return; // the number may be another file's by now
        }
        try (var arena = Arena.ofConfined()) {
            Libc.write(Libc.errno(arena), fd, arena.allocateFrom(JAVA_LONG, 1));
        }
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try (var arena = Arena.ofConfined()) {
            Libc.close(Libc.errno(arena), fd);
        }
    }
}
