package dev.loombench.result.store;

import dev.loombench.base.FolderTree;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// Folders within a results folder, which may come from an untrusted source: none is reached
/// through a symbolic link, and none is outside.
final class ResultFolder {
    private ResultFolder() {}

    /// A path below a folder.
    ///
    /// @param relative names separated by `/`
    /// @throws ResultError when it leads outside or through a symbolic link
    static Path inside(Path folder, String relative) {
        var path = folder;
        for (var name : relative.split("/", -1)) {
            if (!isName(name)) {
                throw new ResultError(
                        "%s names \"%s\", which is outside this folder"
                                .formatted(folder, relative));
            }
            path = path.resolve(name);
            if (Files.isSymbolicLink(path)) {
                throw new ResultError(
                        "%s is a symbolic link; results are neither read nor written through links"
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

    /// Creates a folder if it is missing.
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

    /// Checks that a folder contains only regular files and folders, down to a depth.
    ///
    /// @throws ResultError when it contains a symbolic link, a pipe, or anything else
    static void requirePlain(Path folder, int depth) throws IOException {
        try (var children = Files.list(folder)) {
            for (var child : children.sorted().toList()) {
                if (Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)) {
                    if (depth > 1) {
                        requirePlain(child, depth - 1);
                    }
                } else if (!ResultFile.exists(child)) {
                    throw new ResultError(
                            "%s is neither a regular file nor a folder; remove it to write to this folder"
                                    .formatted(child));
                }
            }
        }
    }

    /// Creates an empty folder in place of anything with its name. Links in it are removed, and
    /// their targets are not changed.
    static Path makeEmpty(Path folder) throws IOException {
        FolderTree.remove(folder);
        return Files.createDirectory(folder);
    }
}
