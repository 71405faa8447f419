package dev.loombench.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// Files that give power to who wrote them: written by this user or by root, in folders in which
/// nobody else can put another file in their place.
public final class OwnFile {
    private static final Set<PosixFilePermission> WRITE =
            EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private static final int ROOT = 0;

    /// Of a folder in which each user can only replace files of their own, such as `/tmp`.
    private static final int STICKY = 01000;

    private OwnFile() {}

    /// Why others may have written a file, with the remedy; empty where they cannot have, and where
    /// the file system has no owners.
    ///
    /// @throws IOException when it does not exist or cannot be examined
    public static Optional<String> problem(Path file) throws IOException {
        var real = file.toRealPath();
        if (!real.getFileSystem().supportedFileAttributeViews().contains("unix")
                || !Files.getFileStore(real).supportsFileAttributeView("posix")) {
            return Optional.empty();
        }
        if (isWritable(real)) {
            return Optional.of(
                    "can be changed by other users; fix it with: chmod go-w " + text(file));
        }
        if (isForeign(real)) {
            return Optional.of(
                    "belongs to another user (%s); make a copy of your own"
                            .formatted(TextSanitizer.of(Files.getOwner(real).getName())));
        }
        return replaceable(file.toAbsolutePath())
                .map(folder ->
                        "is in %s, where other users can put another file in its place; move it to a folder that only you can write"
                                .formatted(text(folder)));
    }

    /// A folder on the way to a file, also by links, in which others can replace what leads to it.
    private static Optional<Path> replaceable(Path file) throws IOException {
        var left = new ArrayDeque<Path>();
        file.forEach(left::add);
        var folder = Objects.requireNonNull(file.getRoot());
        while (!left.isEmpty()) {
            if (isForeign(folder) || (isWritable(folder) && !isSticky(folder))) {
                return Optional.of(folder);
            }
            var next = folder.resolve(left.remove()).normalize();
            if (!Files.isSymbolicLink(next)) {
                folder = next;
            } else if (isForeign(next)) {
                return Optional.of(folder);
            } else { // toRealPath found no loop
                var target = folder.resolve(Files.readSymbolicLink(next));
                var names = new ArrayDeque<Path>();
                target.forEach(names::push);
                names.forEach(left::push);
                folder = target.getRoot();
            }
        }
        return Optional.empty();
    }

    private static boolean isWritable(Path path) throws IOException {
        return Files.getPosixFilePermissions(path).stream().anyMatch(WRITE::contains);
    }

    private static boolean isForeign(Path path) throws IOException {
        int owner = (int) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        return owner != ROOT && owner != user();
    }

    /// The user of this process, who owns what it creates.
    private static int user() throws IOException {
        var self = Path.of("/proc/self");
        if (Files.exists(self)) {
            return (int) Files.getAttribute(self, "unix:uid");
        }
        var home = Path.of(Objects.requireNonNull(System.getProperty("user.home")));
        return (int) Files.getAttribute(home, "unix:uid");
    }

    private static boolean isSticky(Path folder) throws IOException {
        return ((int) Files.getAttribute(folder, "unix:mode") & STICKY) != 0;
    }

    private static String text(Path path) {
        return TextSanitizer.of(path.toString());
    }
}
