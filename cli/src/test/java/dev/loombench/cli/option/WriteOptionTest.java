package dev.loombench.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteOptionTest {
    @TempDir Path folder;

    @Test
    void a_file_is_new_and_written_as_a_whole() throws IOException {
        var file = folder.resolve("a.yaml");
        WriteOption.write(file, "a: 1");
        assertThat(file).hasContent("a: 1");
        assertThatThrownBy(() -> WriteOption.write(file, "a: 2")).isInstanceOf(WrongInput.class);
        assertThat(file).hasContent("a: 1");
    }

    /// Half a surrogate pair has no UTF-8; a full disk refuses a text in the same place.
    @Test
    void nothing_is_left_of_a_file_that_cannot_be_written() {
        var file = folder.resolve("b.yaml");
        assertThatThrownBy(() -> WriteOption.write(file, "a\uD83E"))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("cannot write");
        assertThat(file).doesNotExist();
    }

    @Test
    void a_folder_is_no_file_to_write() throws IOException {
        var file = Files.createFile(folder.resolve("c"));
        for (var wrong : new Path[] {folder, folder.resolve("none/a.yaml"), file.resolve("a")}) {
            assertThatThrownBy(() -> WriteOption.requireFile("--write", wrong))
                    .isInstanceOf(WrongInput.class)
                    .hasMessageStartingWith("--write: ");
        }
        WriteOption.requireFile("--write", folder.resolve("new.yaml"));
    }
}
