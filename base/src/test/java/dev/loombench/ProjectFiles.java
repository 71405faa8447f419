package dev.loombench;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The files of the project as they were written, while its modules are built and tested: what is
/// built there is not entered, and a file may vanish meanwhile.
public final class ProjectFiles extends SimpleFileVisitor<Path> {
    /// Folders of what is built, measured or of another program.
    private static final Set<String> OTHERS = Set.of("target", "results", ".git", ".idea");

    private final Path start;
    private final List<Path> files = new ArrayList<>();

    private ProjectFiles(Path start) {
        this.start = start;
    }

    /// The files below a folder, whatever its own name, in no order; of a file, it alone.
    ///
    /// @throws NoSuchFileException where there is no such folder or file
    public static List<Path> below(Path start) throws IOException {
        var found = new ProjectFiles(start);
        Files.walkFileTree(start, found);
        return found.files;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
        return !folder.equals(start) && OTHERS.stream().anyMatch(folder::endsWith)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        files.add(file);
        return FileVisitResult.CONTINUE;
    }

    /// Another test, or the build of another module, may have deleted it.
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
        if (failure instanceof NoSuchFileException && !file.equals(start)) {
            return FileVisitResult.CONTINUE;
        }
        throw failure;
    }
}
