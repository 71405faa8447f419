package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class ProcessNamespacesTest {
    @TempDir private Path proc;
    @TempDir private Path elsewhere;
    private ProcessNamespaces other;

    @BeforeEach
    void process() throws IOException {
        Files.createDirectories(proc.resolve("self/ns"));
        other = new ProcessNamespaces(Files.createDirectory(proc.resolve("4711")));
        Files.createDirectory(proc.resolve("4711/ns"));
        Files.createSymbolicLink(proc.resolve("self/ns/net"), Path.of("net:[4026531840]"));
    }

    @Test
    void a_process_with_the_same_files_finds_them() throws IOException {
        Files.createSymbolicLink(proc.resolve("4711/root"), Path.of("/"));
        assertThat(other.finds(elsewhere)).isTrue();
        assertThat(other.finds(elsewhere.resolve("missing"))).isFalse();
    }

    /// The path exists in both, and is another folder.
    @Test
    void a_private_folder_of_the_same_name_is_another() throws IOException {
        var inside = proc.resolve("4711/root" + elsewhere);
        Files.createDirectories(inside);
        assertThat(other.reach(elsewhere)).isEqualTo(inside);
        assertThat(other.finds(elsewhere)).isFalse();
    }

    @Test
    void networks_are_compared_by_the_kernel_s_names() throws IOException {
        assertThat(other.shareNetwork()).isTrue(); // unknown
        var link = proc.resolve("4711/ns/net");
        Files.createSymbolicLink(link, Path.of("net:[4026531840]"));
        assertThat(other.shareNetwork()).isTrue();
        Files.delete(link);
        Files.createSymbolicLink(link, Path.of("net:[4026532300]"));
        assertThat(other.shareNetwork()).isFalse();
    }

    @Test
    void in_a_container_a_process_has_another_id() throws IOException {
        assertThat(other.innerPid()).isEqualTo("4711"); // unknown
        Files.writeString(proc.resolve("4711/status"), "Name:\tjava\nNSpid:\t4711\t7\n");
        assertThat(other.innerPid()).isEqualTo("7");
        assertThat(other.pid()).isEqualTo("4711");
    }

    @Test
    void this_process_shares_all_with_itself() {
        var self = ProcessNamespaces.of(ProcessHandle.current().pid());
        assertThat(self.finds(elsewhere)).isTrue();
        assertThat(self.shareNetwork()).isTrue();
    }
}
