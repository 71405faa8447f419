package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loombench.SampleService;
import dev.loombench.experiment.Cpus;
import dev.loombench.experiment.Jdk;
import dev.loombench.experiment.Ready;
import dev.loombench.experiment.SameAnswers;
import dev.loombench.experiment.ServiceCommand;
import dev.loombench.experiment.ServiceSecrets;
import dev.loombench.experiment.Variant;
import dev.loombench.launch.limit.CpuController;
import dev.loombench.launch.limit.CpuLimit;
import dev.loombench.launch.limit.CpuSet;
import dev.loombench.launch.process.ProcessExit.ExitCause;
import dev.loombench.launch.process.StartedServer;
import dev.loombench.text.CommandWords;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Services that are started by a command, good ones and others.
@EnabledOnOs(OS.LINUX)
class ServiceLaunchIT {
    private static final Ready HEALTH = new Ready.Http("/health");
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final String RESET_LIMITS = "prlimit --locks=unlimited:";

    @TempDir Path home;
    private ServerLauncher launcher;
    private String app;

    @BeforeEach
    void open() throws IOException {
        launcher = new ServerLauncher(FakeZoo.at(home));
        var jar = SampleService.jar(home);
        app = SampleService.java() + " -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -jar " + jar;
    }

    @AfterEach
    void nothing_is_left_running() {
        launcher.close();
        assertThat(left()).isEmpty();
    }

    private List<String> left() {
        return leftProcesses().map(p -> command(p.pid())).toList();
    }

    private Stream<ProcessHandle> leftProcesses() {
        return ProcessHandle.allProcesses()
                .filter(p -> command(p.pid()).contains(home + "/app.jar"));
    }

    private Variant variant(String command, Ready ready, Duration within) {
        return variant(command, ready, within, Map.of(), Optional.empty(), 0);
    }

    private Variant variant(
            String command,
            Ready ready,
            Duration within,
            Map<String, String> environment,
            Optional<Jdk> jdk,
            int port) {
        return new Variant(
                "mine",
                new ServiceCommand(
                        CommandWords.split(command),
                        ready,
                        within,
                        SameAnswers.OFF,
                        Optional.empty()),
                jdk,
                Optional.empty(),
                Optional.of(home),
                environment,
                port);
    }

    private StartedServer start(String command) throws InterruptedException {
        return start(variant(command, HEALTH, WITHIN));
    }

    private StartedServer start(Variant variant) throws InterruptedException {
        return (StartedServer)
                launcher.launch(
                        variant,
                        InetAddress.getLoopbackAddress(),
                        List.of(),
                        List.of(),
                        ServiceSecrets.mask(variant, List.of()),
                        home.resolve("trial"));
    }

    private LaunchFailed failure(String command, Duration within) {
        var failed =
                catchThrowableOfType(
                        LaunchFailed.class, () -> start(variant(command, HEALTH, within)));
        assertThat(failed).isNotNull();
        assertThat(left()).isEmpty();
        return failed;
    }

    /// The failure of a service that runs and is never ready: within a time limit that lets it get
    /// as far as the message says, also on a slow machine.
    private String messageOfUnready(String command, Ready ready, Pattern expected) {
        for (int seconds = 1; ; seconds *= 3) {
            var service = variant(command, ready, Duration.ofSeconds(seconds));
            var failed = catchThrowableOfType(LaunchFailed.class, () -> start(service));
            assertThat(left()).isEmpty();
            var message = String.valueOf(failed.getMessage());
            if (expected.matcher(message).find() || seconds > 60) {
                return message;
            }
        }
    }

    private static String get(StartedServer server) throws Exception {
        try (var client = HttpClient.newHttpClient()) {
            var uri = URI.create("http://127.0.0.1:%d/hello".formatted(server.port()));
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
        }
    }

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
    void the_process_that_listens_is_found_behind_a_script() throws Exception {
        var script = Files.writeString(home.resolve("run.sh"), app + "\necho ended\n");
        try (var server = start("sh " + script)) {
            assertThat(command(server.pid())).contains("app.jar");
            assertThat(server.processes()).hasSize(2).contains(server.pid());
            server.stop();
            assertThat(left()).isEmpty();
        }
    }

    private static String command(long pid) {
        return ProcessHandle.of(pid).flatMap(p -> p.info().commandLine()).orElse("");
    }

    /// It may have handled the error, or show the output of another program.
    @Test
    void a_service_that_prints_an_out_of_memory_error_and_continues_is_not_ended()
            throws Exception {
        var words = "sh -c 'echo java.lang.OutOfMemoryError: heap; exec %s'".formatted(app);
        try (var server = start(words)) {
            assertThat(get(server)).isEqualTo("hello\n");
        }
        assertThat(left()).isEmpty();
    }

    @Test
    void a_command_that_forks_and_exits_is_alive_while_its_processes_are() throws Exception {
        try (var server = start("sh -c '%s & exit 0'".formatted(app))) {
            assertThat(server.isAlive()).isTrue();
            assertThat(get(server)).isEqualTo("hello\n");
            assertThat(command(server.pid())).contains("app.jar");
        }
        assertThat(left()).isEmpty();
    }

    @Test
    void a_process_in_a_session_of_its_own_is_stopped_too() throws Exception {
        try (var server = start("sh -c 'setsid %s > /dev/null 2>&1 & exit 0'".formatted(app))) {
            assertThat(get(server)).isEqualTo("hello\n");
        }
        assertThat(left()).isEmpty();
    }

    /// As `su -` starts one, or a daemon that writes its title over its environment: its parents
    /// have ended, and it has no mark. Five times, as it may be found before it is ready or after.
    @RepeatedTest(5)
    void a_daemon_with_an_environment_of_its_own_is_found_and_ended() throws Exception {
        var daemon =
                "sh -c 'setsid env -i sh -c \"%s --port {port} > /dev/null 2>&1 & exit 0\" & exit 0'"
                        .formatted(app);
        try (var server = start(daemon)) {
            assertThat(get(server)).isEqualTo("hello\n");
            assertThat(command(server.pid())).contains("app.jar");
            assertThat(server.isAlive()).isTrue();
            assertThat(server.processes()).contains(server.pid());
        }
        assertThat(left()).isEmpty();
    }

    /// Whether a service gets a namespace of its own.
    private static boolean hasNamespaces() throws Exception {
        return new ProcessBuilder("unshare", "--uts", "true").start().waitFor() == 0;
    }

    /// As [#a_daemon_with_an_environment_of_its_own_is_found_and_ended()], with a wait before it
    /// listens.
    ///
    /// @param words before its command
    private String slowDaemon(String words) {
        return "sh -c 'setsid %s env -i sh -c \"(sleep 5; exec %s --port {port}) > /dev/null 2>&1 & exit 0\" & exit 0'"
                .formatted(words, app);
    }

    /// Its parents have ended long before. The second has reset its limits, as a login does.
    @ParameterizedTest
    @ValueSource(strings = {"", RESET_LIMITS})
    void a_daemon_may_take_its_time_before_it_listens(String words) throws Exception {
        try (var server = start(slowDaemon(words))) {
            assertThat(get(server)).isEqualTo("hello\n");
            assertThat(command(server.pid())).contains("app.jar");
            assertThat(server.processes()).contains(server.pid());
        }
        assertThat(left()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", RESET_LIMITS})
    void a_daemon_that_does_not_listen_within_its_limit_is_found_and_ended(String words)
            throws Exception {
        assumeThat(words.isEmpty() || hasNamespaces()).isTrue();
        assertThat(failure(slowDaemon(words), Duration.ofSeconds(1)))
                .hasMessageContaining("mine was not ready within 1.0 s")
                .hasMessageContaining(
                        "its command ended with exit code 0, and processes of it are left");
    }

    /// A process of an environment and a session of its own, whose parent has ended, and which
    /// ignores SIGTERM. The second has reset its limits, too, as a login does. Its command has the
    /// name of the jar only for [#left()].
    @ParameterizedTest
    @ValueSource(strings = {"", RESET_LIMITS})
    void a_daemon_that_never_listens_is_found_and_ended(String words) throws Exception {
        assumeThat(words.isEmpty() || hasNamespaces()).isTrue();
        var child =
                "%s env -i setsid sh -c \"trap \\\"\\\" TERM; sleep 600; exit\" %s/app.jar > /dev/null 2>&1"
                        .formatted(words, home);
        try (var server = start("sh -c '(%s &); exec %s'".formatted(child, app))) {
            assertThat(get(server)).isEqualTo("hello\n");
            assertThat(left()).hasSize(2);
            assertThat(server.processes())
                    .containsAll(leftProcesses().map(ProcessHandle::pid).toList());
            assertThat(command(server.pid())).endsWith("-jar " + home + "/app.jar");
        }
        assertThat(left()).isEmpty();
    }

    /// Something else listens, as a container does that another program has started: it is no
    /// process of the service, but its port must be closed at the end.
    @Test
    void a_port_that_stays_open_is_an_error() throws Exception {
        int port;
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        var started = home.resolve("started");
        var script =
                "while [ ! -e %s ]; do sleep 0.05; done; %s --port %d & wait"
                        .formatted(started, app, port);
        var other =
                new ProcessBuilder("sh", "-c", script)
                        .redirectOutput(Redirect.DISCARD)
                        .redirectError(Redirect.DISCARD)
                        .start();
        try {
            var command = "sh -c 'touch %s; exec sleep 600'".formatted(started);
            var server =
                    start(
                            variant(
                                    command,
                                    new Ready.Port(),
                                    WITHIN,
                                    Map.of(),
                                    Optional.empty(),
                                    port));
            assertThatThrownBy(server::stop)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("port %d still accepts connections", port);
        } finally {
            other.descendants().forEach(ProcessHandle::destroyForcibly);
            other.destroyForcibly().waitFor();
        }
    }

    @Test
    void a_service_that_ignores_sigterm_is_killed() throws Exception {
        try (var server = start(app + " --mode ignores-sigterm")) {
            assertThat(server.stop(Duration.ofSeconds(1)).cause()).isEqualTo(ExitCause.KILLED);
        }
        assertThat(left()).isEmpty();
    }

    @Test
    void a_service_ends_with_the_process_that_listens() throws Exception {
        try (var server = start("sh -c '%s & sleep 600'".formatted(app))) {
            ProcessHandle.of(server.pid()).orElseThrow().destroyForcibly();
            var exit = server.exit().toCompletableFuture().get();
            assertThat(exit.describe()).isEqualTo("lost its process that listened on the port");
            assertThat(server.isAlive()).isFalse();
        }
    }

    @Test
    void a_service_of_one_process_ends_with_its_exit_code() throws Exception {
        try (var server = start(app)) {
            ProcessHandle.of(server.pid()).orElseThrow().destroyForcibly();
            var exit = server.exit().toCompletableFuture().get();
            assertThat(exit.describe()).isEqualTo("ended by itself with signal 9");
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
                .contains("mine was not ready within 1.0 s: it does not listen on port ")
                .contains("the command has no {port}, so the service must take it from PORT");
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
        assertThat(mistake("no-such-program x")).contains("no program no-such-program on the PATH");
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
                .contains("the environment variable NO_SUCH_A is not set");
        assertThat(
                        prepared(
                                variant(
                                        "java -jar app.jar",
                                        HEALTH,
                                        WITHIN,
                                        Map.of(),
                                        Optional.of(new Jdk.Version(99)),
                                        0)))
                .contains("no JDK 99 on this machine");
    }

    @Test
    void a_service_that_does_not_run_on_the_jdk_of_its_variant_is_refused() throws IOException {
        var jdk = home.resolve("jdk");
        Files.createDirectories(jdk.resolve("bin"));
        Files.copy(Path.of(SampleService.java()), jdk.resolve("bin/java"));
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
