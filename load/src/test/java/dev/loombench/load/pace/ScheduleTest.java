package dev.loombench.load.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.requests.RecordedArrivals;
import dev.loombench.requests.SampleReplay;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfile;
import dev.loombench.traffic.LoadProfileParser;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    @Test
    void constant_arrivals_fall_on_the_ceiling_of_their_exact_time() {
        // 3 per second: 166666666.7, 500000000, 833333333.3 ns.
        assertThat(take(3, schedule(3, Arrival.CONSTANT, 1, 0, 1)))
                .containsExactly(166_666_667, 500_000_000, 833_333_334);
    }

    /// The nearest whole number to 1.4 and 1.6; exactly 4 at 1/s in 4 s.
    @Test
    void a_window_has_the_whole_number_of_arrivals_that_is_nearest_to_its_integral() {
        assertThat(arrivals(1, 4)).isEqualTo(4);
        assertThat(arrivals(0.7, 2)).isEqualTo(1);
        assertThat(arrivals(0.8, 2)).isEqualTo(2);
        assertThat(arrivals(250, 10)).isEqualTo(2_500);
    }

    private static long arrivals(double rate, int seconds) {
        return Arrays.stream(take(10_000, schedule(rate, Arrival.CONSTANT, 1, 0, 1)))
                .filter(due -> due < seconds * 1_000_000_000L)
                .count();
    }

    @Test
    void constant_arrivals_do_not_drift_over_a_day() {
        var schedule = schedule(1000, Arrival.CONSTANT, 1, 0, 1);
        long last = 0;
        for (int i = 0; i < 86_400_000; i += 1) {
            last = schedule.nextNanos();
        }
        assertThat(last).isEqualTo(86_400L * 1_000_000_000 - 500_000);
    }

    @Test
    void the_shards_of_a_constant_schedule_are_the_whole() {
        var whole = take(30, schedule(700, Arrival.CONSTANT, 1, 0, 1));
        var shards =
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
        assertThat(shards).isEqualTo(whole);
    }

    @Test
    void the_standard_deviation_of_poisson_gaps_equals_their_mean() {
        double[] gaps = gaps(schedule(1000, Arrival.POISSON, 42, 0, 1), 100_000);
        double mean = Arrays.stream(gaps).average().orElseThrow();
        double variance =
                Arrays.stream(gaps).map(g -> (g - mean) * (g - mean)).average().orElseThrow();
        // Standard error of the mean of 100 000 exponentials: 0.3 %; of their CV: about 0.3 %.
        assertThat(mean).isCloseTo(1e6, within(0.015e6));
        assertThat(Math.sqrt(variance) / mean).isCloseTo(1, within(0.015));
    }

    /// Bit for bit, whatever their number: one sequence is distributed.
    @Test
    void the_shards_of_a_poisson_schedule_are_the_whole() {
        var text = "0..900/1s,500/10s";
        var whole = take(3_000, profile(text, Arrival.POISSON, 0, 1));
        for (int shards : new int[] {2, 3, 6}) {
            int count = shards;
            var distributed =
                    IntStream.range(0, count)
                            .mapToObj(k ->
                                    take(3_000 / count, profile(text, Arrival.POISSON, k, count)))
                            .flatMapToLong(Arrays::stream)
                            .sorted()
                            .toArray();
            assertThat(distributed).isEqualTo(whole);
        }
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

    /// From 0 to 8 per second within 4 s the integral is t^2: arrivals at the roots of 0.5, 1.5 ...
    /// up to 15.5; then 8 per second, every 125 ms.
    @Test
    void arrivals_on_a_ramp_are_where_the_integral_is_between_two_whole_numbers() {
        var due = take(18, profile("0..8/4s", Arrival.CONSTANT, 0, 1));
        assertThat(due)
                .startsWith(707_106_782L, 1_224_744_872L, 1_581_138_831L, 1_870_828_694L)
                .endsWith(3_937_003_938L, 4_062_500_000L, 4_187_500_000L);
    }

    /// From 8 to 0 per second within 4 s the integral is 8 t - t^2, 16 in all: the k-th from the
    /// end is the root of k - 0.5 before 4 s, and none comes after the last.
    @Test
    void a_ramp_down_to_0_ends_with_its_last_arrival() {
        var due = take(18, profile("8..0/4s", Arrival.CONSTANT, 0, 1));
        assertThat(due[11]).isEqualTo(1_878_679_657L);
        assertThat(due[14]).isEqualTo(2_775_255_129L);
        assertThat(due[15]).isEqualTo(3_292_893_219L);
        assertThat(due[16]).isEqualTo(LoadProfile.NEVER);
    }

    /// 2 per second for 1 s, none for 3 s, 4 per second: 0.25 s, 0.75 s; from 4.125 s on every 0.25
    /// s.
    @Test
    void nothing_is_due_while_the_rate_is_0_and_a_jump_takes_effect_at_once() {
        assertThat(take(4, profile("2/1s,0/3s,4/1s", Arrival.CONSTANT, 0, 1)))
                .containsExactly(250_000_000L, 750_000_000L, 4_125_000_000L, 4_375_000_000L);
    }

    @Test
    void the_shards_of_a_profile_are_the_whole() {
        var text = "0..900/1s,100/500ms,..0/2s";
        var whole = take(600, profile(text, Arrival.CONSTANT, 0, 1));
        var shards =
                LongStream.concat(
                                Arrays.stream(take(300, profile(text, Arrival.CONSTANT, 0, 2))),
                                Arrays.stream(take(300, profile(text, Arrival.CONSTANT, 1, 2))))
                        .sorted()
                        .toArray();
        // 450 + 50 + 100 are due in all.
        assertThat(shards).isEqualTo(whole).doesNotContain(LoadProfile.NEVER);
        assertThat(take(601, profile(text, Arrival.CONSTANT, 0, 1))[600])
                .isEqualTo(LoadProfile.NEVER);
    }

    /// 50,000 are due while the rate rises from 0 to 10,000/s within 10 s, a quarter of them within
    /// the first half. Standard error of a Poisson count of 12,500: 112, less than 1 %.
    @Test
    void poisson_arrivals_follow_the_profile() {
        var due = take(45_000, profile("0..10k/10s", Arrival.POISSON, 0, 1));
        double early = Arrays.stream(due).filter(t -> t < 5_000_000_000L).count();
        assertThat(early).isCloseTo(12_500, within(500.0));
        assertThat(due).isSorted();
    }

    @Test
    void the_arrivals_of_the_window_are_not_those_of_the_warm_up() {
        var model = new LoadModel.Open(100, Arrival.POISSON, 1);
        assertThat(take(10, Schedule.ofWarmUp(model, 1, 0, 1)))
                .isNotEqualTo(take(10, Schedule.of(model, Optional.empty(), 1, 0, 1)));
    }

    @Test
    void the_warm_up_is_at_its_own_level() {
        var rate = LoadProfileParser.ofRates().line("0..8/4s").withWarmUp(2);
        var model = new LoadModel.Open(rate, Arrival.CONSTANT, 1);
        assertThat(take(2, Schedule.ofWarmUp(model, 1, 0, 1)))
                .containsExactly(250_000_000L, 750_000_000L);
    }

    /// Four arrivals at 0, 250, 250 and 600 ms of 800 ms, at 5/s: twice as fast at 10/s. They
    /// repeat after 400 ms.
    @Test
    void recorded_arrivals_keep_their_gaps_in_proportion_to_the_rate() {
        assertThat(take(9, recorded(5, 0, 1)))
                .containsExactly(millis(0, 250, 250, 600, 800, 1_050, 1_050, 1_400, 1_600));
        assertThat(take(5, recorded(10, 0, 1))).containsExactly(millis(0, 125, 125, 300, 400));
        assertThat(take(3, recorded(5, 0, 2))).containsExactly(millis(0, 250, 800));
        assertThat(take(3, recorded(5, 1, 2))).containsExactly(millis(250, 600, 1_050));
        var schedule = recorded(5, 0, 1);
        var requests = new ArrayList<Integer>();
        for (int i = 0; i < 5; i++) {
            long ignored = schedule.nextNanos();
            assertThat(ignored).isNotNegative();
            requests.add(schedule.request());
        }
        assertThat(requests).containsExactly(1, 0, 1, 2, 1);
    }

    /// As often as the window is asked: the four of the file, in two shards too.
    @Test
    void recorded_arrivals_that_do_not_repeat_end_with_the_last() {
        var once = SampleReplay.ofMillis().arrivals().repeating(false);
        assertThat(take(6, recorded(once, 5, 0, 1)))
                .startsWith(millis(0, 250, 250, 600))
                .endsWith(LoadProfile.NEVER, LoadProfile.NEVER);
        assertThat(take(3, recorded(once, 5, 0, 2)))
                .containsExactly(0, 250_000_000, LoadProfile.NEVER);
        assertThat(take(3, recorded(once, 5, 1, 2)))
                .containsExactly(250_000_000, 600_000_000, LoadProfile.NEVER);
    }

    @Test
    void the_level_of_the_warm_up_is_not_the_rate_of_recorded_arrivals() {
        var rate = LoadProfile.constant(5).withWarmUp(50);
        var schedule =
                Schedule.of(
                        new LoadModel.Open(rate, Arrival.REPLAY, 1),
                        Optional.of(SampleReplay.ofMillis().arrivals()),
                        42,
                        0,
                        1);
        assertThat(take(4, schedule)).containsExactly(millis(0, 250, 250, 600));
    }

    private static long[] millis(long... values) {
        return Arrays.stream(values).map(value -> value * 1_000_000).toArray();
    }

    private static Schedule recorded(double rate, int shard, int shards) {
        return recorded(SampleReplay.ofMillis().arrivals(), rate, shard, shards);
    }

    private static Schedule recorded(
            RecordedArrivals arrivals, double rate, int shard, int shards) {
        return Schedule.of(
                new LoadModel.Open(rate, Arrival.REPLAY, 1),
                Optional.of(arrivals),
                42,
                shard,
                shards);
    }

    private static Schedule profile(String text, Arrival kind, int shard, int shards) {
        var rate = LoadProfileParser.ofRates().line(text);
        return Schedule.of(new LoadModel.Open(rate, kind, 1), Optional.empty(), 42, shard, shards);
    }

    private static Schedule schedule(double rate, Arrival kind, long seed, int shard, int shards) {
        return Schedule.of(
                new LoadModel.Open(rate, kind, 1), Optional.empty(), seed, shard, shards);
    }

    private static long[] take(int count, Schedule schedule) {
        return LongStream.generate(schedule::nextNanos).limit(count).toArray();
    }

    private static double[] gaps(Schedule schedule, int count) {
        var gaps = new double[count];
        long before = 0;
        for (int i = 0; i < count; i++) {
            long at = schedule.nextNanos();
            gaps[i] = at - before;
            before = at;
        }
        return gaps;
    }
}
