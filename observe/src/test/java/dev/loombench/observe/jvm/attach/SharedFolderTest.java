package dev.loombench.observe.jvm.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SharedFolderTest {
    private static final long SELF = ProcessHandle.current().pid();

    @Test
    void a_temporary_folder_is_deleted_with_its_files() throws IOException {
        var used =
                SharedFolder.use(
                        SELF,
                        folder -> {
                            Files.writeString(folder.here().resolve("dump"), "text");
                            return folder.here();
                        });
        assertThat(used).doesNotExist();
    }

    /// As a container can do that wants the files of this machine deleted.
    @Test
    @EnabledOnOs(OS.LINUX)
    void a_link_in_the_place_of_the_folder_is_not_followed(@TempDir Path outside)
            throws IOException {
        var kept = Files.writeString(outside.resolve("kept"), "text");
        assertThatThrownBy(() ->
                        SharedFolder.use(
                                SELF,
                                folder -> {
                                    Files.delete(folder.here());
                                    return Files.createSymbolicLink(folder.here(), outside);
                                }))
                .isInstanceOf(IOException.class);
        assertThat(kept).exists();
    }
}
