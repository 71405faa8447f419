package dev.loombench.launch.limit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cgroup.Membership.Version;
import dev.loombench.experiment.variant.Cpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Control groups as folders and files of both versions.
@EnabledOnOs(OS.LINUX)
class CpuControllerTest {
    private static final String USER = "user.slice/user-7.slice";

    @TempDir Path root;

    private void process(String groups) throws IOException {
        Files.writeString(
                Files.createDirectories(root.resolve("proc/self")).resolve("cgroup"), groups);
    }

    private Path group(String path, String passedOn) throws IOException {
        var group = Files.createDirectories(root.resolve("sys/fs/cgroup").resolve(path));
        Files.writeString(group.resolve("cgroup.subtree_control"), passedOn + "\n");
        Files.createFile(group.resolve("cgroup.procs"));
        return group;
    }

    /// The lab's own group holds a process, and so passes nothing on.
    @Test
    void in_version_2_the_nearest_group_that_passes_the_controller_on_is_used() throws IOException {
        process("0::/" + USER + "/session-1.scope\n");
        group(USER + "/session-1.scope", "");
        group(USER, "memory pids cpuset");
        group("user.slice", "cpuset cpu memory pids");
        group("", "cpuset cpu io memory");
        assertThat(CpuController.find(root))
                .contains(new CpuController(root.resolve("sys/fs/cgroup/user.slice"), Version.V2));
    }

    @Test
    void without_such_a_group_the_requirement_says_what_is_missing() throws IOException {
        process("0::/\n");
        group("", "memory pids");
        assertThat(CpuController.find(root)).isEmpty();
        assertThat(CpuChecks.check(new Cpus.Quota(0.5), root).orElseThrow().message())
                .contains("Delegate=cpu");
        group("app", "cpu");
        process("0::/app\n");
        assertThat(CpuChecks.check(new Cpus.Quota(0.5), root)).isEmpty();
    }

    @Test
    void in_version_1_the_lab_s_own_group_is_used() throws IOException {
        process("5:memory:/a\n4:cpu,cpuacct:/a/b\n0::/\n");
        var own = group("cpu,cpuacct/a/b", "");
        assertThat(CpuController.find(root)).contains(new CpuController(own, Version.V1));
    }

    /// A container sees the path of the host, and its own group as the mount.
    @Test
    void in_a_container_the_mount_is_its_group() throws IOException {
        process("4:cpu:/docker/1234\n");
        var mount = group("cpu", "");
        assertThat(CpuController.find(root)).contains(new CpuController(mount, Version.V1));
        process("4:cpu:/../../other\n");
        assertThat(CpuController.find(root)).contains(new CpuController(mount, Version.V1));
    }

    @Test
    void without_control_groups_there_is_none() {
        assertThat(CpuController.find(root)).isEmpty();
    }

    /// Half of 100 ms.
    @Test
    void a_quota_is_written_in_the_files_of_its_version() throws IOException {
        var parent = group("", "cpu");
        var _ = QuotaGroup.create(new CpuController(parent, Version.V2), 0.5);
        assertThat(made(parent).resolve("cpu.max")).hasContent("50000 100000");
        var older = group("cpu", "");
        var _ = QuotaGroup.create(new CpuController(older, Version.V1), 1.25);
        assertThat(made(older).resolve("cpu.cfs_period_us")).hasContent("100000");
        assertThat(made(older).resolve("cpu.cfs_quota_us")).hasContent("125000");
    }

    private static Path made(Path parent) throws IOException {
        try (var groups = Files.newDirectoryStream(parent, "loombench-*")) {
            return groups.iterator().next();
        }
    }

    @Test
    void a_command_enters_the_group_before_it_starts_and_keeps_its_arguments() throws Exception {
        var parent = group("", "cpu");
        var group = QuotaGroup.create(new CpuController(parent, Version.V2), 0.5);
        var words = new ArrayList<>(group.words());
        words.addAll(List.of("sh", "-c", "echo \"$$ $1\"", "x", "a 'b' \"c\" $d"));
        var process = new ProcessBuilder(words).redirectErrorStream(true).start();
        var pid = Long.toString(process.pid());
        assertThat(new String(process.getInputStream().readAllBytes(), UTF_8).strip())
                .isEqualTo(pid + " a 'b' \"c\" $d");
        assertThat(made(parent).resolve("cgroup.procs")).content().isEqualTo(pid + "\n");
    }

    @Test
    void groups_of_labs_that_have_ended_are_removed() throws IOException {
        var parent = group("", "cpu");
        var left = Files.createDirectory(parent.resolve("loombench-2147483647-1"));
        var own =
                Files.createDirectory(
                        parent.resolve("loombench-%d-0".formatted(ProcessHandle.current().pid())));
        var other = Files.createDirectory(parent.resolve("loombench-mine"));
        var _ = QuotaGroup.create(new CpuController(parent, Version.V2), 0.5);
        assertThat(left).doesNotExist();
        assertThat(own).exists();
        assertThat(other).exists();
    }

    /// A container with half a processor, in which a group with the quota of a whole one has half.
    @Test
    void more_than_the_quota_of_the_lab_s_own_group_is_reported() throws IOException {
        process("4:cpu:/app\n");
        var own = group("cpu/app", "");
        Files.writeString(own.resolve("cpu.cfs_period_us"), "100000\n");
        Files.writeString(own.resolve("cpu.cfs_quota_us"), "50000\n");
        var quota = "the lab's control group has a quota of 0.5 CPUs; expected ";
        assertThat(CpuChecks.check(new Cpus.Quota(0.5), root)).isEmpty();
        assertThat(CpuChecks.check(new Cpus.Quota(0.6), root).orElseThrow().message())
                .startsWith(quota + "at least as many as its quota");
        assertThat(CpuChecks.check(new Cpus.Count(1), root).orElseThrow().message())
                .startsWith(quota + "1 processor; ");
        Files.writeString(own.resolve("cpu.cfs_quota_us"), "-1\n");
        assertThat(CpuChecks.check(new Cpus.Count(1), root)).isEmpty();
    }

    /// The group of the server is made further up.
    @Test
    void a_quota_below_the_group_with_the_controller_does_not_limit_the_server()
            throws IOException {
        process("0::/app/lab\n");
        group("app", "cpu");
        Files.writeString(group("app/lab", "").resolve("cpu.max"), "50000 100000\n");
        assertThat(CpuChecks.check(new Cpus.Quota(0.9), root)).isEmpty();
        assertThat(CpuChecks.check(new Cpus.Count(1), root)).isPresent();
    }

    @Test
    void processors_beyond_those_that_the_lab_may_use_are_reported() {
        var allowed = CpuSet.allowed().orElseThrow().processors();
        int count = allowed.cardinality();
        assertThat(CpuChecks.check(new Cpus.Count(count), root)).isEmpty();
        assertThat(CpuChecks.check(new Cpus.Count(count + 1), root))
                .map(UnmetRequirement::message)
                .hasValueSatisfying(message ->
                        assertThat(message).contains(" %d processors;".formatted(count + 1)));
        assertThat(CpuChecks.check(new Cpus.Quota(count + 0.1), root))
                .map(UnmetRequirement::message)
                .get()
                .asString()
                .contains("which else limits nothing");
        assertThat(CpuSet.first(1)).isEqualTo(Integer.toString(allowed.nextSetBit(0)));
        assertThat(new Cpus.Listed(CpuSet.first(count)).processors()).isEqualTo(allowed);
    }
}
