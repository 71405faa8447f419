package dev.loombench.result.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/// Reading of the files in a results folder, which may come from an untrusted source.
///
/// No symbolic link is followed, so that nothing outside the folder is accessed, and only regular
/// files are opened, so that no pipe or device blocks the reader.
final class ResultFile {
    /// Larger files are not written by the lab, and are refused before they are read into memory.
    private static final long MAX_BYTES = 256L << 20;

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
}
