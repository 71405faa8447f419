package dev.loombench.diagnose.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.CarrierHistory.Sample;
import dev.loombench.observe.proc.thread.TaskTimes;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Two carriers that are saturated all the time.
class CarrierHistoryTest {
    private static final long MILLI = 1_000_000;

    /// Carriers beyond the target number run none, as those that are left over.
    @ParameterizedTest
    @CsvSource({"2, 1, 1", "2, 2, 0", "4, 1, 1", "4, 2, 0"})
    void a_scheduler_stands_still_where_a_carrier_that_may_run_one_has_no_virtual_thread(
            long carriers, long mounted, double share) {
        var samples =
                SampleEvidence.history(mounted, 46, 0.01, 0).samples().stream()
                        .map(s ->
                                new Sample(
                                        s.nanos(),
                                        s.parallelism(),
                                        carriers,
                                        s.mounted(),
                                        s.queued(),
                                        s.stoppedNanos(),
                                        s.tasks()))
                        .toList();
        assertThat(new CarrierHistory(samples).stalledShare()).isEqualTo(share);
    }

    /// Of the 30 % of the time that stops leave, carriers run for 24 %.
    @Test
    void stops_are_no_time_of_the_carriers() {
        var times = SampleEvidence.history(2, 18, 0.24, 0.03, 0.7).timesWhileSaturated();
        assertThat(times.ran()).isCloseTo(0.8, within(1e-6));
        assertThat(times.waited()).isCloseTo(0.1, within(1e-6));
        assertThat(times.blocked()).isCloseTo(0.1, within(1e-6));
    }

    @Test
    void carriers_that_are_blocked_between_stops_are_blocked() {
        var history = SampleEvidence.history(2, 18, 0.01, 0, 0.7);
        assertThat(history.timesWhileSaturated().blocked()).isGreaterThan(0.9);
        assertThat(history.blockedCarriers(0.9)).containsExactlyInAnyOrder(101L, 102L);
    }

    @Test
    void stops_that_leave_less_than_a_tenth_show_nothing() {
        assertThat(SampleEvidence.history(2, 18, 0, 0, 0.89).timesWhileSaturated().isKnown())
                .isTrue();
        var stopped = SampleEvidence.history(2, 18, 0, 0, 0.91);
        assertThat(stopped.timesWhileSaturated().isKnown()).isFalse();
        assertThat(stopped.blockedCarriers(0)).isEmpty();
    }

    private static Sample sample(long millis, long stoppedMillis, long ranMillis) {
        return new Sample(
                millis * MILLI,
                1,
                1,
                1,
                OptionalLong.of(5),
                OptionalLong.of(stoppedMillis * MILLI),
                Map.of(7L, new TaskTimes('S', ranMillis * MILLI, 0)));
    }

    /// A stop of 80 ms from 10 to 90 ms, which the JVM counts after the sample at 100 ms. The
    /// carrier runs for the other 120 ms of 200.
    @Test
    void a_stop_that_is_counted_in_the_next_interval_is_subtracted_once() {
        var history =
                new CarrierHistory(
                        List.of(sample(0, 0, 0), sample(100, 0, 20), sample(200, 80, 120)));
        assertThat(history.timesWhileSaturated().elapsedNanos()).isEqualTo(120 * MILLI);
        assertThat(history.timesWhileSaturated().blocked()).isZero();
    }
}
