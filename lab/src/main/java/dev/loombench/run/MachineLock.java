package dev.loombench.run;

import dev.loombench.result.ResultError;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// Tells whether another run of the same user is measuring on this machine: both would spoil each
/// other's figures.
final class MachineLock implements AutoCloseable {
    private final FileChannel channel;
    private final @Nullable FileLock lock;

    private MachineLock(FileChannel channel, @Nullable FileLock lock) {
        this.channel = channel;
        this.lock = lock;
    }

    static MachineLock take() {
        var file = file();
        try {
            var channel =
                    FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            return new MachineLock(channel, tryLock(channel));
        } catch (IOException e) {
            throw new ResultError(
                    "cannot open %s, which tells runs of each other: %s".formatted(file, e), e);
        }
    }

    /// Tests that run beside one another have a file each: `-Dloombench.lock=FILE`.
    private static Path file() {
        var user =
                Path.of(
                        System.getProperty("java.io.tmpdir"),
                        "loombench-" + System.getProperty("user.name") + ".lock");
        return Path.of(System.getProperty("loombench.lock", user.toString()));
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException sameProcess) {
            return null;
        }
    }

    boolean alone() {
        return lock != null;
    }

    @Override
    public void close() {
        try {
            channel.close(); // releases the lock
        } catch (IOException e) {
            throw new ResultError("cannot release the lock of this machine: " + e, e);
        }
    }
}
