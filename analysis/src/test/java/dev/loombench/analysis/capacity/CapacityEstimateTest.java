package dev.loombench.analysis.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleCapacity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    /// The bursts of the windows leave more open than capacities that agree.
    @Test
    void an_interval_is_at_its_level_also_where_bursts_decide() {
        var windows = variant("a", 100).confirming();
        var rates = List.of(100.0, 100.0);
        for (double level : new double[] {0.95, 0.99}) {
            var bursts = BurstInterval.of(windows, level);
            var interval = CapacityEstimate.interval(rates, windows, level).orElseThrow();
            assertThat(interval.low()).isEqualTo(bursts.low());
            assertThat(interval.high()).isEqualTo(bursts.high());
            assertThat(interval.high()).isGreaterThan(105);
        }
    }

    /// The ratio is 2 in each block, and the bursts of both variants are independent.
    @Test
    void a_ratio_is_not_more_certain_than_the_bursts_of_both_variants() {
        var a = variant("a", 100);
        var ratio = CapacityEstimate.ratio(a, variant("b", 50), 0.95).orElseThrow();
        var bursts = BurstInterval.of(a.confirming(), 0.95);
        double distance =
                Math.hypot(
                        Math.log(bursts.point() / bursts.low()),
                        Math.log(bursts.high() / bursts.point()));
        assertThat(distance).isGreaterThan(0.1);
        assertThat(ratio.point()).isCloseTo(2, within(1e-9));
        assertThat(ratio.low()).isCloseTo(2 / Math.exp(distance), within(1e-4));
        assertThat(ratio.high()).isCloseTo(2 * Math.exp(distance), within(1e-4));
    }

    /// Two processes of a capacity. At 0.95 and 1.05 times of it, one window has no slow response
    /// and one has twice the mean, which is the tenth power of the rate.
    private static VariantCapacity variant(String name, double capacity) {
        var probes = new ArrayList<RateProbe>();
        for (int block = 2; block <= 3; block++) {
            for (double part : new double[] {0.95, 1.05}) {
                double burn = 2 * Math.pow(part, 10);
                probes.add(
                        SampleCapacity.probe(
                                name, block, part * capacity, 0, RateProbe.Outcome.MET));
                probes.add(
                        SampleCapacity.probe(
                                name, block, part * capacity, burn, RateProbe.Outcome.VIOLATED));
            }
        }
        return VariantCapacity.of(
                name,
                new Capacity.Estimated(
                        capacity, Optional.empty(), List.of(of(2, capacity), of(3, capacity))),
                probes,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }
}
