package dev.loombench.zoo.work;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;

/// Reads a file whose bytes come late, as from a slow disk or a network file system: the read
/// blocks in the kernel, and a virtual thread holds its carrier meanwhile. JDK 25 starts no other
/// one in its place.
///
/// The file is a named pipe, into which a thread writes a byte after the requested time. It is
/// opened for reading and writing, and its name is deleted at once. Pipes are created in batches,
/// one batch at a time, when there is no idle one, and used again.
final class FileWait {
    private static final int BATCH = 64;

    private static final ConcurrentLinkedQueue<RandomAccessFile> IDLE =
            new ConcurrentLinkedQueue<>();

    /// Held by the thread that creates pipes: one batch serves all that wait meanwhile.
    private static final ReentrantLock CREATION = new ReentrantLock();

    private static final ByteWriter WRITER = ByteWriter.start();

    private FileWait() {}

    static WorkResponse of(int millis) throws InterruptedException {
        try {
            var pipe = idle();
            WRITER.writeAfter(millis, pipe);
            boolean complete = pipe.read() >= 0;
            IDLE.add(pipe);
            return complete
                    ? WorkResponse.ok("read after " + millis + " ms")
                    : new WorkResponse(500, "the pipe ended");
        } catch (IOException e) {
            return new WorkResponse(500, "no named pipe: " + e.getMessage());
        }
    }

    private static RandomAccessFile idle() throws IOException, InterruptedException {
        var pipe = IDLE.poll();
        if (pipe != null) {
            return pipe;
        }
        CREATION.lockInterruptibly();
        try {
            pipe = IDLE.poll();
            while (pipe == null) {
                create();
                pipe = IDLE.poll();
            }
            return pipe;
        } finally {
            CREATION.unlock();
        }
    }

    private static void create() throws IOException, InterruptedException {
        var folder = Files.createTempDirectory("zoo-file");
        var names = new ArrayList<Path>();
        var command = new ArrayList<>(List.of("mkfifo"));
        for (int i = 0; i < BATCH; i++) {
            names.add(folder.resolve("pipe" + i));
            command.add(names.get(i).toString());
        }
        int status = new ProcessBuilder(command).inheritIO().start().waitFor();
        try {
            if (status != 0) {
                throw new IOException("mkfifo ended with status " + status);
            }
            for (var name : names) {
                IDLE.add(new RandomAccessFile(name.toFile(), "rw"));
            }
        } finally {
            for (var name : names) {
                Files.deleteIfExists(name);
            }
            Files.delete(folder);
        }
    }
}
