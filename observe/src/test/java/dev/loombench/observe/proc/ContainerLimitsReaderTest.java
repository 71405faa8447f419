package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files as the kernel writes them, in a folder that stands for `/`.
class ContainerLimitsReaderTest {
    @TempDir private Path root;

    @Test
    void limits_are_read_at_several_moments() throws IOException {
        write("proc/7/cgroup", "0::/shop\n");
        write("sys/fs/cgroup/shop/cpu.max", "50000 100000\n");
        write("sys/fs/cgroup/shop/cpu.stat", "throttled_usec 4\n");
        write("sys/fs/cgroup/shop/memory.max", "1048576\n");
        var reader = ContainerLimitsReader.of(root, 7).orElseThrow();
        var before = reader.read();
        assertThat(before.quotaCores()).hasValue(0.5);
        assertThat(before.memoryBytes()).hasValue(1 << 20);
        write("sys/fs/cgroup/shop/cpu.stat", "throttled_usec 9\n");
        long more =
                reader.read().throttledNanos().orElseThrow()
                        - before.throttledNanos().orElseThrow();
        assertThat(more).isEqualTo(5_000);
    }

    @Test
    void limits_of_a_group_that_is_not_visible_are_unknown() throws IOException {
        write("proc/1/cgroup", "0::/../shop\n");
        write("sys/fs/cgroup/cpu.max", "max 100000\n");
        assertThat(ContainerLimitsReader.of(root, 1)).isEmpty();
    }

    @Test
    void a_machine_without_control_groups_has_no_limits() {
        var limits = ContainerLimitsReader.of(root, 1).orElseThrow().read();
        assertThat(limits.quotaCores()).isEmpty();
        assertThat(limits.throttledNanos()).isEmpty();
        assertThat(limits.memoryBytes()).isEmpty();
    }

    private void write(String file, String text) throws IOException {
        var path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
