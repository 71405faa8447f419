package dev.loombench.result.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Objects;

/// Reading and writing of the files in a results folder, which may come from an untrusted source.
///
/// No symbolic link is followed, so that nothing outside the folder is accessed, and only regular
/// files are opened, so that no pipe or device blocks the reader. A file is written under a random
/// name in the same folder, synced and renamed, so it is always the complete old or new version. An
/// interrupt of the thread does not stop a write halfway.
public final class ResultFile {
    /// Larger files are not written by the lab, and are refused before they are read into memory.
    private static final long MAX_BYTES = 256L << 20;

    private static final SecureRandom RANDOM = new SecureRandom();

    private ResultFile() {}

    /// Whether there is a regular file, not a link to one.
    static boolean exists(Path file) {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    /// Reads a file completely.
    ///
    /// @throws IOException when it is missing, not a regular file, or too large
    static byte[] read(Path file) throws IOException {
        long size = requireRegular(file).size();
        if (size > MAX_BYTES) {
            throw new IOException("it is too large: %,d bytes".formatted(size));
        }
        try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return in.readAllBytes();
        }
    }

    static BasicFileAttributes requireRegular(Path file) throws IOException {
        BasicFileAttributes found;
        try {
            found =
                    Files.readAttributes(
                            file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException missing) {
            throw new IOException("it is missing", missing);
        }
        if (!found.isRegularFile()) {
            throw new IOException("it is " + kind(found) + " where a regular file is expected");
        }
        return found;
    }

    private static String kind(BasicFileAttributes found) {
        if (found.isSymbolicLink()) {
            return "a symbolic link";
        }
        return found.isDirectory() ? "a folder" : "a pipe, socket or device";
    }

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
