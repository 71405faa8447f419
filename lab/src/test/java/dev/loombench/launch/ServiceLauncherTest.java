package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// This process takes the part of one that a command has left.
class ServiceLauncherTest {
    private static final long OWN = ProcessHandle.current().pid();

    @Test
    void a_command_that_has_ended_is_told_from_what_it_has_left() {
        assertThat(ServiceLauncher.left(Optional.of(0), Set.of(OWN)))
                .contains("exit code 0", "process " + OWN, "backends");
        assertThat(ServiceLauncher.left(Optional.empty(), Set.of(OWN))).isEmpty();
        assertThat(ServiceLauncher.left(Optional.of(0), Set.of())).isEmpty();
    }

    /// A failed start is one of a trial, and the next one would be measured beside what is left.
    @Test
    void a_service_that_neither_starts_nor_ends_ends_the_run() {
        Runnable stop =
                () -> {
                    throw new IllegalStateException("process 1 cannot be ended");
                };
        assertThatIllegalStateException()
                .isThrownBy(() -> ServiceLauncher.end(stop, "a was not ready"))
                .withMessage("a was not ready; process 1 cannot be ended");
    }
}
