package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.loombench.load.Listener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Servers that do not become ready, and the stated reasons.
class FailedLaunchIT extends LauncherFixture {
    @Test
    void the_failure_of_a_server_that_dies_quotes_its_last_line() {
        var failed = failureOf("dies");
        assertThat(failed)
                .hasMessage(
                        "fake dies ended by itself with exit code 7; expected \"READY port=N\";"
                                + " its last line was \"cannot go on\"; see "
                                + trial.resolve("server.log"));
        assertThat(failed.logTail()).containsExactly("cannot go on");
    }

    @Test
    void a_server_that_hangs_fails_at_the_time_limit() {
        var failed = failureWithin(Duration.ofSeconds(1), "hangs");
        assertThat(failed)
                .hasMessageContaining("took more than 1.0 s; expected \"READY port=N\"")
                .hasMessageContaining("it printed nothing");
    }

    @Test
    void output_is_kept_without_control_characters() {
        var failed = failureOf("prints-controls");
        assertThat(failed.logTail()).containsExactly("\ufffd[2Jnot ready\ufffd", "\ufffd\ufffd");
        assertThat(failed).message().doesNotContainPattern("\\p{Cntrl}");
    }

    @Test
    void a_server_that_prints_without_end_fails_at_the_time_limit() {
        assertThat(failureWithin(Duration.ofSeconds(2), "long-lines-forever"))
                .hasMessageContaining("took more than 2.0 s");
    }

    @Test
    void a_ready_port_without_a_listener_fails() {
        assertThat(failureOf("not-listening"))
                .hasMessageContaining("printed \"READY port=1\", but does not listen there");
    }

    @Test
    void a_port_other_than_the_requested_one_fails() throws IOException {
        int free = Listener.freePort();
        var variant = onPort("other-port", free);
        assertThat(failureOf(launcher, variant)).hasMessageContaining("; expected port " + free);
    }

    @Test
    void a_malformed_ready_line_is_quoted() {
        assertThat(failureOf("malformed-ready"))
                .hasMessageContaining("printed \"READY port=none\"; expected \"READY port=N\"");
    }

    @Test
    void a_server_that_dies_after_its_ready_line_fails_with_its_exit_code() {
        assertThat(failureOf("dies-after-ready"))
                .hasMessageContaining(
                        "printed \"READY port=1\", then ended by itself with exit code 3");
    }

    @Test
    void a_server_that_closes_its_output_fails() {
        assertThat(failureOf("closes-output")).hasMessageContaining("closed its standard output");
    }

    @Test
    void a_server_without_memory_at_its_start_fails_with_the_reason() {
        assertThat(failureOf("out-of-memory"))
                .hasMessageContaining("ran out of memory and ended with");
    }

    @Test
    void an_interrupted_start_leaves_no_process() {
        Thread.currentThread().interrupt();
        assertThat(
                        catchThrowableOfType(
                                InterruptedException.class,
                                () -> launcher.start(FakeZoo.variant("hangs"), List.of(), trial)))
                .isNotNull();
        assertThat(fakes()).isEmpty();
    }

    @Test
    void a_taken_port_fails_before_anything_starts() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var variant = onPort("good", taken.getLocalPort());
            assertThat(failureOf(launcher, variant)).hasMessageContaining("is unavailable");
            assertThat(trial).doesNotExist();
        }
    }

    private LaunchFailed failureWithin(Duration limit, String model) {
        try (var hasty = new ServerLauncher(zoo, limit)) {
            return failureOf(hasty, FakeZoo.variant(model));
        }
    }
}
