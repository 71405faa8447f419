package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;

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
}
