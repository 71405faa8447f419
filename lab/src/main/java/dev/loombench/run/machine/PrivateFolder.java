package dev.loombench.run.machine;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;

/// A folder that belongs to this user and that no other user can enter.
final class PrivateFolder {
    private static final String OWNER_ONLY = "rwx------";
    private static final Path SELF = Path.of("/proc/self");

    private PrivateFolder() {}

    /// The possible folders, best first. They depend only on user and machine, not on environment
    /// variables, which differ between a session, a service and a cron job of one user.
    static List<Path> candidates() {
        return candidates(
                System.getProperty("user.home"),
                Path.of(
                        System.getProperty("java.io.tmpdir"),
                        "loombench-" + System.getProperty("user.name")));
    }

    /// @param home `?` of a user without a name, as in a container: no path below the working
    ///   directory, in which each run would have a lock of its own
    static List<Path> candidates(String home, Path temporary) {
        var own = Path.of(home, ".cache", "loombench");
        return own.isAbsolute() ? List.of(own, temporary) : List.of(temporary);
    }

    /// Creates the folder if it is missing, and removes the rights of other users.
    ///
    /// @return the folder
    /// @throws IOException when it cannot be created, is a symbolic link or belongs to another user
    static Path make(Path folder) throws IOException {
        var rights = PosixFilePermissions.fromString(OWNER_ONLY);
        var parent = folder.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        try {
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(rights));
        } catch (FileAlreadyExistsException there) {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException(folder + " is not a folder", there);
            }
        }
        var owner = Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS);
        if (!owner.equals(currentUser())) {
            throw new IOException("%s belongs to %s".formatted(folder, owner.getName()));
        }
        Files.setPosixFilePermissions(folder, rights);
        return folder;
    }

    private static UserPrincipal currentUser() throws IOException {
        return Files.exists(SELF)
                ? Files.getOwner(SELF)
                : SELF.getFileSystem()
                        .getUserPrincipalLookupService()
                        .lookupPrincipalByName(System.getProperty("user.name"));
    }
}
