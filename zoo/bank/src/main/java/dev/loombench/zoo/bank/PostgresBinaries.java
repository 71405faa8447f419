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

/// PostgreSQL's programs, from the archive on the class path.
final class PostgresBinaries {
    private static final String ARCHIVE = "/postgres-linux-x86_64.txz";

    private PostgresBinaries() {}

    /// Unpacks them where everyone may read.
    ///
    /// @return the folder of the programs
    /// @throws IOException when there are none for this machine, too
    static Path unpack(Path folder) throws IOException {
        var machine = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        if (!machine.equals("Linux amd64")) {
            throw new IOException(
                    "PostgreSQL comes along for Linux amd64 alone, and this is %s: name one with"
                                    .formatted(machine)
                            + " database: jdbc:postgresql://HOST:PORT/NAME?user=USER");
        }
        readable(folder);
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
            return; // for linking with
        }
        if (entry.isDirectory()) {
            folders(to);
        } else if (entry.isSymbolicLink()) {
            folders(to.getParent());
            Files.createSymbolicLink(to, Path.of(entry.getLinkName()));
        } else {
            folders(to.getParent());
            Files.copy(tar, to);
            readable(to);
        }
    }

    private static void folders(@Nullable Path folder) throws IOException {
        if (folder != null && !Files.isDirectory(folder)) {
            folders(folder.getParent());
            readable(Files.createDirectory(folder));
        }
    }

    private static void readable(Path path) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
