package dev.loombench.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import dev.loombench.capacity.QueueProcess.Faults;
import org.junit.jupiter.api.Test;

/// Searches of servers that become faster while they are searched. How often constant queues are
/// taken for such servers, [SearchSimulationTest] counts.
class FasterSearchTest {
    private static final int SEARCHES = 20;

    private static int found(Faults faults) throws InterruptedException {
        int found = 0;
        for (int seed = 1; seed <= SEARCHES; seed++) {
            var search = SearchSimulationTest.found("p99<50ms", faults, seed);
            found += SearchSimulationTest.isFaster(search) ? 1 : 0;
        }
        return found;
    }

    /// Services that take three times as long at first: after 10 s 2.2 times, and after 50 s 1.16
    /// times, with which M/M/1 of 1 ms holds `1,000 / 1.16 - 92 = 770/s`. The windows between
    /// violate rates that the server holds at their end.
    @Test
    void a_server_that_becomes_much_faster_is_found() throws InterruptedException {
        assertThat(found(Faults.cold(2))).isGreaterThanOrEqualTo(16);
    }

    /// 1.5 times as long at first: it holds 675/s after 10 s, and 870/s after 50 s. A process whose
    /// windows show more than 757/s holds no rate 1.15 times as high; about 70 % of processes show
    /// less (33 of them, simulated apart).
    @Test
    void of_servers_that_become_a_third_faster_a_part_is_found() throws InterruptedException {
        assertThat(found(Faults.cold(0.5))).isGreaterThanOrEqualTo(7);
    }

    /// A window above the capacity ends once it is violated, after a few seconds.
    @Test
    void a_constant_server_is_looked_at_for_a_short_time() throws InterruptedException {
        for (int seed = 1; seed <= 5; seed++) {
            var search = SearchSimulationTest.found("p99<50ms", Faults.NONE, seed);
            var later = search.probes().stream().filter(p -> p.purpose() == Purpose.LATER).toList();
            assertThat(later).hasSizeBetween(1, 2);
            assertThat(later.getLast().block())
                    .isEqualTo(search.probes().getLast().block())
                    .isEqualTo(5);
            assertThat(later).filteredOn(RateProbe::violates).isNotEmpty();
            assertThat(later.stream().mapToDouble(p -> p.figures().seconds()).sum()).isLessThan(24);
        }
    }
}
