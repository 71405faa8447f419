package dev.loombench.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Numbers take the part of processes.
class TerminationTest {
    private final Set<Long> alive = new HashSet<>(List.of(1L, 2L));
    private final List<String> sent = new ArrayList<>();
    private int pauses;

    private Set<Long> end(Duration grace, Set<Long> ownOnes) {
        return new Termination(
                        () -> Set.copyOf(alive),
                        pid -> sent.add("request " + pid),
                        pid -> {
                            sent.add("kill " + pid);
                            return ownOnes.contains(pid) && alive.remove(pid);
                        },
                        () -> pauses++)
                .end(grace);
    }

    @Test
    void what_does_not_end_on_request_is_killed() {
        assertThat(end(Duration.ZERO, Set.of(1L, 2L))).isEmpty();
        assertThat(sent).containsExactlyInAnyOrder("kill 1", "kill 2");
    }

    /// Without a wait: the kernel refuses the next signal too.
    @Test
    void what_takes_no_signal_is_left() {
        assertThat(end(Duration.ZERO, Set.of(2L))).containsExactly(1L);
        assertThat(pauses).isEqualTo(2); // after the kill of the other, and after the refusal
    }

    @Test
    void a_process_is_requested_to_end_once() {
        assertThat(end(Duration.ofMillis(1), Set.of(1L, 2L))).isEmpty();
        assertThat(sent).containsExactlyInAnyOrder("request 1", "request 2", "kill 1", "kill 2");
    }
}
