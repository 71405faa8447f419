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

/// The files of a folder of the project that people write. Folders of what is built are not
/// entered: builds of other modules write to them meanwhile.
final class ProjectFiles extends SimpleFileVisitor<Path> {
    /// Folders of what is built, measured or of another program.
    private static final Set<String> OTHERS = Set.of("target", "results", ".git", ".idea");

    private final Path root;
    private final List<Path> found = new ArrayList<>();

    private ProjectFiles(Path root) {
        this.root = root;
    }

    /// @param root a folder, or a file
    static List<Path> below(Path root) throws IOException {
        var files = new ProjectFiles(root);
        Files.walkFileTree(root, files);
        return files.found;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
        return !folder.equals(root) && OTHERS.stream().anyMatch(folder::endsWith)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        found.add(file);
        return FileVisitResult.CONTINUE;
    }

    /// Another test may have deleted it.
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
        if (failure instanceof NoSuchFileException) {
            return FileVisitResult.CONTINUE;
        }
        throw failure;
    }
}
