package dev.loombench.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files as the kernel writes them, in folders of version 1 and 2.
class ControlGroupsTest {
    @TempDir private Path root;

    /// A container sees its own group as the root of the hierarchy.
    @Test
    void a_container_of_version_2_has_its_quota_at_the_root() throws IOException {
        write("proc/self/cgroup", "0::/\n");
        write("sys/fs/cgroup/cpu.max", "150000 100000\n");
        write(
                "sys/fs/cgroup/cpu.stat",
                "usage_usec 5000000\nuser_usec 4000000\nsystem_usec 1000000\nnr_periods 70\nnr_throttled 12\nthrottled_usec 345678\n");
        assertThat(ControlGroups.at(root).quotaCores()).hasValue(1.5);
        assertThat(ControlGroups.at(root).throttledNanos()).containsValue(345_678_000L);
    }

    /// The service may use 4 processors, its slice 2.
    @Test
    void the_lowest_quota_of_a_group_and_those_above_it_holds() throws IOException {
        write("proc/self/cgroup", "0::/user.slice/lab.service\n");
        write("sys/fs/cgroup/user.slice/cpu.max", "200000 100000\n");
        write("sys/fs/cgroup/user.slice/cpu.stat", "throttled_usec 9\n");
        write("sys/fs/cgroup/user.slice/lab.service/cpu.max", "400000 100000\n");
        write("sys/fs/cgroup/user.slice/lab.service/cpu.stat", "throttled_usec 4\n");
        assertThat(ControlGroups.at(root).quotaCores()).hasValue(2);
        assertThat(ControlGroups.at(root).throttledNanos())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(
                                group("user.slice"), 9_000L,
                                group("user.slice/lab.service"), 4_000L));
    }

    @Test
    void a_group_without_a_quota_is_never_throttled() throws IOException {
        write("proc/self/cgroup", "0::/\n");
        write("sys/fs/cgroup/cpu.max", "max 100000\n");
        write("sys/fs/cgroup/cpu.stat", "usage_usec 5000000\nthrottled_usec 0\n");
        assertThat(ControlGroups.at(root).quotaCores()).isEmpty();
        assertThat(ControlGroups.at(root).throttledNanos()).isEmpty();
    }

    @Test
    void version_1_has_quota_and_period_in_files_of_their_own_and_counts_in_ns()
            throws IOException {
        write("proc/self/cgroup", "4:memory:/m\n3:cpu,cpuacct:/docker/abc\n0::/\n");
        write("sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_quota_us", "50000\n");
        write("sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_period_us", "100000\n");
        write(
                "sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.stat",
                "nr_periods 9\nnr_throttled 3\nthrottled_time 123456789\n");
        write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
        write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
        assertThat(ControlGroups.at(root).quotaCores()).hasValue(0.5);
        assertThat(ControlGroups.at(root).throttledNanos()).containsValue(123_456_789L);
    }

    @Test
    void another_process_has_its_own_limits() throws IOException {
        write("proc/self/cgroup", "0::/\n");
        write("proc/7/cgroup", "0::/shop\n");
        write("sys/fs/cgroup/shop/cpu.max", "50000 100000\n");
        write("sys/fs/cgroup/shop/cpu.stat", "throttled_usec 4\n");
        write("sys/fs/cgroup/shop/memory.max", "536870912\n");
        var cpu = ControlGroups.of(root, "7", "cpu");
        assertThat(cpu.quotaCores()).hasValue(0.5);
        assertThat(cpu.throttledNanos()).containsValue(4_000L);
        assertThat(ControlGroups.of(root, "7", "memory").memoryBytes()).hasValue(512 << 20);
    }

    @Test
    void no_limit_of_memory_is_a_word_or_a_number_beyond_the_address_space() throws IOException {
        write("proc/7/cgroup", "3:memory:/shop\n0::/\n");
        write("sys/fs/cgroup/memory/shop/memory.limit_in_bytes", "9223372036854771712\n");
        write("sys/fs/cgroup/memory.max", "max\n");
        assertThat(ControlGroups.of(root, "7", "memory").memoryBytes()).isEmpty();
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "1073741824\n");
        assertThat(ControlGroups.of(root, "7", "memory").memoryBytes()).hasValue(1 << 30);
    }

    @Test
    void a_controller_mounted_alone_is_found() throws IOException {
        write("proc/self/cgroup", "2:cpuacct:/\n1:cpu:/\n0::/\n");
        write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "100000\n");
        write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "50000\n");
        assertThat(ControlGroups.at(root).quotaCores()).hasValue(2);
        assertThat(ControlGroups.at(root).throttledNanos()).isEmpty();
    }

    /// As from an ephemeral container with the processes of a pod.
    @Test
    void the_group_of_another_container_is_looked_for_where_its_process_sees_it()
            throws IOException {
        write("proc/1/cgroup", "0::/../cri-containerd-1f2e.scope\n");
        write("sys/fs/cgroup/cpu.max", "max 100000\n");
        assertThat(ControlGroups.of(root, "1", "cpu").groups()).isEmpty();
        assertThat(ControlGroups.areHidden(root, "1", "cpu")).isTrue();
        write("proc/1/root/sys/fs/cgroup/cpu.max", "50000 100000\n");
        write("proc/1/root/sys/fs/cgroup/cgroup.procs", "7\n");
        assertThat(ControlGroups.areHidden(root, "1", "cpu")).as("of another process").isTrue();
        write("proc/1/root/sys/fs/cgroup/cgroup.procs", "7\n1\n");
        assertThat(ControlGroups.of(root, "1", "cpu").quotaCores()).hasValue(0.5);
        assertThat(ControlGroups.areHidden(root, "1", "cpu")).isFalse();
    }

    /// The path is that of the machine, and the mount that of this container.
    @Test
    void in_version_1_the_limits_of_this_container_are_not_those_of_another() throws IOException {
        write("proc/1/cgroup", "4:cpu,cpuacct:/kubepods/pod9/1f2e\n0::/\n");
        write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "400000\n");
        write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
        assertThat(ControlGroups.of(root, "1", "cpu").quotaCores()).isEmpty();
        assertThat(ControlGroups.areHidden(root, "1", "cpu")).isTrue();
        var own = "proc/1/root/sys/fs/cgroup/cpu,cpuacct/";
        write(own + "cpu.cfs_quota_us", "50000\n");
        write(own + "cpu.cfs_period_us", "100000\n");
        write(own + "cgroup.procs", "1\n");
        assertThat(ControlGroups.of(root, "1", "cpu").quotaCores()).hasValue(0.5);
        assertThat(ControlGroups.areHidden(root, "1", "cpu")).isFalse();
    }

    @Test
    void a_hierarchy_that_is_not_mounted_hides_a_group() throws IOException {
        write("proc/1/cgroup", "4:memory:/shop\n");
        assertThat(ControlGroups.areHidden(root, "1", "memory")).isTrue();
        assertThat(ControlGroups.areHidden(root, "1", "cpu")).as("in none").isFalse();
    }

    @Test
    void a_machine_without_control_groups_has_no_quota() {
        assertThat(ControlGroups.at(root).quotaCores()).isEmpty();
        assertThat(ControlGroups.at(root).throttledNanos()).isEmpty();
    }

    private Path group(String path) {
        return root.resolve("sys/fs/cgroup").resolve(path);
    }

    private void write(String file, String text) throws IOException {
        var path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
