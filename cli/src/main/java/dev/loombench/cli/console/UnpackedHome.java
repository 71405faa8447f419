package dev.loombench.cli.console;

import dev.loombench.base.FolderTree;
import dev.loombench.base.ProgramVersion;
import dev.loombench.base.Sha256;
import dev.loombench.base.UserCache;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.zip.ZipInputStream;

/// The folder of Loombench where only its jars are there, as from a Maven repository: experiments,
/// descriptions of servers and agents, unpacked once from the jar into the user's cache.
public final class UnpackedHome {
    /// In the released jar; a clone has the folder itself.
    private static final String ARCHIVE = "/loombench.zip";

    private UnpackedHome() {}

    /// Unpacks the archive of this jar where that has not been done.
    ///
    /// @return the folder; empty where this jar has no archive
    /// @throws IOException when it cannot be written
    public static Optional<Path> unpack() throws IOException {
        try (var in = UnpackedHome.class.getResourceAsStream(ARCHIVE)) {
            return in == null
                    ? Optional.empty()
                    : Optional.of(unpack(in.readAllBytes(), UserCache.folder(System.getenv())));
        }
    }

    /// Unpacks an archive into a folder that has the checksum of the archive as its name: another
    /// version has another one, and a folder that is there is complete.
    static Path unpack(byte[] archive, Path cache) throws IOException {
        var folder = cache.resolve("%s-%s".formatted(ProgramVersion.VERSION, id(archive)));
        if (Files.isDirectory(folder)) {
            return folder;
        }
        Files.createDirectories(cache);
        var incomplete = Files.createTempDirectory(cache, "unpacking");
        try (var zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (!entry.isDirectory()) {
                    write(zip, inside(incomplete, entry.getName()));
                }
            }
        }
        try {
            Files.move(incomplete, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            if (!Files.isDirectory(folder)) { // else another process has unpacked it meanwhile
                throw e;
            }
            FolderTree.remove(incomplete);
        }
        return folder;
    }

    private static void write(InputStream content, Path file) throws IOException {
        var parent = file.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Files.copy(content, file);
    }

    /// @throws IOException when the name leads out of the folder
    private static Path inside(Path folder, String name) throws IOException {
        var file = folder.resolve(name).normalize();
        if (!file.startsWith(folder)) {
            throw new IOException("an entry of the archive leads out of its folder: " + name);
        }
        return file;
    }

    private static String id(byte[] archive) {
        return Sha256.of(archive).substring(0, 16);
    }
}
