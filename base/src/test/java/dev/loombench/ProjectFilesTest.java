package dev.loombench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectFilesTest {
    @TempDir private Path folder;

    private Path file(String path) throws IOException {
        var file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.createFile(file);
    }

    @Test
    void what_is_built_is_no_file_of_the_project() throws IOException {
        var source = file("target/module/src/A.java");
        file("target/module/target/classes/A.class");
        assertThat(ProjectFiles.below(folder.resolve("target"))).containsExactly(source);
        assertThat(ProjectFiles.below(source)).containsExactly(source);
    }

    /// Else a check of it would pass.
    @Test
    void a_folder_that_does_not_exist_is_no_empty_one() {
        assertThatThrownBy(() -> ProjectFiles.below(folder.resolve("docs")))
                .isInstanceOf(NoSuchFileException.class);
    }
}
