package dev.loombench.result.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;

/// Folders within a results folder, which may come from somebody else: none is reached through a
/// symbolic link, and none lies outside.
final class ResultFolder {
    private ResultFolder() {}

    /// A path below a folder.
    ///
    /// @param relative its names, `/` between them
    /// @throws ResultError when it leads outside or through a symbolic link
    static Path inside(Path folder, String relative) {
        var path = folder;
        for (var name : relative.split("/", -1)) {
            if (!isName(name)) {
                throw new ResultError(
                        "%s names \"%s\", which does not lie within it"
                                .formatted(folder, relative));
            }
            path = path.resolve(name);
            if (Files.isSymbolicLink(path)) {
                throw new ResultError(
                        "%s is a symbolic link, and no result is read or written through one"
                                .formatted(path));
            }
        }
        return path;
    }

    private static boolean isName(String name) {
        return !name.isEmpty()
                && !name.equals(".")
                && !name.equals("..")
                && name.indexOf('\\') < 0
                && name.indexOf('\0') < 0;
    }

    /// Makes a folder if it is not there.
    ///
    /// @throws IOException when something else has its name
    static Path make(Path folder) throws IOException {
        try {
            return Files.createDirectory(folder);
        } catch (FileAlreadyExistsException there) {
            if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                return folder;
            }
            throw there;
        }
    }

    /// Checks that a folder holds regular files and folders only, down to a depth.
    ///
    /// @throws ResultError when it holds a symbolic link, a pipe, or anything else
    static void requirePlain(Path folder, int depth) throws IOException {
        try (var children = Files.list(folder)) {
            for (var child : children.sorted().toList()) {
                if (Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)) {
                    if (depth > 1) {
                        requirePlain(child, depth - 1);
                    }
                } else if (!ResultFile.exists(child)) {
                    throw new ResultError(
                            "%s is neither a regular file nor a folder: nothing is written where such a thing lies"
                                    .formatted(child));
                }
            }
        }
    }

    /// Makes an empty folder in place of whatever has its name. Links in it are removed, and what
    /// they point to is left alone.
    static Path makeEmpty(Path folder) throws IOException {
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            try (var all = Files.walk(folder)) {
                for (var path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        }
        return Files.createDirectory(folder);
    }
}
