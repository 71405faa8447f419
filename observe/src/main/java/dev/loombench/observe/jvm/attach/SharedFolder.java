package dev.loombench.observe.jvm.attach;

import dev.loombench.observe.proc.ProcessNamespaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;

/// A folder for files that a JVM and the lab exchange, also where the JVM is in a container.
///
/// A temporary one exists only meanwhile, so that a lab that is killed while it observes leaves
/// none; only a profiler needs one from its start to its end.
///
/// @param here its path for the lab
/// @param there its path for the JVM
public record SharedFolder(Path here, Path there) {
    /// Of the names of temporary ones.
    public static final String PREFIX = "loombench-";

    /// @param <F> the folder or file
    /// @param <T> what is read
    public interface Use<F, T> {
        T of(F used) throws IOException;
    }

    /// Uses a temporary folder.
    public static <T> T use(long pid, Use<SharedFolder, T> use) throws IOException {
        var folder = create(pid);
        try {
            return use.of(folder);
        } finally {
            folder.remove();
        }
    }

    /// Uses a folder of the lab in which the files stay. Where the lab has it and the JVM does not
    /// find it, the files are copied into it from a temporary one.
    public static <T> T use(long pid, Path folder, Use<SharedFolder, T> use) throws IOException {
        var absolute = folder.toAbsolutePath();
        if (!Files.isDirectory(absolute) || ProcessNamespaces.of(pid).finds(absolute)) {
            return use.of(new SharedFolder(absolute, absolute));
        }
        return use(
                pid,
                temporary -> {
                    try {
                        return use.of(temporary);
                    } finally {
                        temporary.copyTo(absolute);
                    }
                });
    }

    /// Uses a file of the lab by the path under which the JVM finds it, or a temporary copy.
    public static <T> T show(long pid, Path file, Use<Path, T> use) throws IOException {
        var own = file.toRealPath();
        if (ProcessNamespaces.of(pid).finds(own)) {
            return use.of(own);
        }
        return use(
                pid,
                folder -> {
                    var name = own.getFileName();
                    Files.copy(own, folder.here.resolve(name));
                    return use.of(folder.there.resolve(name));
                });
    }

    /// Creates a temporary folder, which only this user can read.
    public static SharedFolder create(long pid) throws IOException {
        var target = ProcessNamespaces.of(pid);
        var own = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
        if (target.finds(own)) {
            var folder = Files.createTempDirectory(own, PREFIX);
            return new SharedFolder(folder, folder);
        }
        var here = Files.createTempDirectory(target.folder(AttachRefusal.TMP), PREFIX);
        return new SharedFolder(here, AttachRefusal.TMP.resolve(here.getFileName()));
    }

    private void copyTo(Path folder) throws IOException {
        if (!Files.exists(here)) {
            return; // the JVM has ended, and with it its folder is out of reach
        }
        try (var files = Files.newDirectoryStream(here)) {
            for (var file : files) {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    Files.copy(
                            file,
                            folder.resolve(file.getFileName()),
                            StandardCopyOption.REPLACE_EXISTING,
                            LinkOption.NOFOLLOW_LINKS);
                }
            }
        }
    }

    /// Deletes the folder with its files.
    public void remove() throws IOException {
        if (!Files.exists(here)) {
            return; // likewise
        }
        try (var parent = Files.newDirectoryStream(here.getParent())) {
            if (parent instanceof SecureDirectoryStream<Path> secure) {
                remove(secure);
                return;
            }
        }
        try (var files = Files.newDirectoryStream(here)) {
            for (var file : files) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(here);
    }

    /// The same on Linux, where a hostile container can put a symbolic link to a folder of this
    /// machine in its place at any moment: none is followed, and files are named relative to the
    /// folder that was opened.
    private void remove(SecureDirectoryStream<Path> parent) throws IOException {
        var name = here.getFileName();
        try (var folder = parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
            for (var file : folder) {
                folder.deleteFile(file.getFileName());
            }
        }
        parent.deleteDirectory(name);
    }
}
