package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManPagesTest {
    @TempDir private Path folder;

    @Test
    void each_command_has_a_page_and_the_shell_its_completion() throws IOException {
        ManPages.main(folder.toString());
        assertThat(read("man1/loombench.1")).startsWith(".TH LOOMBENCH 1 ");
        assertThat(read("man1/loombench-judge.1"))
                .contains("loombench\\-judge \\- Judge whether the head is worse")
                .contains("\\-\\-margin");
        assertThat(read("completions/loombench")).contains("judge");
        assertThat(Files.exists(folder.resolve("man1/loombench-generate-completion.1"))).isFalse();
    }

    private String read(String file) throws IOException {
        return Files.readString(folder.resolve(file));
    }

    @Test
    void a_line_is_neither_a_request_nor_an_escape_of_roff() {
        assertThat(ManPages.escaped(".TH x")).isEqualTo("\\&.TH x");
        assertThat(ManPages.escaped("'quoted' \\n")).isEqualTo("\\&'quoted' \\en");
        assertThat(ManPages.escaped("--for 5s")).isEqualTo("\\-\\-for 5s");
    }
}
