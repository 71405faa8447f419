package dev.loombench.observe.perf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CoverageCheckTest {
    private static final long SECOND = 1_000_000_000;

    private final CoverageCheck check = new CoverageCheck();

    @Test
    void equal_accounts_cover_all_threads() {
        window(4 * SECOND, 4 * SECOND, 10_000, 10_000);
        assertThat(check.failure()).isEmpty();
    }

    @Test
    void the_time_before_the_first_edge_does_not_count() {
        check.addEdge(SECOND, 100 * SECOND, 10, 1_000_000);
        check.addEdge(5 * SECOND, 104 * SECOND, 1_010, 1_001_000);
        assertThat(check.failure()).isEmpty();
    }

    @Test
    void one_edge_shows_nothing() {
        check.addEdge(0, SECOND, 0, 1_000);
        assertThat(check.failure()).isEmpty();
    }

    /// 3.8 of 4 s: 5 % less, of which 1,000 switches explain 0.25 %.
    @Test
    void cpu_time_without_events_is_a_failure() {
        window(3_800_000_000L, 4 * SECOND, 1_000, 1_000);
        assertThat(check.failure()).hasValueSatisfying(why -> assertThat(why).contains("95.0 %"));
    }

    /// 20,000 switches explain up to 0.2 s.
    @Test
    void time_in_context_switches_may_be_missing() {
        window(3_700_000_000L, 4 * SECOND, 20_000, 20_000);
        assertThat(check.failure()).isEmpty();
    }

    /// However many switches there are, a third of the time is too much.
    @Test
    void switches_explain_a_quarter_of_the_time_at_most() {
        window(2_600_000_000L, 4 * SECOND, 10_000_000, 10_000_000);
        assertThat(check.failure()).isPresent();
    }

    @Test
    void missing_context_switches_are_a_failure() {
        window(4 * SECOND, 4 * SECOND, 9_000, 10_000);
        assertThat(check.failure())
                .hasValueSatisfying(
                        why -> assertThat(why).contains("9000 of 10000 context switches"));
    }

    /// The kernel's account loses the switches of threads that have ended.
    @Test
    void more_context_switches_than_known_are_no_failure() {
        window(4 * SECOND, 4 * SECOND, 30_000, 10_000);
        assertThat(check.failure()).isEmpty();
    }

    /// Where events count user mode only, the kernel's account of the switches is used.
    @Test
    void uncounted_context_switches_are_no_failure() {
        check.addEdge(0, 0, 0, 0);
        check.addEdge(3_700_000_000L, 4 * SECOND, 0, 20_000);
        assertThat(check.failure()).isEmpty();
    }

    @Test
    void time_that_was_counted_twice_is_a_failure() {
        window(5 * SECOND, 4 * SECOND, 10_000, 10_000);
        assertThat(check.failure()).isPresent();
    }

    private void window(long counted, long used, long countedSwitches, long knownSwitches) {
        check.addEdge(SECOND, SECOND, 1_000, 1_000);
        check.addEdge(
                SECOND + counted, SECOND + used, 1_000 + countedSwitches, 1_000 + knownSwitches);
    }
}
