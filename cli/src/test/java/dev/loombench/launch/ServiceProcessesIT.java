package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loombench.experiment.variant.Ready;
import dev.loombench.launch.process.ProcessExit.ExitCause;
import dev.loombench.load.Listener;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Processes of services: behind scripts, as daemons, in sessions of their own, and how they end.
@EnabledOnOs(OS.LINUX)
class ServiceProcessesIT extends StartedServices {
    private static final String RESET_LIMITS = "prlimit --locks=unlimited:";

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
    /// @param seconds of the wait
    private String slowDaemon(String words, int seconds) {
        return "sh -c 'setsid %s env -i sh -c \"(sleep %d; exec %s --port {port}) > /dev/null 2>&1 & exit 0\" & exit 0'"
                .formatted(words, seconds, app);
    }

    /// Its parents have ended long before. The second has reset its limits, as a login does.
    @ParameterizedTest
    @ValueSource(strings = {"", RESET_LIMITS})
    void a_daemon_may_take_its_time_before_it_listens(String words) throws Exception {
        try (var server = start(slowDaemon(words, 5))) {
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
        var expected =
                Pattern.compile("its command ended with exit code 0, and processes of it are left");
        assertThat(messageOfUnready(slowDaemon(words, 100), HEALTH, expected))
                .contains("mine was not ready within ")
                .containsPattern(expected);
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
        int port = Listener.freePort();
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
}
