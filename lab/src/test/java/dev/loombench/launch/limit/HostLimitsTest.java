package dev.loombench.launch.limit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.experiment.yaml.ExperimentReader;
import dev.loombench.launch.Preflight;
import dev.loombench.launch.Zoo;
import dev.loombench.traffic.LoadModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostLimitsTest {
    @TempDir private Path root;
    private HostLimits host = HostLimits.ofThisMachine();

    @BeforeEach
    void writeLimits() throws IOException {
        host = HostLimits.at(root);
        write(
                "proc/self/limits",
                """
                Limit                     Soft Limit           Hard Limit           Units
                Max processes             96365                unlimited            processes
                Max open files            1256                 20000                files
                """);
        write("proc/sys/net/ipv4/ip_local_port_range", "32768\t60999\n");
        write("proc/sys/net/core/somaxconn", "4096\n");
        write("proc/sys/kernel/threads-max", "192730\n");
        write("proc/sys/kernel/pid_max", "20480\n");
        write("proc/sys/vm/max_map_count", "65530\n");
    }

    @Test
    void connections_are_the_descriptors_less_those_of_a_jvm() {
        assertThat(host.connections().current()).isEqualTo("1256 (hard limit 20000)");
        assertThat(host.connections().allows()).isEqualTo("1,000 connections per process");
        assertThat(host.connections().check(1_000)).isEmpty();
        assertThat(host.connections().check(1_001)).isPresent();
    }

    @Test
    void the_port_range_includes_both_ends() {
        assertThat(host.ports().max()).hasValue(28_232);
        assertThat(host.backlog().max()).hasValue(4_096);
    }

    @Test
    void the_lowest_limit_on_threads_applies() throws IOException {
        assertThat(host.threads().current()).isEqualTo("bounded by kernel.pid_max");
        write("proc/sys/vm/max_map_count", "20000\n");
        assertThat(host.threads().max()).as("two mappings each").hasValue(10_000);
        write("proc/self/cgroup", "0::/mine\n");
        write("sys/fs/cgroup/mine/pids.max", "500\n");
        assertThat(host.threads().current()).isEqualTo("bounded by pids.max of the cgroup");
        assertThat(host.threads().max()).hasValue(500);
        write("sys/fs/cgroup/mine/pids.max", "max\n");
        assertThat(host.threads().max()).hasValue(10_000);
    }

    @Test
    void an_unknown_limit_is_no_limit(@TempDir Path bare) {
        var unknown = HostLimits.at(bare);
        assertThat(unknown.connections().check(Long.MAX_VALUE)).isEmpty();
        assertThat(unknown.ports().check(Long.MAX_VALUE)).isEmpty();
        assertThat(unknown.threads().check(Long.MAX_VALUE)).isEmpty();
        assertThat(unknown.memoryAvailable()).isEmpty();
    }

    @Test
    void an_experiment_above_a_limit_is_refused_with_the_remedy() {
        var experiment = SampleRun.experiment(new LoadModel.HeldConnections(30_000, 1_000));
        assertThat(Preflight.checkLimits(host, experiment))
                .extracting(UnmetRequirement::message)
                .satisfiesExactly(
                        files ->
                                assertThat(files)
                                        .startsWith(
                                                "open files: 1256 (hard limit 20000) allows 1,000"
                                                        + " connections per process; expected at least 30,000;")
                                        .contains("ulimit -n N"),
                        ports -> assertThat(ports).contains("net.ipv4.ip_local_port_range"));
        assertThat(Preflight.checkLimits(host, SampleRun.experiment())).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void settings_of_a_real_kernel_are_read_completely() throws Exception {
        var sysctl =
                new ProcessBuilder(
                                "cat", "/proc/sys/kernel/pid_max", "/proc/sys/net/core/somaxconn")
                        .start();
        var values = new String(sysctl.getInputStream().readAllBytes(), UTF_8).split("\n", -1);
        assertThat(HostLimits.ofThisMachine().backlog().max()).hasValue(Long.parseLong(values[1]));
        assertThat(HostLimits.ofThisMachine().threads().max().orElseThrow())
                .isBetween(100L, Long.parseLong(values[0]));
    }

    @Test
    void a_pool_needs_its_threads() {
        // 100 threads of the pool and 100 of any JVM; 400 users.
        assertThat(ResourceRequirements.of(SampleRun.experiment()))
                .isEqualTo(new ResourceRequirements(400, 400, 200));
    }

    /// 19,000 held connections; 5,000 tasks at once.
    @ParameterizedTest
    @CsvSource({"echo-100k, 19100", "platform-threads, 5100", "executor-sleep, 1100"})
    void a_model_with_a_thread_per_request_needs_as_many_threads(String name, long threads) {
        var home = Path.of(System.getProperty("loombench.home"));
        var file = home.resolve("experiments/articles/alibaba-2024/%s.yaml".formatted(name));
        var experiment = new ExperimentReader(Zoo.at(home).servers()).read(file);
        assertThat(ResourceRequirements.of(experiment).threads()).isEqualTo(threads);
    }

    @Test
    void memory_is_read_in_bytes() throws IOException {
        write("proc/meminfo", "MemTotal: 100 kB\nMemAvailable:   23238968 kB\n");
        assertThat(host.memoryAvailable()).hasValue(23_238_968L * 1024);
    }

    private void write(String file, String text) throws IOException {
        var path = root.resolve(file);
        Files.createDirectories(path.resolveSibling(""));
        Files.writeString(path, text);
    }
}
