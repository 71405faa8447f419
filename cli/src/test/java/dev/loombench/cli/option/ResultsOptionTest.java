package dev.loombench.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ResultsOptionTest {
    @TempDir Path folder;

    private static Path toWrite(Path results) {
        return CommandLine.populateCommand(new ResultsOption(), "--results", results.toString())
                .folderToWrite();
    }

    @Test
    void a_folder_in_a_file_is_refused() throws IOException {
        var file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> toWrite(file.resolve("a/b")))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining(file.toString());
        assertThat(toWrite(folder.resolve("a/b"))).isEqualTo(folder.resolve("a/b"));
        assertThat(folder.resolve("a")).doesNotExist();
    }

    /// `link/..` is the parent of what the link leads to, as for the kernel, and not that of the
    /// link, in which `out` is a file.
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void the_parent_behind_a_link_is_that_of_its_target() throws IOException {
        var target = Files.createDirectories(folder.resolve("a/b"));
        Files.createFile(folder.resolve("out"));
        var link = Files.createSymbolicLink(folder.resolve("link"), target);
        assertThat(toWrite(link.resolve("../out"))).isEqualTo(link.resolve("../out"));
    }
}
