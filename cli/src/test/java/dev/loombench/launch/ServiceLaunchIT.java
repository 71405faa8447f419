package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loombench.experiment.variant.Cpus;
import dev.loombench.experiment.variant.Jdk;
import dev.loombench.experiment.variant.Ready;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.launch.limit.CpuController;
import dev.loombench.launch.limit.CpuLimit;
import dev.loombench.launch.limit.CpuSet;
import dev.loombench.observe.ScriptableProcess;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Services that are started by a command, good ones and others.
@EnabledOnOs(OS.LINUX)
class ServiceLaunchIT extends StartedServices {
    @Test
    void a_service_gets_a_port_by_its_placeholder_or_by_a_variable() throws Exception {
        try (var byPlaceholder = start(app + " --port {port}");
                var byVariable = start(app)) {
            assertThat(get(byPlaceholder)).isEqualTo("hello\n");
            assertThat(get(byVariable)).isEqualTo("hello\n");
            assertThat(byPlaceholder.port()).isNotEqualTo(byVariable.port());
        }
    }

    @Test
    void a_port_on_which_another_program_listens_is_refused() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            var good = variant(app, new Ready.Port(), WITHIN, Map.of(), Optional.empty(), port);
            var failed = catchThrowableOfType(LaunchFailed.class, () -> start(good));
            assertThat(failed)
                    .hasMessageContaining("port %d is unavailable (Address already in use)", port);
            assertThat(left()).isEmpty();
        }
    }

    @Test
    void a_service_is_ready_by_its_port_or_a_line_of_its_output() throws Exception {
        try (var byPort = start(variant(app, new Ready.Port(), WITHIN));
                var byLine = start(variant(app, new Ready.LogLine("listening on"), WITHIN))) {
            assertThat(get(byPort)).isEqualTo("hello\n");
            assertThat(get(byLine)).isEqualTo("hello\n");
        }
    }

    @Test
    void a_service_that_ends_is_reported_with_its_last_lines() {
        var failed = failure(app + " --mode dies", WITHIN);
        assertThat(failed).hasMessage("mine ended by itself with exit code 7 before it was ready");
        assertThat(failed.logTail()).containsExactly("cannot connect to the database");
    }

    @Test
    void a_service_that_never_listens_is_stopped_at_the_time_limit() {
        assertThat(failure(app + " --mode never-listens", Duration.ofSeconds(1)).getMessage())
                .contains("mine ", " 1.0 s: ")
                .contains("{port}", "PORT");
    }

    @Test
    void a_service_whose_own_port_is_taken_is_told_to_use_that_of_the_lab() {
        var expected =
                Pattern.compile(
                        "; it found a port taken that it chose itself; the command has no \\{port}");
        assertThat(messageOfUnready(app + " --mode port-taken", HEALTH, expected))
                .containsPattern(expected);
    }

    @Test
    void a_service_that_listens_elsewhere_is_told_how_to_get_its_port() {
        var expected =
                Pattern.compile(
                        "; it listens on (\\d+): write \\{port} in the command, or set port: \\1");
        assertThat(messageOfUnready(app + " --mode other-port", HEALTH, expected))
                .containsPattern(expected);
    }

    @Test
    void a_status_of_500_is_not_ready() throws Exception {
        var expected = Pattern.compile("GET /broken responds with status 500");
        assertThat(messageOfUnready(app, new Ready.Http("/broken"), expected))
                .containsPattern(expected);
        try (var moved = start(variant(app, new Ready.Http("/moved"), WITHIN))) {
            assertThat(moved.isAlive()).isTrue();
        }
    }

    @Test
    void the_log_of_a_service_that_prints_24_mb_is_bounded() throws Exception {
        try (var server = start(app + " --mode prints-24-mb")) {
            assertThat(get(server)).isEqualTo("hello\n");
        }
        assertThat(Files.size(home.resolve("trial/server.log"))).isBetween(15L << 20, 16L << 20);
    }

    @Test
    void values_of_the_environment_reach_the_service_and_not_its_log() throws Exception {
        var environment = Map.of("DB_PASSWORD", "hunter2-long", "FOLDER", "${HOME}");
        try (var server =
                start(
                        variant(
                                app,
                                new Ready.LogLine("password "),
                                WITHIN,
                                environment,
                                Optional.empty(),
                                0))) {
            assertThat(server.logTail(10)).contains("password ***");
        }
        assertThat(Files.readString(home.resolve("trial/server.log")))
                .contains("password ***")
                .doesNotContain("hunter2");
    }

    @Test
    void what_cannot_be_started_is_reported_before_anything_starts() throws IOException {
        var notExecutable = Files.writeString(home.resolve("run.sh"), "exit 0");
        assertThat(mistake("java -jar missing.jar"))
                .contains("mine: no jar " + home.resolve("missing.jar"));
        assertThat(mistake("java -jar " + notExecutable)).contains("cannot be read as a jar");
        assertThat(mistake("./run.sh"))
                .contains(notExecutable + " is not executable", "sh ./run.sh");
        assertThat(mistake("./app.jar")).contains("write java -jar ./app.jar");
        assertThat(mistake("./none")).contains("no file " + home.resolve("none"));
        assertThat(mistake("no-such-program x")).contains("no-such-program", "PATH");
        assertThat(mistake(home.toString())).contains("is a folder");
        assertThat(
                        prepared(
                                variant(
                                        app,
                                        HEALTH,
                                        WITHIN,
                                        Map.of("A", "${NO_SUCH_A}"),
                                        Optional.empty(),
                                        0)))
                .contains("NO_SUCH_A");
        assertThat(
                        prepared(
                                variant(
                                        "java -jar app.jar",
                                        HEALTH,
                                        WITHIN,
                                        Map.of(),
                                        Optional.of(new Jdk.Version(99)),
                                        0)))
                .contains("JDK 99");
    }

    @Test
    void a_service_that_does_not_run_on_the_jdk_of_its_variant_is_refused() throws IOException {
        var jdk = home.resolve("jdk");
        Files.createDirectories(jdk.resolve("bin"));
        Files.copy(Path.of(ScriptableProcess.java()), jdk.resolve("bin/java"));
        var script =
                variant(
                        "sh -c '%s & wait'".formatted(app),
                        HEALTH,
                        WITHIN,
                        Map.of(),
                        Optional.of(new Jdk.Home(jdk)),
                        0);
        assertThatThrownBy(() -> start(script))
                .isInstanceOf(LaunchFailed.class)
                .hasMessageContaining("where its jdk (--jdk) is " + jdk.toRealPath());
    }

    /// The JVM rounds a part of a processor up, and the kernel enforces it.
    @Test
    void a_quota_limits_all_processes_of_a_service_and_its_group_is_removed() throws Exception {
        assumeThat(CpuController.find(CpuLimit.ROOT)).isPresent();
        var limited = on(new Cpus.Quota(0.5), "sh -c '%s & wait'".formatted(app));
        var parent = CpuController.find(CpuLimit.ROOT).orElseThrow().group();
        try (var server = start(limited)) {
            var own = "/loombench-%d-".formatted(ProcessHandle.current().pid());
            assertThat(server.processes()).hasSizeGreaterThan(1);
            for (var process : server.processes()) {
                assertThat(Path.of("/proc", Long.toString(process), "cgroup"))
                        .content()
                        .contains(own);
            }
            assertThat(groups(parent)).isNotEmpty();
        }
        while (!groups(parent).isEmpty()) {
            Thread.sleep(10);
        }
    }

    /// Whatever its characters: that of a property of Spring Boot has dots.
    @Test
    void a_variable_reaches_a_service_with_a_quota_too() throws Exception {
        assumeThat(CpuController.find(CpuLimit.ROOT)).isPresent();
        var limited = on(new Cpus.Quota(0.5), app);
        try (var server = start(limited.withEnvironment(Map.of("server.name", "mine")))) {
            assertThat(Path.of("/proc", Long.toString(server.pid()), "environ"))
                    .content()
                    .contains("server.name=mine\0");
        }
    }

    private static List<Path> groups(Path parent) throws IOException {
        var name = "loombench-%d-*".formatted(ProcessHandle.current().pid());
        try (var groups = Files.newDirectoryStream(parent, name)) {
            var list = new ArrayList<Path>();
            groups.forEach(list::add);
            return list;
        }
    }

    @Test
    void a_count_of_processors_are_the_first_ones() throws Exception {
        try (var server = start(on(new Cpus.Count(1), app))) {
            assertThat(Path.of("/proc", Long.toString(server.pid()), "status"))
                    .content()
                    .contains("Cpus_allowed_list:\t" + CpuSet.first(1) + "\n");
        }
    }

    private Variant on(Cpus cpus, String command) {
        var all = variant(command, HEALTH, WITHIN);
        return new Variant(
                all.name(),
                all.subject(),
                all.jdk(),
                Optional.of(cpus),
                all.workingDirectory(),
                all.environment(),
                all.port());
    }

    private String mistake(String command) {
        return prepared(variant(command, HEALTH, WITHIN));
    }

    private String prepared(Variant variant) {
        var wrong =
                catchThrowableOfType(
                        WrongInput.class, () -> launcher.prepare(List.of(variant), _ -> {}));
        assertThat(wrong).isNotNull();
        return wrong.getMessage();
    }
}
