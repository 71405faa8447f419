package dev.loombench.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files as the kernel writes them, in folders of version 1 and 2.
class OutOfMemoryKillsTest {
    private static final String SHOP = "sys/fs/cgroup/shop.slice/shop.service/";

    @TempDir private Path root;

    @Test
    void a_count_that_rises_is_a_kill_with_the_lowest_limit() throws IOException {
        write("proc/7/cgroup", "0::/shop.slice/shop.service\n");
        write("sys/fs/cgroup/shop.slice/memory.max", "67108864\n");
        write(SHOP + "memory.max", "max\n");
        write(SHOP + "memory.events", "low 0\nhigh 0\nmax 9\noom 3\noom_kill 3\n");
        var kills = OutOfMemoryKills.of(root, "7");
        assertThat(kills.since()).as("those before").isEmpty();
        write(SHOP + "memory.events", "low 0\nhigh 0\nmax 12\noom 4\noom_kill 4\n");
        assertThat(kills.since().orElseThrow().cause()).isEqualTo("out of memory (limit 64 MiB)");
    }

    @Test
    void without_a_limit_the_memory_of_the_machine_was_short() throws IOException {
        write("proc/self/cgroup", "4:memory:/lab\n0::/\n");
        var control = "sys/fs/cgroup/memory/lab/memory.oom_control";
        write(control, "oom_kill_disable 0\nunder_oom 0\noom_kill 0\n");
        var kills = OutOfMemoryKills.of(root, "self");
        write(control, "oom_kill_disable 0\nunder_oom 0\noom_kill 1\n");
        assertThat(kills.since().orElseThrow().cause()).startsWith("out of memory (of the machine");
    }

    /// Version 1 has no view of its own within a container: paths are those of the machine, and the
    /// mount is the container's group, where a kill is counted also once its process has gone.
    @Test
    void a_process_of_this_container_is_counted_where_this_one_is() throws IOException {
        write("proc/self/cgroup", "4:memory:/docker/abc\n");
        write("proc/7/cgroup", "4:memory:/docker/abc\n");
        write("proc/7/root/sys/fs/cgroup/memory/memory.oom_control", "oom_kill 0\n");
        write("proc/7/root/sys/fs/cgroup/memory/cgroup.procs", "7\n");
        var control = "sys/fs/cgroup/memory/memory.oom_control";
        write(control, "oom_kill 0\n");
        var kills = OutOfMemoryKills.of(root, "self").following(root, "7");
        Files.delete(root.resolve("proc/7/root/sys/fs/cgroup/memory/memory.oom_control"));
        write(control, "oom_kill 1\n");
        assertThat(kills.since()).isPresent();
    }

    /// A scope of systemd goes with its last process.
    @Test
    void the_kills_of_a_group_that_has_gone_are_counted_above_it() throws IOException {
        write("proc/7/cgroup", "0::/shop.slice/shop.service\n");
        write("sys/fs/cgroup/shop.slice/memory.events", "oom_kill 5\n");
        write(SHOP + "memory.events", "oom_kill 0\n");
        var kills = OutOfMemoryKills.of(root, "7");
        Files.delete(root.resolve(SHOP + "memory.events"));
        assertThat(kills.since()).isEmpty();
        write("sys/fs/cgroup/shop.slice/memory.events", "oom_kill 6\n");
        assertThat(kills.since()).isPresent();
    }

    /// A kill elsewhere below the group above is not one of this group.
    @Test
    void a_group_that_is_there_counts_alone() throws IOException {
        write("proc/7/cgroup", "0::/shop.slice/shop.service\n");
        write("sys/fs/cgroup/shop.slice/memory.events", "oom_kill 5\n");
        write(SHOP + "memory.events", "oom_kill 0\n");
        var kills = OutOfMemoryKills.of(root, "7");
        write("sys/fs/cgroup/shop.slice/memory.events", "oom_kill 6\n");
        assertThat(kills.since()).isEmpty();
    }

    /// As `systemd-run --scope` does; it has ended when its group is looked at for the last time.
    @Test
    void a_process_is_followed_to_the_group_that_it_moves_to() throws IOException {
        write("proc/self/cgroup", "0::/lab\n");
        write("proc/7/cgroup", "0::/lab\n");
        write("sys/fs/cgroup/lab/memory.events", "oom_kill 0\n");
        var kills = OutOfMemoryKills.of(root, "self");
        assertThat(kills.following(root, "7")).isSameAs(kills);
        write("proc/7/cgroup", "0::/shop.slice/shop.service\n");
        write(SHOP + "memory.events", "oom_kill 2\n");
        var moved = kills.following(root, "7");
        assertThat(moved.since()).isEmpty();
        write(SHOP + "memory.events", "oom_kill 3\n");
        Files.delete(root.resolve("proc/7/cgroup"));
        assertThat(moved.following(root, "7").since()).isPresent();
        assertThat(kills.since()).isEmpty();
    }

    @Test
    void a_machine_without_control_groups_has_none() {
        assertThat(OutOfMemoryKills.of(root, "7").since()).isEmpty();
    }

    private void write(String file, String text) throws IOException {
        var path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
