package dev.loombench.zoo.work;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/// A thread that writes a byte into a file at the requested time.
///
/// It shares no lock with the threads that wait for the bytes. These may be virtual and hold every
/// carrier, so that another virtual thread that is next in line for a lock cannot take it: a thread
/// behind it, as that of a scheduled executor would be, could not go on, and no byte would come.
final class ByteWriter {
    private final ConcurrentLinkedQueue<Due> requested = new ConcurrentLinkedQueue<>();
    private final Thread thread;

    /// @param nanos time of the write, as of `System.nanoTime`
    private record Due(RandomAccessFile file, long nanos) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            return Long.signum(nanos - other.nanos);
        }
    }

    private ByteWriter() {
        thread = Thread.ofPlatform().daemon().name("file-writer").unstarted(this::run);
    }

    static ByteWriter start() {
        var writer = new ByteWriter();
        writer.thread.start();
        return writer;
    }

    /// Writes a byte after the given time.
    void writeAfter(int millis, RandomAccessFile file) {
        requested.add(new Due(file, System.nanoTime() + millis * 1_000_000L));
        LockSupport.unpark(thread);
    }

    private void run() {
        var due = new PriorityQueue<Due>();
        while (true) {
            for (var next = requested.poll(); next != null; next = requested.poll()) {
                due.add(next);
            }
            var first = due.peek();
            if (first == null) {
                LockSupport.park(this);
                continue;
            }
            long left = first.nanos() - System.nanoTime();
            if (left > 0) {
                LockSupport.parkNanos(this, left);
            } else {
                write(due.remove());
            }
        }
    }

    private static void write(Due due) {
        try {
            due.file().write(1);
        } catch (IOException e) {
            throw new UncheckedIOException("an open pipe took no byte", e);
        }
    }
}
