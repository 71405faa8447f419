package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.observe.ProcessEndedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Control groups in a folder that stands for `/`, with the processes 5 and 6.
class GroupCpuClockTest {
    @TempDir Path root;
    private final Set<Long> processes = new HashSet<>(Set.of(5L, 6L));

    private void file(String path, String text) throws IOException {
        var file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void process(long pid, long parent) throws IOException {
        file("proc/" + pid + "/stat", "%d (java) S %d%s\n".formatted(pid, parent, " 0".repeat(48)));
    }

    /// Of a service that the lab started.
    private Optional<CpuClock> clockOfStarted() {
        return GroupCpuClock.of(5, () -> processes, true, root);
    }

    /// Of a service that already ran.
    private Optional<CpuClock> clock() {
        return GroupCpuClock.of(5, () -> processes, false, root);
    }

    @Test
    void a_group_of_version_2_counts_in_microseconds() throws IOException {
        file("proc/5/cgroup", "0::/machine.slice/shop\n");
        file("sys/fs/cgroup/machine.slice/shop/cgroup.procs", "5\n6\n");
        file("sys/fs/cgroup/machine.slice/shop/cpu.stat", "usage_usec 1234\nuser_usec 1000\n");
        var clock = clock().orElseThrow();
        assertThat(clock.nanos()).isEqualTo(1_234_000);
        processes.clear();
        assertThatThrownBy(clock::nanos).isInstanceOf(ProcessEndedException.class);
    }

    @Test
    void a_group_of_version_1_counts_in_nanoseconds() throws IOException {
        file("proc/5/cgroup", "9:name=systemd:/x\n2:cpu,cpuacct:/shop\n0::/\n");
        file("sys/fs/cgroup/cpu,cpuacct/shop/cgroup.procs", "5\n6\n");
        file("sys/fs/cgroup/cpu,cpuacct/shop/cpuacct.usage", "987654321\n");
        assertThat(clock().orElseThrow().nanos()).isEqualTo(987_654_321);
    }

    @Test
    void a_group_with_other_processes_or_without_some_is_not_used() throws IOException {
        file("proc/5/cgroup", "0::/session\n");
        file("sys/fs/cgroup/session/cpu.stat", "usage_usec 1234\n");
        file("sys/fs/cgroup/session/cgroup.procs", "5\n6\n7\n");
        assertThat(clock()).isEmpty();
        file("sys/fs/cgroup/session/cgroup.procs", "5\n");
        assertThat(clock()).isEmpty();
    }

    @Test
    void a_service_that_the_lab_started_has_its_own_group_where_the_lab_is_in_another()
            throws IOException {
        file("proc/self/cgroup", "0::/session\n");
        file("proc/5/cgroup", "0::/session\n");
        file("sys/fs/cgroup/session/cgroup.procs", "5\n6\n");
        file("sys/fs/cgroup/session/cpu.stat", "usage_usec 1234\n");
        assertThat(clockOfStarted()).isEmpty();
        file("proc/5/cgroup", "0::/session/shop\n");
        file("sys/fs/cgroup/session/shop/cgroup.procs", "5\n6\n");
        file("sys/fs/cgroup/session/shop/cpu.stat", "usage_usec 34\n");
        var clock = clockOfStarted().orElseThrow();
        assertThat(clock.nanos()).isEqualTo(34_000);
    }

    /// The first process of a container, 4, started the known ones, one of which started 7.
    @Test
    void ancestors_and_descendants_of_a_service_belong_to_its_group() throws IOException {
        file("proc/self/cgroup", "0::/session\n");
        file("proc/5/cgroup", "0::/shop\n");
        file("sys/fs/cgroup/shop/cgroup.procs", "4\n5\n6\n7\n");
        file("sys/fs/cgroup/shop/cpu.stat", "usage_usec 34\n");
        process(4, 1);
        process(5, 4);
        process(6, 4);
        process(7, 6);
        assertThat(clockOfStarted().orElseThrow().nanos()).isEqualTo(34_000);
    }

    /// The lab, 3, started 5 and 6 of one server and 8 of another in the same group.
    @Test
    void a_group_that_two_servers_share_belongs_to_neither() throws IOException {
        file("proc/self/cgroup", "0::/session\n");
        file("proc/5/cgroup", "0::/bench\n");
        file("proc/8/cgroup", "0::/bench\n");
        file("sys/fs/cgroup/bench/cgroup.procs", "5\n6\n8\n");
        file("sys/fs/cgroup/bench/cpu.stat", "usage_usec 34\n");
        process(5, 3);
        process(6, 5);
        process(8, 3);
        assertThat(clockOfStarted()).isEmpty();
        assertThat(GroupCpuClock.of(8, () -> Set.of(8L), true, root)).isEmpty();
        file("sys/fs/cgroup/bench/cgroup.procs", "5\n6\n");
        assertThat(clockOfStarted()).isPresent();
    }

    /// The time of a group contains that of the groups below it.
    @Test
    void a_group_above_that_of_another_server_is_not_used() throws IOException {
        file("proc/self/cgroup", "0::/session\n");
        file("proc/5/cgroup", "0::/bench\n");
        file("sys/fs/cgroup/bench/cgroup.procs", "5\n");
        file("sys/fs/cgroup/bench/cpu.stat", "usage_usec 34\n");
        file("sys/fs/cgroup/bench/a/b/cgroup.procs", "8\n");
        process(8, 3);
        assertThat(clockOfStarted()).isEmpty();
        assertThat(clock()).isEmpty();
        file("sys/fs/cgroup/bench/a/b/cgroup.procs", "6\n");
        assertThat(clockOfStarted().orElseThrow().nanos()).isEqualTo(34_000);
        assertThat(clock().orElseThrow().nanos()).isEqualTo(34_000);
    }

    @Test
    void a_group_above_that_of_the_lab_is_not_used() throws IOException {
        file("proc/self/cgroup", "0::/bench/lab\n");
        file("proc/5/cgroup", "0::/bench\n");
        file("sys/fs/cgroup/bench/cgroup.procs", "5\n6\n");
        file("sys/fs/cgroup/bench/cpu.stat", "usage_usec 34\n");
        assertThat(clockOfStarted()).isEmpty();
    }

    @Test
    void a_group_whose_processes_are_hidden_is_not_used() throws IOException {
        file("proc/self/cgroup", "0::/session\n");
        file("proc/5/cgroup", "0::/shop\n");
        file("sys/fs/cgroup/shop/cpu.stat", "usage_usec 34\n");
        assertThat(clockOfStarted()).isEmpty();
    }

    /// The lab's own process stands for the client of a container.
    @Test
    void processes_outside_of_the_group_count_too() throws IOException {
        long client = ProcessHandle.current().pid();
        processes.add(client);
        file("proc/self/cgroup", "0::/session\n");
        file("proc/5/cgroup", "0::/shop\n");
        file("sys/fs/cgroup/shop/cgroup.procs", "5\n6\n");
        file("sys/fs/cgroup/shop/cpu.stat", "usage_usec 1\n");
        var clock = clockOfStarted().orElseThrow();
        long both = clock.nanos();
        assertThat(both).isGreaterThan(CpuClock.of(client).nanos() / 2);
        processes.remove(client);
        assertThat(clock.nanos()).isEqualTo(both);
    }

    /// It is in the first three lists, and in no later one.
    @Test
    void a_process_outside_that_ends_meanwhile_does_not_end_the_service() throws IOException {
        file("proc/self/cgroup", "0::/session\n");
        file("proc/5/cgroup", "0::/shop\n");
        file("sys/fs/cgroup/shop/cgroup.procs", "5\n6\n");
        file("sys/fs/cgroup/shop/cpu.stat", "usage_usec 1\n");
        var lists = new ArrayDeque<Set<Long>>();
        var clock =
                GroupCpuClock.of(5, () -> lists.isEmpty() ? processes : lists.remove(), true, root)
                        .orElseThrow();
        var withClient = Set.of(5L, 6L, ProcessHandle.current().pid());
        lists.addAll(List.of(withClient, withClient, withClient));
        assertThat(clock.nanos()).isGreaterThanOrEqualTo(1_000);
    }

    @Test
    void the_root_group_holds_all_processes_and_is_not_used() throws IOException {
        file("proc/5/cgroup", "0::/\n");
        file("sys/fs/cgroup/cgroup.procs", "5\n6\n");
        file("sys/fs/cgroup/cpu.stat", "usage_usec 1\n");
        assertThat(clock()).isEmpty();
    }

    @Test
    void a_group_outside_of_the_mount_is_not_used() throws IOException {
        file("proc/5/cgroup", "0::/../../etc\n");
        file("sys/etc/cgroup.procs", "5\n6\n");
        file("sys/etc/cpu.stat", "usage_usec 1\n");
        assertThat(clock()).isEmpty();
    }
}
