package dev.loombench.analysis.capacity.objective;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RecoveryDetectorTest {
    private final RecoveryDetector detector = detector(1);

    private static RecoveryDetector detector(double rate) {
        return new RecoveryDetector(Objectives.parse(List.of("p99<50ms")), rate);
    }

    private void second(int at, int fast, int slow) {
        second(detector, at, fast, slow);
    }

    private static void second(RecoveryDetector detector, int at, int fast, int slow) {
        var times = new Histogram(3);
        times.recordValueWithCount(Duration.ofMillis(10).toNanos(), fast);
        times.recordValueWithCount(Duration.ofMillis(900).toNanos(), slow);
        detector.add(at, times);
    }

    @Test
    void it_has_recovered_at_the_first_of_three_good_seconds() {
        second(0, 10, 200);
        second(1, 100, 50);
        second(2, 200, 1);
        second(3, 200, 0);
        assertThat(detector.recovered()).isEmpty();
        second(4, 200, 0);
        assertThat(detector.recovered()).hasValue(2); // 1 of 601 is below 1 %
    }

    @Test
    void few_responses_take_longer() {
        for (int i = 0; i < 5; i++) {
            second(i, 40, 0);
            assertThat(detector.recovered().isPresent()).isEqualTo(i == 4); // 200 responses
        }
        assertThat(detector.recovered()).hasValue(0);
    }

    @Test
    void a_server_that_stays_slow_does_not_recover() {
        for (int i = 0; i < 60; i++) {
            second(i, 100, 10);
        }
        assertThat(detector.recovered()).isEmpty();
    }

    /// Of 200/s it answers 100/s fast and refuses the others, for 12 s: of 600 requests in 3 s, 478
    /// are always answered.
    @Test
    void a_server_that_still_refuses_requests_has_not_recovered() {
        var refusing = detector(200);
        for (int i = 0; i < 12; i++) {
            second(refusing, i, 100, 0);
        }
        assertThat(refusing.recovered()).isEmpty();
        for (int i = 12; i < 15; i++) {
            second(refusing, i, 200, 0);
        }
        assertThat(refusing.recovered()).hasValue(11); // 500 in 3 s
    }

    @Test
    void ten_seconds_are_enough_at_any_rate() {
        for (int i = 0; i < 10; i++) {
            second(i, 1, 0);
        }
        assertThat(detector.recovered()).hasValue(0);
    }
}
