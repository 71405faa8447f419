package dev.loombench.analysis.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class CapacityEstimateTest {
    private static Capacity.OfProcess of(int block, double rate) {
        return new Capacity.OfProcess(block, rate, true);
    }

    @Test
    void the_interval_is_students_t_of_the_logarithms() {
        // ln 100 and ln 121: the mean is ln 110; s = ln 1.21 / sqrt 2, so s / sqrt 2 = ln 1.1,
        // and t[1] is 12.706.
        var interval = CapacityEstimate.interval(List.of(100.0, 121.0), 0.95).orElseThrow();
        assertThat(interval.point()).isCloseTo(110, within(1e-9));
        assertThat(interval.high()).isCloseTo(110 * Math.pow(1.1, 12.706), within(1e-1));
        assertThat(CapacityEstimate.interval(List.of(100.0), 0.95)).isEmpty();
    }

    @Test
    void the_ratio_is_taken_within_blocks() {
        // The second block runs on half a machine for both: the ratio is 2 in each.
        var a = List.of(of(2, 200), of(3, 100), of(5, 70));
        var b = List.of(of(2, 100), of(3, 50), of(4, 9));
        var ratio = CapacityEstimate.ratio(a, b, 0.95).orElseThrow();
        assertThat(ratio.low()).isCloseTo(2, within(1e-9));
        assertThat(ratio.high()).isCloseTo(2, within(1e-9));
        assertThat(CapacityEstimate.ratio(a, List.of(of(2, 100)), 0.95)).isEmpty();
    }
}
