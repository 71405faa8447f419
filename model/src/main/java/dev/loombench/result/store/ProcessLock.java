package dev.loombench.result.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A lock that one process has at a time, such as the lock for writing to a results folder.
///
/// A POSIX lock is lost as soon as its process closes any descriptor of the locked file. So the
/// lock is on a separate file that nothing else opens, and a second attempt of the same process is
/// refused before it opens the file. The kernel releases the lock when the process ends for any
/// reason; the file remains.
public final class ProcessLock implements AutoCloseable {
    private static final String FOLDER_LOCK = "run.lock";

    private static final Set<Path> LOCKED_HERE = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private ProcessLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /// Tries to take the lock for writing to a results folder.
    ///
    /// @return empty when another process has the lock, or this one
    static Optional<ProcessLock> tryTakeFolder(Path folder) throws IOException {
        return tryTake(folder, FOLDER_LOCK);
    }

    /// @param folder of the file that is locked
    /// @param attributes of the file if it is created now
    /// @return empty when another process has the lock, or this one
    /// @throws IOException when the file cannot be opened or locked
    public static Optional<ProcessLock> tryTake(
            Path folder, String name, FileAttribute<?>... attributes) throws IOException {
        var file = folder.toRealPath().resolve(name);
        if (!LOCKED_HERE.add(file)) {
            return Optional.empty();
        }
        Optional<ProcessLock> taken = Optional.empty();
        try {
            taken = tryLock(file, attributes);
            return taken;
        } finally {
            if (taken.isEmpty()) {
                LOCKED_HERE.remove(file);
            }
        }
    }

    private static Optional<ProcessLock> tryLock(Path file, FileAttribute<?>[] attributes)
            throws IOException {
        var channel =
                FileChannel.open(
                        file,
                        Set.of(
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE,
                                LinkOption.NOFOLLOW_LINKS),
                        attributes);
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
        return lock == null ? Optional.empty() : Optional.of(new ProcessLock(file, channel));
    }

    @Override
    public void close() throws IOException {
        channel.close(); // releases the lock
        LOCKED_HERE.remove(file);
    }
}
