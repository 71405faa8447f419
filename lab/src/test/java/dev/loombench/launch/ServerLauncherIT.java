package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.loombench.launch.process.ProcessExit;
import dev.loombench.launch.process.ServerLog;
import dev.loombench.launch.process.ServerProcess;
import dev.loombench.spec.Threading;
import dev.loombench.spec.Variant;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Against real processes that misbehave; see `FakeServer`.
@Timeout(60)
class ServerLauncherIT {
    @TempDir private Path home;
    private Zoo zoo;
    private Path trial;
    private ServerLauncher launcher;

    @BeforeEach
    void a_zoo_of_fakes() throws IOException {
        zoo = FakeZoo.at(home);
        trial = home.resolve("trial with a space");
        launcher = new ServerLauncher(zoo, Duration.ofSeconds(20));
    }

    @AfterEach
    void nothing_is_left_running() {
        launcher.close();
        assertThat(fakes()).isEmpty();
    }

    @Test
    void a_good_server_comes_stays_and_goes() throws Exception {
        var server = launcher.start(FakeZoo.variant("good"), List.of(), trial);
        assertThat(server.isAlive()).isTrue();
        assertThat(ProcessHandle.of(server.pid())).isPresent();
        new Socket(InetAddress.getLoopbackAddress(), server.port()).close();
        assertThat(server.logTail(5)).containsExactly("READY port=" + server.port());
        assertThat(server.exit().toCompletableFuture()).isNotDone();

        var exit = server.stop(); // and is not killed
        assertThat(exit).isEqualTo(new ProcessExit(143, ProcessExit.ExitCause.ON_REQUEST));
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
                        "fake",
                        "curious",
                        Threading.BOUNDED,
                        Map.of("word", "two words; $(not a shell)"),
                        List.of("-Xmx48m"),
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
                            "options --model curious --port 0 --word two words; $(not a shell)");
            assertThat(server.command())
                    .containsSubsequence("-Xmx64m", "-Xmx56m", "-Xmx48m", "-cp")
                    .contains("two words; $(not a shell)");
        }
    }

    @Test
    void temporary_files_lie_with_the_trial_and_go_with_the_server_though_it_is_killed()
            throws Exception {
        var server = launcher.start(FakeZoo.variant("curious"), List.of(), trial);
        assertThat(temporaryFileOf(server)).exists().hasParent(trial.toRealPath().resolve("tmp"));
        ProcessHandle.of(server.pid()).orElseThrow().destroyForcibly();
        assertThat(endOf(server).status()).isEqualTo(137);
        assertThat(trial.resolve("tmp")).doesNotExist();
        assertThat(trial.resolve("server.log")).exists();
    }

    @Test
    void a_folder_that_the_variant_names_for_temporary_files_is_left_alone() throws Exception {
        var own = Files.createDirectories(home.resolve("own"));
        var variant =
                new Variant(
                        "v",
                        "fake",
                        "curious",
                        Threading.BOUNDED,
                        Map.of(),
                        List.of("-Djava.io.tmpdir=" + own),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(),
                        0);
        var server = launcher.start(variant, List.of(), trial);
        server.stop();
        assertThat(temporaryFileOf(server)).exists().hasParent(own.toRealPath());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void the_variant_s_processors_are_the_only_ones() throws Exception {
        var variant =
                new Variant(
                        "v",
                        "fake",
                        "good",
                        Threading.BOUNDED,
                        Map.of(),
                        List.of(),
                        Optional.empty(),
                        Optional.of("0"),
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
    void one_that_dies_takes_its_last_words_along() {
        var failed = failureOf("dies");
        assertThat(failed)
                .hasMessage(
                        "fake dies ended by itself with exit code 7 where \"READY port=N\" was due;"
                                + " its last line was \"cannot go on\"; see "
                                + trial.resolve("server.log"));
        assertThat(failed.logTail()).containsExactly("cannot go on");
    }

    @Test
    void one_that_hangs_is_given_up() {
        var failed = failureWithin(Duration.ofSeconds(1), "hangs");
        assertThat(failed)
                .hasMessageContaining("took more than 1.0 s where \"READY port=N\" was due")
                .hasMessageContaining("it printed nothing");
    }

    @Test
    void rubbish_is_kept_but_not_its_controls() {
        var failed = failureOf("rubbish");
        assertThat(failed.logTail()).containsExactly("\ufffd[2Jnot ready\ufffd", "\ufffd\ufffd");
        assertThat(failed).message().doesNotContainPattern("\\p{Cntrl}");
    }

    @Test
    void a_line_of_megabytes_does_not_drown_the_ready_line() throws Exception {
        try (var server = launcher.start(FakeZoo.variant("flood"), List.of(), trial)) {
            assertThat(server.isAlive()).isTrue();
            assertThat(trial.resolve("server.log").toFile().length())
                    .isBetween(ServerLog.MOST_BYTES - 8192, ServerLog.MOST_BYTES);
            assertThat(server.logTail(10))
                    .contains("server.log ends here: it holds 16 MiB already")
                    .endsWith("READY port=" + server.port());
        }
    }

    @Test
    void one_that_floods_for_ever_is_given_up_too() {
        assertThat(failureWithin(Duration.ofSeconds(2), "floods-for-ever"))
                .hasMessageContaining("took more than 2.0 s");
    }

    @Test
    void a_port_where_it_does_not_listen_is_no_port() {
        assertThat(failureOf("wrong-port"))
                .hasMessageContaining("said \"READY port=1\" and does not listen there");
    }

    @Test
    void a_port_other_than_the_one_asked_for_is_refused() throws IOException {
        int free = freePort();
        var variant = onPort("other-port", free);
        assertThat(failureOf(launcher, variant))
                .hasMessageContaining("where port " + free + " was asked for");
    }

    @Test
    void a_garbled_ready_line_is_quoted() {
        assertThat(failureOf("garbled"))
                .hasMessageContaining("said \"READY port=none\" where \"READY port=N\" was due");
    }

    @Test
    void one_that_dies_after_its_ready_line_is_told_by_its_exit_code() {
        assertThat(failureOf("forgetful"))
                .hasMessageContaining(
                        "said \"READY port=1\", then ended by itself with exit code 3");
    }

    @Test
    void one_that_closes_its_output_can_never_be_ready() {
        assertThat(failureOf("mute")).hasMessageContaining("closed its standard output");
    }

    @Test
    void one_that_runs_out_of_memory_at_its_start_says_so() {
        assertThat(failureOf("hoarder")).hasMessageContaining("ran out of memory and ended with");
    }

    @Test
    void one_that_limps_on_without_memory_is_killed_and_its_end_is_told() throws Exception {
        var server = launcher.start(FakeZoo.variant("zombie"), List.of(), trial);
        new Socket(InetAddress.getLoopbackAddress(), server.port()).close();
        assertThat(endOf(server))
                .isEqualTo(new ProcessExit(137, ProcessExit.ExitCause.OUT_OF_MEMORY));
        assertThat(server.logTail(1).getFirst()).contains("java.lang.OutOfMemoryError");
    }

    @Test
    void a_death_in_mid_trial_is_told_at_once() throws Exception {
        var server = launcher.start(FakeZoo.variant("fragile"), List.of(), trial);
        new Socket(InetAddress.getLoopbackAddress(), server.port()).close();
        assertThat(endOf(server)).isEqualTo(new ProcessExit(9, ProcessExit.ExitCause.BY_ITSELF));
        assertThat(server.stop()).isEqualTo(new ProcessExit(9, ProcessExit.ExitCause.BY_ITSELF));
    }

    @Test
    void one_that_ignores_sigterm_is_killed_after_its_grace() throws Exception {
        var server = launcher.start(FakeZoo.variant("deaf"), List.of(), trial);
        long asked = System.nanoTime();
        assertThat(server.stop()).isEqualTo(new ProcessExit(137, ProcessExit.ExitCause.KILLED));
        assertThat(System.nanoTime() - asked).isGreaterThanOrEqualTo(ServerProcess.GRACE.toNanos());
    }

    @Test
    void what_the_server_started_goes_with_it() throws Exception {
        var server = launcher.start(FakeZoo.variant("parent"), List.of(), trial);
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
    void an_interrupted_start_leaves_nothing_behind() {
        Thread.currentThread().interrupt();
        assertThat(
                        catchThrowableOfType(
                                InterruptedException.class,
                                () -> launcher.start(FakeZoo.variant("hangs"), List.of(), trial)))
                .isNotNull();
        assertThat(fakes()).isEmpty();
    }

    @Test
    void a_closed_launcher_stops_all_and_starts_none() throws Exception {
        var first = launcher.start(FakeZoo.variant("good"), List.of(), trial);
        var second = launcher.start(FakeZoo.variant("good"), List.of(), home.resolve("other"));
        launcher.close();
        assertThat(first.isAlive()).isFalse();
        assertThat(second.isAlive()).isFalse();
        assertThat(failureOf("good")).hasMessageContaining("the lab is leaving");
    }

    @Test
    void a_taken_port_fails_before_anything_starts() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var variant = onPort("good", taken.getLocalPort());
            assertThat(failureOf(launcher, variant)).hasMessageContaining("cannot be had");
            assertThat(trial).doesNotExist();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"good", "deaf"})
    void a_lab_that_is_asked_to_leave_takes_its_server_along(String model) throws Exception {
        var lab = lab(model);
        var server = serverOf(lab);
        lab.toHandle().destroy();
        assertThat(lab.waitFor()).isEqualTo(143);
        assertThat(server.onExit().get().isAlive()).isFalse();
    }

    @Test
    void a_lab_that_is_killed_takes_its_server_along() throws Exception {
        var lab = lab("good");
        var server = serverOf(lab);
        lab.toHandle().destroyForcibly();
        assertThat(server.onExit().get().isAlive()).isFalse();
    }

    private LaunchFailed failureOf(String model) {
        return failureOf(launcher, FakeZoo.variant(model));
    }

    private LaunchFailed failureWithin(Duration limit, String model) {
        try (var hasty = new ServerLauncher(zoo, limit)) {
            return failureOf(hasty, FakeZoo.variant(model));
        }
    }

    private LaunchFailed failureOf(ServerLauncher by, Variant variant) {
        var failed =
                catchThrowableOfType(LaunchFailed.class, () -> by.start(variant, List.of(), trial));
        assertThat(failed).isNotNull();
        assertThat(fakes()).isEmpty();
        return failed;
    }

    private static Path temporaryFileOf(ServerProcess server) {
        return server.logTail(10).stream()
                .filter(line -> line.startsWith("temporary "))
                .map(line -> Path.of(line.substring("temporary ".length())))
                .findFirst()
                .orElseThrow();
    }

    private static ProcessExit endOf(ServerProcess server) throws Exception {
        return server.exit().toCompletableFuture().get();
    }

    private static Variant onPort(String model, int port) {
        return new Variant(
                "v",
                "fake",
                model,
                Threading.BOUNDED,
                Map.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                port);
    }

    private static int freePort() throws IOException {
        try (var probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    private Process lab(String model) throws IOException {
        return new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LabStandIn.class.getName(),
                        home.toString(),
                        model)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static ProcessHandle serverOf(Process lab) throws IOException {
        long pid = Long.parseLong(lab.inputReader().readLine());
        return ProcessHandle.of(pid).orElseThrow();
    }

    private static List<ProcessHandle> fakes() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().commandLine().orElse("").contains("fake.jar"))
                .toList();
    }
}
