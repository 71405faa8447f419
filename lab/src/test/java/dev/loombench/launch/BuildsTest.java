package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildsTest {
    @TempDir Path folder;

    private Path jar() throws IOException {
        return SampleJar.write(
                folder.resolve("server.jar"), Map.of("Class-Path", "lib/a.jar lib/none.jar"));
    }

    @Test
    void a_rebuilt_jar_or_library_has_another_checksum() throws IOException {
        var jar = jar();
        var library = Files.createDirectory(folder.resolve("lib")).resolve("a.jar");
        Files.writeString(library, "one");
        var before = Builds.ofJar(jar);
        assertThat(before).hasSize(64).isEqualTo(Builds.ofJar(jar));
        Files.writeString(library, "two");
        var after = Builds.ofJar(jar);
        assertThat(after).isNotEqualTo(before);
        Files.writeString(jar, "\0", StandardOpenOption.APPEND);
        assertThat(Builds.ofJar(jar)).isNotEqualTo(after);
    }
}
