package dev.loombench.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.capacity.QueueProcess.Queue;
import dev.loombench.capacity.QueueProcess.Service;
import dev.loombench.traffic.Arrival;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Searches whose windows are shorter than a backlog needs to exceed the limit.
class ShortWindowsTest {
    /// M/D/10 of 20 ms answers 500/s, and windows of a third of a second hold 600/s: a backlog that
    /// grows by 100/s waits longer than 300 ms after 1.5 s. The bracket is all that an interrupted
    /// search has.
    @Test
    void a_search_of_short_windows_finds_no_more_than_is_answered() throws InterruptedException {
        var queue = Queue.of(10, 0.02, Service.constant(0.02));
        for (int seed = 1; seed <= 10; seed++) {
            for (int processes : new int[] {0, 4}) {
                var settings =
                        new CapacitySettings(
                                Objectives.parse(List.of("p99<300ms")),
                                processes,
                                Duration.ofSeconds(1),
                                Arrival.POISSON,
                                1_000,
                                Duration.ZERO,
                                Duration.ZERO);
                var found = SearchSimulationTest.search(queue, settings, seed).found();
                assertThat(found.capacity().figure())
                        .as("%d processes, seed %d", processes, seed)
                        .isBetween(440.0, 520.0);
            }
        }
    }
}
