package dev.loombench.result;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The right to write to a results folder, which one process has at a time.
///
/// A lock of POSIX vanishes as soon as its process closes any descriptor of the locked file. So a
/// file of its own is locked, which nothing else opens, and a second attempt of the same process is
/// refused before it opens the file. The kernel releases the lock when the process ends, however it
/// ends; the file stays.
final class FolderLock implements AutoCloseable {
    static final String FILE = "run.lock";

    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private FolderLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /// @return empty when the lock is held, by another process or by this one
    static Optional<FolderLock> tryTake(Path folder) throws IOException {
        var file = folder.toRealPath().resolve(FILE);
        if (!HELD_HERE.add(file)) {
            return Optional.empty();
        }
        Optional<FolderLock> taken = Optional.empty();
        try {
            taken = tryLock(file);
            return taken;
        } finally {
            if (taken.isEmpty()) {
                HELD_HERE.remove(file);
            }
        }
    }

    private static Optional<FolderLock> tryLock(Path file) throws IOException {
        var channel =
                FileChannel.open(
                        file,
                        Set.of(
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE,
                                LinkOption.NOFOLLOW_LINKS));
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
        return lock == null ? Optional.empty() : Optional.of(new FolderLock(file, channel));
    }

    @Override
    public void close() throws IOException {
        channel.close(); // releases the lock
        HELD_HERE.remove(file);
    }
}
