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

    /// Processes of two kinds, at 50 and at 100/s, have no ratio within blocks to a variant that
    /// was measured in others.
    @Test
    void a_ratio_needs_two_common_blocks_also_where_processes_are_of_two_kinds() {
        var kinds = estimated("a", of(2, 100), of(3, 50), of(4, 101), of(5, 51));
        assertThat(kinds.kinds()).isPresent();
        var same = estimated("b", of(2, 70), of(3, 71), of(4, 70), of(5, 71));
        assertThat(CapacityEstimate.ratio(kinds, same, 0.95)).isPresent();
        var others = estimated("b", of(5, 70), of(6, 71), of(7, 70), of(8, 71));
        assertThat(CapacityEstimate.ratio(kinds, others, 0.95)).isEmpty();
    }

    private static VariantCapacity estimated(String name, Capacity.OfProcess... processes) {
        return of(name, List.of(processes), List.of());
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

    /// As of processes that hold every rate that was tried: they show no number of bursts.
    @Test
    void processes_without_slow_responses_have_students_interval_alone() {
        var rates = List.of(100.0, 110.0);
        var windows =
                rates.stream()
                        .map(rate ->
                                new CapacityFit.ProcessWindows(
                                        rate, List.of(new CapacityFit.Window(rate, 0, 1_000))))
                        .toList();
        assertThat(CapacityEstimate.interval(rates, windows, 0.95))
                .isPresent()
                .isEqualTo(CapacityEstimate.interval(rates, CapacityEstimate.studentsLevel(0.95)));
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

    /// By Bonferroni's inequality: at 97.5 % each, both are right at once in 95 % of cases.
    @Test
    void the_bursts_of_both_kinds_share_the_level() {
        var processes = List.of(of(2, 100), of(3, 50), of(4, 100.1), of(5, 50.05));
        var kinds = of("a", processes, windows("a", processes));
        assertThat(kinds.kinds()).isPresent();
        var windows = kinds.confirming();
        var fast = BurstInterval.of(List.of(windows.get(0), windows.get(2)), 0.975);
        var slow = BurstInterval.of(List.of(windows.get(1), windows.get(3)), 0.975);
        var interval = kinds.interval(0.95).orElseThrow();
        assertThat(interval.low()).isCloseTo(slow.low(), within(1e-6));
        assertThat(interval.high()).isCloseTo(fast.high(), within(1e-6));
    }

    /// Two processes of a capacity.
    private static VariantCapacity variant(String name, double capacity) {
        var processes = List.of(of(2, capacity), of(3, capacity));
        return of(name, processes, windows(name, processes));
    }

    /// At 0.95 and 1.05 times the capacity of each process, one window has no slow response and one
    /// has twice the mean, which is the tenth power of the rate.
    private static List<RateProbe> windows(String name, List<Capacity.OfProcess> processes) {
        var probes = new ArrayList<RateProbe>();
        for (var process : processes) {
            for (double part : new double[] {0.95, 1.05}) {
                int block = process.block();
                double rate = part * process.rate();
                double burn = 2 * Math.pow(part, 10);
                probes.add(SampleCapacity.probe(name, block, rate, 0, RateProbe.Outcome.MET));
                probes.add(
                        SampleCapacity.probe(name, block, rate, burn, RateProbe.Outcome.VIOLATED));
            }
        }
        return probes;
    }

    private static VariantCapacity of(
            String name, List<Capacity.OfProcess> processes, List<RateProbe> probes) {
        return VariantCapacity.of(
                name,
                new Capacity.Estimated(
                        CapacityEstimate.point(
                                processes.stream().map(Capacity.OfProcess::rate).toList()),
                        Optional.empty(),
                        processes),
                probes,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }
}
