package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.experiment.variant.Cpus;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.experiment.variant.ZooServer;
import dev.loombench.launch.process.ProcessExit;
import dev.loombench.launch.process.ServerProcess;
import dev.loombench.launch.process.output.ServerLog;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Servers that become ready: their environment, and how they and their children end.
class ServerLauncherIT extends LauncherFixture {
    @Test
    void a_good_server_starts_runs_and_ends_on_request() throws Exception {
        var server = launcher.start(FakeZoo.variant("good"), List.of(), trial);
        assertThat(server.isAlive()).isTrue();
        assertThat(ProcessHandle.of(server.pid())).isPresent();
        new Socket(InetAddress.getLoopbackAddress(), server.port()).close();
        assertThat(server.logTail(5)).containsExactly("READY port=" + server.port());
        assertThat(server.exit().toCompletableFuture()).isNotDone();

        var exit = server.stop();
        assertThat(exit)
                .isEqualTo(
                        new ProcessExit(143, ProcessExit.ExitCause.ON_REQUEST, Optional.empty()));
        assertThat(server.isAlive()).isFalse();
        assertThat(server.stop()).isEqualTo(exit);
        assertThat(server.exit().toCompletableFuture()).isCompletedWithValue(exit);
        assertThat(trial.resolve("server.log")).hasContent("READY port=" + server.port());
    }

    @Test
    void the_variant_s_folder_environment_settings_and_flags_arrive() throws Exception {
        var folder = Files.createDirectories(home.resolve("folder"));
        var variant =
                new Variant(
                        "v",
                        new ZooServer(
                                "fake",
                                "prints-environment",
                                Threading.BOUNDED,
                                Map.of("word", "two words; $(not a shell)"),
                                List.of("-Xmx48m")),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(folder),
                        Map.of("LOOMBENCH_WORD", "said"),
                        0);
        try (var server = launcher.start(variant, List.of("-Xmx56m"), trial)) {
            assertThat(server.logTail(10))
                    .contains(
                            "folder " + folder.toRealPath(),
                            "LOOMBENCH_WORD said",
                            "options --model prints-environment --port 0 --word two words; $(not a shell)");
            assertThat(server.command())
                    .containsSubsequence("-Xmx64m", "-Xmx56m", "-Xmx48m", "-cp")
                    .contains("two words; $(not a shell)");
        }
    }

    @Test
    void temporary_files_are_in_the_trial_s_folder_and_removed_when_the_server_is_killed()
            throws Exception {
        var server = launcher.start(FakeZoo.variant("prints-environment"), List.of(), trial);
        assertThat(temporaryFileOf(server)).exists().hasParent(trial.toRealPath().resolve("tmp"));
        ProcessHandle.of(server.pid()).orElseThrow().destroyForcibly();
        assertThat(endOf(server).status()).isEqualTo(137);
        assertThat(trial.resolve("tmp")).doesNotExist();
        assertThat(trial.resolve("server.log")).exists();
    }

    @Test
    void a_temporary_folder_named_by_the_variant_is_kept() throws Exception {
        var own = Files.createDirectories(home.resolve("own"));
        var variant =
                Variant.of(
                        "v",
                        new ZooServer(
                                "fake",
                                "prints-environment",
                                Threading.BOUNDED,
                                Map.of(),
                                List.of("-Djava.io.tmpdir=" + own)));
        var server = launcher.start(variant, List.of(), trial);
        server.stop();
        assertThat(temporaryFileOf(server)).exists().hasParent(own.toRealPath());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_server_runs_only_on_the_variant_s_processors() throws Exception {
        var variant =
                new Variant(
                        "v",
                        new ZooServer("fake", "good", Threading.BOUNDED, Map.of(), List.of()),
                        Optional.empty(),
                        Optional.of(new Cpus.Listed("0")),
                        Optional.empty(),
                        Map.of(),
                        0);
        try (var server = launcher.start(variant, List.of(), trial)) {
            assertThat(Path.of("/proc", Long.toString(server.pid()), "status"))
                    .content()
                    .contains("Cpus_allowed_list:\t0\n");
        }
    }

    @Test
    void the_ready_line_is_found_after_a_line_of_megabytes() throws Exception {
        try (var server = launcher.start(FakeZoo.variant("long-line"), List.of(), trial)) {
            assertThat(server.isAlive()).isTrue();
            assertThat(trial.resolve("server.log").toFile().length())
                    .isBetween(ServerLog.MAX_BYTES - 8192, ServerLog.MAX_BYTES);
            assertThat(server.logTail(10))
                    .contains("server.log ends here: it has reached 16 MiB")
                    .endsWith("READY port=" + server.port());
        }
    }

    @Test
    void a_server_that_runs_out_of_memory_later_is_killed() throws Exception {
        var server = launcher.start(FakeZoo.variant("out-of-memory-later"), List.of(), trial);
        new Socket(InetAddress.getLoopbackAddress(), server.port()).close();
        assertThat(endOf(server))
                .isEqualTo(
                        new ProcessExit(
                                137, ProcessExit.ExitCause.OUT_OF_MEMORY, Optional.empty()));
        assertThat(server.logTail(1).getFirst()).contains("java.lang.OutOfMemoryError");
    }

    @Test
    void a_server_that_dies_during_a_trial_is_reported_at_once() throws Exception {
        var server = launcher.start(FakeZoo.variant("dies-on-connection"), List.of(), trial);
        new Socket(InetAddress.getLoopbackAddress(), server.port()).close();
        assertThat(endOf(server))
                .isEqualTo(new ProcessExit(9, ProcessExit.ExitCause.UNREQUESTED, Optional.empty()));
        assertThat(server.stop())
                .isEqualTo(new ProcessExit(9, ProcessExit.ExitCause.UNREQUESTED, Optional.empty()));
    }

    @Test
    void a_server_that_ignores_sigterm_is_killed_after_the_grace_period() throws Exception {
        var server = launcher.start(FakeZoo.variant("ignores-sigterm"), List.of(), trial);
        long requested = System.nanoTime();
        assertThat(server.stop())
                .isEqualTo(new ProcessExit(137, ProcessExit.ExitCause.KILLED, Optional.empty()));
        assertThat(System.nanoTime() - requested)
                .isGreaterThanOrEqualTo(ServerProcess.GRACE.toNanos());
    }

    @Test
    void a_child_process_of_the_server_ends_with_it() throws Exception {
        var server = launcher.start(FakeZoo.variant("starts-child"), List.of(), trial);
        var child =
                server.logTail(10).stream()
                        .filter(line -> line.startsWith("child "))
                        .map(line -> Long.parseLong(line.substring("child ".length())))
                        .findFirst()
                        .flatMap(ProcessHandle::of)
                        .orElseThrow();
        assertThat(child.isAlive()).isTrue();
        server.stop();
        assertThat(child.onExit().get().isAlive()).isFalse();
    }

    @Test
    void a_closed_launcher_stops_all_and_starts_none() throws Exception {
        var first = launcher.start(FakeZoo.variant("good"), List.of(), trial);
        var second = launcher.start(FakeZoo.variant("good"), List.of(), home.resolve("other"));
        launcher.close();
        assertThat(first.isAlive()).isFalse();
        assertThat(second.isAlive()).isFalse();
        assertThat(failureOf("good")).hasMessageContaining("the lab is shutting down");
    }

    @ParameterizedTest
    @ValueSource(strings = {"good", "ignores-sigterm"})
    void a_lab_that_receives_sigterm_stops_its_server(String model) throws Exception {
        var lab = lab(model);
        var server = serverOf(lab);
        lab.toHandle().destroy();
        assertThat(lab.waitFor()).isEqualTo(143);
        assertThat(server.onExit().get().isAlive()).isFalse();
    }

    @Test
    void the_server_of_a_killed_lab_ends() throws Exception {
        var lab = lab("good");
        var server = serverOf(lab);
        lab.toHandle().destroyForcibly();
        assertThat(server.onExit().get().isAlive()).isFalse();
    }

    private Process lab(String model) throws IOException {
        return new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LauncherMain.class.getName(),
                        home.toString(),
                        model)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static ProcessHandle serverOf(Process lab) throws IOException {
        long pid = Long.parseLong(lab.inputReader().readLine());
        return ProcessHandle.of(pid).orElseThrow();
    }
}
