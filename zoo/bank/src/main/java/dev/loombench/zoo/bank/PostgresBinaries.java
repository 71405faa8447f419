package dev.loombench.zoo.bank;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/// PostgreSQL's programs, from an archive on the class path.
final class PostgresBinaries {
    private static final String ARCHIVE = "/postgres-linux-x86_64.txz";

    private PostgresBinaries() {}

    /// Unpacks them with read permission for all users.
    ///
    /// @return the folder of the programs
    /// @throws IOException also if there are none for this machine
    static Path unpack(Path folder) throws IOException {
        var machine = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        if (!machine.equals("Linux amd64")) {
            throw new IOException(
                    "PostgreSQL is included for Linux amd64 only, this is %s: name another with"
                                    .formatted(machine)
                            + " database: jdbc:postgresql://HOST:PORT/NAME?user=USER");
        }
        makeReadable(folder);
        try (var packed = PostgresBinaries.class.getResourceAsStream(ARCHIVE)) {
            if (packed == null) {
                throw new IOException("no " + ARCHIVE + " on the class path");
            }
            var tar = new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(packed)));
            for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                unpack(tar, entry, folder.resolve(entry.getName()).normalize());
            }
        }
        return folder.resolve("bin");
    }

    private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path to)
            throws IOException {
        if (entry.getName().endsWith(".a")) {
            return; // static libraries, only for linking
        }
        if (entry.isDirectory()) {
            createFolders(to);
        } else if (entry.isSymbolicLink()) {
            createFolders(to.getParent());
            Files.createSymbolicLink(to, Path.of(entry.getLinkName()));
        } else {
            createFolders(to.getParent());
            Files.copy(tar, to);
            makeReadable(to);
        }
    }

    private static void createFolders(@Nullable Path folder) throws IOException {
        if (folder != null && !Files.isDirectory(folder)) {
            createFolders(folder.getParent());
            makeReadable(Files.createDirectory(folder));
        }
    }

    private static void makeReadable(Path path) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
