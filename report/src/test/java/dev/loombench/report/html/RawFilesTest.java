package dev.loombench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RawFilesTest {
    @TempDir private Path run;

    @Test
    void no_name_is_a_scheme_a_query_or_another_folder() throws IOException {
        Files.createFile(run.resolve("run.json"));
        Files.createFile(run.resolve("javascript:alert(1)"));
        var trial = Files.createDirectory(run.resolve("javascript:trial 1"));
        Files.createFile(trial.resolve("a#b?c%2e.csv"));
        var files = RawFiles.of(run);
        assertThat(files.getFirst().hrefs())
                .containsExactly("javascript%3Aalert%281%29", "run.json");
        assertThat(files.getLast().hrefs())
                .containsExactly("javascript%3Atrial%201/a%23b%3Fc%252e.csv");
    }
}
