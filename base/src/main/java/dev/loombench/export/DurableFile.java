package dev.loombench.export;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Objects;

/// Files that are always the complete old or new version: each is written under a random name in
/// the same folder, synced and renamed. An interrupt of the thread does not stop a write halfway.
public final class DurableFile {
    private static final SecureRandom RANDOM = new SecureRandom();

    private DurableFile() {}

    /// Writes or replaces a file durably. A symbolic link of that name is replaced, and its target
    /// is not changed.
    ///
    /// @throws IOException when a write fails; the old file is then unchanged
    public static void write(Path file, byte[] content) throws IOException {
        var unfinished = file.resolveSibling(file.getFileName() + "." + random() + ".new");
        try {
            Files.write(
                    unfinished, content, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            try (var written = new RandomAccessFile(unfinished.toFile(), "r")) {
                written.getFD().sync();
            }
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Files.deleteIfExists(unfinished);
            throw e;
        }
        syncFolder(Objects.requireNonNull(file.toAbsolutePath().getParent()));
    }

    private static String random() {
        var bytes = new byte[8];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /// Makes the names in a folder durable. An interrupt of the thread closes the channel: the sync
    /// is then repeated, and the interrupt restored at the end.
    private static void syncFolder(Path folder) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                    channel.force(true);
                    return;
                } catch (ClosedByInterruptException e) {
                    interrupted = Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
