package dev.loombench.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Numbers take the part of processes, and a pause lasts a second.
class TerminationTest {
    private final Set<Long> alive = new HashSet<>(List.of(1L, 2L));
    private final List<String> sent = new ArrayList<>();
    private int seconds;

    private Termination termination(Set<Long> ownOnes, Runnable eachSecond) {
        return new Termination(
                () -> Set.copyOf(alive),
                pid -> sent.add("request " + pid),
                pid -> {
                    sent.add("kill " + pid);
                    if (ownOnes.contains(pid)) {
                        alive.remove(pid);
                    }
                },
                () -> {
                    seconds++;
                    eachSecond.run();
                },
                () -> seconds * 1_000_000_000L);
    }

    private Set<Long> end(int grace, Set<Long> ownOnes) {
        return termination(ownOnes, () -> {}).end(Duration.ofSeconds(grace));
    }

    @Test
    void what_does_not_end_on_request_is_killed() {
        assertThat(end(0, Set.of(1L, 2L))).isEmpty();
        assertThat(sent).containsExactlyInAnyOrder("kill 1", "kill 2");
    }

    @Test
    void what_takes_no_signal_is_left() {
        assertThat(end(0, Set.of(2L))).containsExactly(1L);
        assertThat(seconds).isEqualTo(10);
    }

    /// As a container of another user does, whose client was requested to end.
    @Test
    void what_takes_no_signal_may_end_by_itself() {
        Runnable afterSeven =
                () -> {
                    if (seconds == 7) {
                        alive.remove(1L);
                    }
                };
        assertThat(termination(Set.of(2L), afterSeven).end(Duration.ofSeconds(5))).isEmpty();
        assertThat(seconds).isEqualTo(7);
    }

    @Test
    void a_process_is_requested_to_end_once() {
        assertThat(end(3, Set.of(1L, 2L))).isEmpty();
        assertThat(sent).containsExactlyInAnyOrder("request 1", "request 2", "kill 1", "kill 2");
        assertThat(seconds).isEqualTo(4);
    }
}
