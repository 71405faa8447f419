package dev.loombench.governor.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.governor.carrier.SchedulerSample.Activity;
import dev.loombench.governor.control.HeapShortage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Two carriers that ran for 5 ms in spans of 20 ms.
class TimesBetweenPausesTest {
    private static final long MILLI = 1_000_000;

    private final AtomicLong paused = new AtomicLong(7 * MILLI); // before the governor
    private long pausedWhileRead;
    private Activity measured = new Activity.Times(2, 5 * MILLI, 0, 20 * MILLI);
    private final CarrierCpuTimes times =
            new TimesBetweenPauses(
                    new CarrierCpuTimes() {
                        @Override
                        public Activity since(long nanos, int occupied, int threads) {
                            paused.addAndGet(pausedWhileRead);
                            return measured;
                        }

                        @Override
                        public void reset() {}
                    },
                    paused::get);

    private Activity afterPauseOf(long millis) {
        return afterPauseOf(millis, 0);
    }

    private Activity afterPauseOf(long millis, long now) {
        paused.addAndGet(millis * MILLI);
        return times.since(now * MILLI, 2, 2);
    }

    private void observedUntil(long now) {
        for (int at = 0; at <= now; at += 100) {
            times.observe(at * MILLI);
        }
    }

    @Test
    void without_a_pause_nothing_changes() {
        assertThat(afterPauseOf(0)).isEqualTo(measured);
    }

    /// Of 15 ms, the carriers computed for a sixth.
    @Test
    void a_pause_is_no_time_of_the_carriers() {
        observedUntil(600);
        assertThat(afterPauseOf(5, 620))
                .isEqualTo(new Activity.Times(2, 5 * MILLI, 0, 20 * MILLI, 5 * MILLI));
        assertThat(((Activity.Times) afterPauseOf(5, 640)).computing())
                .isCloseTo(1 / 6.0, within(1e-9));
        assertThat(afterPauseOf(0, 660)).isEqualTo(measured);
    }

    /// One pause of 5 ms may be the first of very many.
    @Test
    void after_a_pause_nothing_is_said_before_half_a_second_was_observed() {
        assertThat(afterPauseOf(0, 0)).isEqualTo(measured);
        assertThat(afterPauseOf(5, 20)).isEqualTo(new Activity.Pending());
        for (int at = 40; at < 500; at += 20) {
            assertThat(afterPauseOf(0, at)).isEqualTo(new Activity.Pending());
        }
        assertThat(afterPauseOf(0, 500)).isEqualTo(measured);
    }

    /// The JVM stops its threads for a moment now and then.
    @Test
    void a_stop_below_a_millisecond_is_not_the_first_of_many() {
        assertThat(afterPauseOf(0, 0)).isEqualTo(measured);
        paused.addAndGet(MILLI / 2);
        assertThat(times.since(20 * MILLI, 2, 2))
                .isEqualTo(new Activity.Times(2, 5 * MILLI, 0, 20 * MILLI, MILLI / 2));
        assertThat(afterPauseOf(0, 40)).isEqualTo(measured);
    }

    @Test
    void a_span_of_pauses_shows_nothing() {
        assertThat(afterPauseOf(11)).isEqualTo(new Activity.Pending());
        assertThat(afterPauseOf(40)).isEqualTo(new Activity.Pending());
    }

    /// 30 ms in each 100 ms are a third, and 15 ms are a seventh.
    @Test
    void spans_between_pauses_that_take_much_of_a_second_show_nothing() {
        for (int at = 0; at < 600; at += 100) {
            afterPauseOf(30, at);
        }
        assertThat(afterPauseOf(0, 620)).isEqualTo(new Activity.Pending());
        for (int at = 700; at < 2_000; at += 100) {
            afterPauseOf(15, at);
        }
        assertThat(afterPauseOf(0, 2_020)).isEqualTo(measured);
    }

    /// They are many although no times were read.
    @Test
    void pauses_count_while_no_times_are_read() {
        for (int at = 0; at < 1_000; at += 100) {
            paused.addAndGet(30 * MILLI);
            times.observe(at * MILLI);
        }
        assertThat(afterPauseOf(0, 1_000)).isEqualTo(new Activity.Pending());
    }

    @Test
    void a_second_without_spans_is_forgotten() {
        for (int at = 0; at < 600; at += 100) {
            afterPauseOf(30, at);
        }
        assertThat(afterPauseOf(0, 5_000)).isEqualTo(measured);
    }

    /// It is in this span or in the next, which it is not to make longer unnoticed.
    @Test
    void a_pause_while_the_times_are_read_shows_nothing() {
        observedUntil(600);
        pausedWhileRead = 5 * MILLI;
        assertThat(afterPauseOf(0, 620)).isEqualTo(new Activity.Pending());
        pausedWhileRead = 0;
        assertThat(afterPauseOf(0, 640))
                .isEqualTo(new Activity.Times(2, 5 * MILLI, 0, 20 * MILLI, 5 * MILLI));
        assertThat(afterPauseOf(0, 660)).isEqualTo(measured);
    }

    @Test
    void other_answers_pass() {
        measured = new Activity.Unknown("not here");
        assertThat(afterPauseOf(15)).isEqualTo(measured);
    }

    @Test
    void work_beside_the_application_is_no_pause() {
        assertThat(
                        Stream.of(
                                        "Copy",
                                        "MarkSweepCompact",
                                        "PS Scavenge",
                                        "PS MarkSweep",
                                        "G1 Young Generation",
                                        "G1 Concurrent GC",
                                        "G1 Old Generation",
                                        "ZGC Cycles",
                                        "ZGC Minor Cycles",
                                        "ZGC Major Pauses",
                                        "Shenandoah Cycles",
                                        "Shenandoah Pauses")
                                .filter(name -> !HeapShortage.countsPauses(name)))
                .containsExactly("ZGC Cycles", "ZGC Minor Cycles", "Shenandoah Cycles");
    }

    @Test
    void stops_of_this_jvm_count() {
        var counted = TimesBetweenPauses.of(new CarrierCpuTimes.Unreadable("not here"));
        assertThat(counted.since(0, 1, 1)).isEqualTo(new Activity.Unknown("not here"));
    }
}
