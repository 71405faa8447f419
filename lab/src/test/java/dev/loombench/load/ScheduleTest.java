package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.spec.Arrival;
import dev.loombench.spec.LoadModel;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    @Test
    void constant_arrivals_fall_on_the_ceiling_of_their_exact_time() {
        // 3 a second: 333333333.3, 666666666.7, 1000000000 ns.
        assertThat(take(3, schedule(3, Arrival.CONSTANT, 1, 0, 1)))
                .containsExactly(333_333_334, 666_666_667, 1_000_000_000);
    }

    @Test
    void constant_arrivals_do_not_drift_over_a_day() {
        var schedule = schedule(1000, Arrival.CONSTANT, 1, 0, 1);
        long last = 0;
        for (int i = 0; i < 86_400_000; i += 1) {
            last = schedule.next();
        }
        assertThat(last).isEqualTo(86_400L * 1_000_000_000);
    }

    @Test
    void the_shares_of_a_constant_schedule_are_the_whole() {
        var whole = take(30, schedule(700, Arrival.CONSTANT, 1, 0, 1));
        var shares =
                LongStream.concat(
                                LongStream.concat(
                                        Arrays.stream(
                                                take(10, schedule(700, Arrival.CONSTANT, 1, 0, 3))),
                                        Arrays.stream(
                                                take(
                                                        10,
                                                        schedule(700, Arrival.CONSTANT, 1, 1, 3)))),
                                Arrays.stream(take(10, schedule(700, Arrival.CONSTANT, 1, 2, 3))))
                        .sorted()
                        .toArray();
        assertThat(shares).isEqualTo(whole);
    }

    @Test
    void poisson_gaps_have_the_mean_of_the_rate_and_vary_as_much_as_their_mean() {
        double[] gaps = gaps(schedule(1000, Arrival.POISSON, 42, 0, 1), 100_000);
        double mean = Arrays.stream(gaps).average().orElseThrow();
        double variance =
                Arrays.stream(gaps).map(g -> (g - mean) * (g - mean)).average().orElseThrow();
        // Standard error of the mean of 100 000 exponentials: 0.3 %; of their CV: about 0.3 %.
        assertThat(mean).isCloseTo(1e6, within(0.015e6));
        assertThat(Math.sqrt(variance) / mean).isCloseTo(1, within(0.015));
    }

    @Test
    void the_shares_of_a_poisson_schedule_differ_and_have_their_part_of_the_rate() {
        double[] first = gaps(schedule(1000, Arrival.POISSON, 42, 0, 2), 100_000);
        double[] second = gaps(schedule(1000, Arrival.POISSON, 42, 1, 2), 100_000);
        assertThat(first).isNotEqualTo(second);
        assertThat(Arrays.stream(first).average().orElseThrow()).isCloseTo(2e6, within(0.03e6));
        assertThat(Arrays.stream(second).average().orElseThrow()).isCloseTo(2e6, within(0.03e6));
    }

    @Test
    void the_same_seed_gives_the_same_arrivals_and_another_seed_others() {
        var once = take(100, schedule(50, Arrival.POISSON, 7, 0, 1));
        assertThat(take(100, schedule(50, Arrival.POISSON, 7, 0, 1))).isEqualTo(once);
        assertThat(take(100, schedule(50, Arrival.POISSON, 8, 0, 1))).isNotEqualTo(once);
    }

    @Test
    void arrivals_never_go_back_in_time() {
        assertThat(take(10_000, schedule(5e6, Arrival.POISSON, 3, 0, 1))).isSorted();
        assertThat(take(10_000, schedule(5e6, Arrival.CONSTANT, 3, 0, 1))).isSorted();
    }

    private static Schedule schedule(double rate, Arrival kind, long seed, int share, int shares) {
        return Schedule.of(new LoadModel.Open(rate, kind, 1), seed, share, shares);
    }

    private static long[] take(int count, Schedule schedule) {
        return LongStream.generate(schedule::next).limit(count).toArray();
    }

    private static double[] gaps(Schedule schedule, int count) {
        var gaps = new double[count];
        long before = 0;
        for (int i = 0; i < count; i++) {
            long at = schedule.next();
            gaps[i] = at - before;
            before = at;
        }
        return gaps;
    }
}
