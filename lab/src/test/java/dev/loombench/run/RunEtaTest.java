package dev.loombench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleCommand;
import dev.loombench.SampleRun;
import dev.loombench.experiment.TrialCount;
import dev.loombench.experiment.variant.Variant;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A trial of the sample is estimated at 4 s of warm-up, 2 s of window, 1.5 s of overhead and half
/// a second of rest.
class RunEtaTest {
    private final AtomicLong now = new AtomicLong(Duration.ofHours(1).toNanos());
    private final RunEta eta =
            new RunEta(SampleRun.experiment(), blocks(3), now::get, Duration.ZERO);

    /// The variants of some blocks, in their order.
    private static List<String> blocks(int count) {
        return IntStream.range(0, count)
                .boxed()
                .flatMap(block -> Stream.of(SampleRun.POOL, SampleRun.VIRTUAL))
                .toList();
    }

    private void pass(int seconds) {
        now.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    @Test
    void the_first_estimate_is_from_the_experiment_less_the_elapsed_time() {
        assertThat(eta.remaining()).isEqualTo(Duration.ofSeconds(48));
        pass(3);
        assertThat(eta.remaining()).isEqualTo(Duration.ofSeconds(45));
        assertThat(RunEta.ofRun(SampleRun.experiment())).isEqualTo(Duration.ofSeconds(48));
    }

    /// Six trials of 8 s, with 5 s more of rest each.
    @Test
    void in_the_longest_run_servers_are_busy_after_their_load() {
        assertThat(RunEta.longestOfRun(SampleRun.experiment())).isEqualTo(Duration.ofSeconds(78));
    }

    /// Ten blocks of two trials of 4 s, 2 s and 15 s.
    @Test
    void a_service_of_the_user_may_start_slowly() {
        var service = SampleCommand.of("java", "-jar", "shop.jar");
        var variants =
                Stream.of(SampleRun.POOL, SampleRun.VIRTUAL)
                        .map(name -> Variant.of(name, service))
                        .toList();
        var experiment =
                SampleRun.experiment().withVariants(variants).withTrials(TrialCount.exactly(10));
        assertThat(RunEta.longestOfRun(experiment)).isEqualTo(Duration.ofSeconds(420));
    }

    @Test
    void later_estimates_are_from_the_mean_of_the_ended_trials_of_the_variant() {
        pass(6);
        eta.ended(List.of(SampleRun.POOL));
        assertThat(eta.remaining()).as("5 trials of 6 s").isEqualTo(Duration.ofSeconds(30));
        pass(10);
        eta.ended(List.of(SampleRun.VIRTUAL));
        assertThat(eta.remaining()).as("2 of 6 s, 2 of 10 s").isEqualTo(Duration.ofSeconds(32));
        pass(2);
        assertThat(eta.remaining()).isEqualTo(Duration.ofSeconds(30));
        pass(6); // this one has taken 8 s
        eta.ended(List.of(SampleRun.POOL));
        assertThat(eta.remaining()).as("7 s, 2 of 10 s").isEqualTo(Duration.ofSeconds(27));
    }

    /// One variant takes ten times as long as the other. After the third trial, POOL, VIRTUAL and
    /// POOL again, 126 s are left; the mean of all trials would say 72 s.
    @Test
    void from_the_third_trial_on_the_estimate_is_near_although_variants_differ() {
        for (var variant : List.of(SampleRun.POOL, SampleRun.VIRTUAL, SampleRun.POOL)) {
            pass(variant.equals(SampleRun.POOL) ? 6 : 60);
            eta.ended(List.of(variant));
        }
        assertThat(eta.remaining()).isEqualTo(Duration.ofSeconds(126));
    }

    @Test
    void trials_that_end_together_have_shared_the_time() {
        pass(12);
        eta.ended(List.of(SampleRun.POOL, SampleRun.VIRTUAL));
        assertThat(eta.remaining()).as("4 trials of 6 s").isEqualTo(Duration.ofSeconds(24));
    }

    /// Ten blocks of two trials of 8 s, of which 60 s are allowed.
    @Test
    void no_more_is_estimated_than_the_budget_allows() {
        var trials = TrialCount.exactly(10).within(Duration.ofSeconds(60));
        var experiment = SampleRun.experiment().withTrials(trials);
        var within = new RunEta(experiment, blocks(10), now::get, Duration.ZERO);
        assertThat(within.remaining()).isEqualTo(Duration.ofSeconds(60));
        pass(8);
        within.ended(List.of(SampleRun.POOL));
        assertThat(within.remaining()).isEqualTo(Duration.ofSeconds(52));
        pass(60);
        assertThat(within.remaining())
                .as("4 of the trials that run in any case, after this one")
                .isEqualTo(Duration.ofSeconds(32));
        assertThat(new RunEta(experiment, blocks(10), now::get, Duration.ofSeconds(10)).remaining())
                .as("10 s of the budget were spent before")
                .isEqualTo(Duration.ofSeconds(50));
    }

    /// Three blocks of two trials of 10 s, whatever the budget is.
    @Test
    void no_less_is_estimated_than_the_first_three_blocks_take() {
        var trials = TrialCount.exactly(10).within(Duration.ofSeconds(1));
        var experiment = SampleRun.experiment().withTrials(trials);
        var within = new RunEta(experiment, blocks(10), now::get, Duration.ZERO);
        assertThat(within.remaining()).as("6 trials of 8 s").isEqualTo(Duration.ofSeconds(48));
        pass(20);
        within.ended(blocks(1));
        assertThat(within.remaining()).isEqualTo(Duration.ofSeconds(40));
        pass(40);
        within.ended(blocks(2));
        assertThat(within.remaining()).isZero();
        var resumed = new RunEta(experiment, blocks(8), now::get, Duration.ZERO);
        assertThat(resumed.remaining()).as("2 trials").isEqualTo(Duration.ofSeconds(16));
    }

    /// Up to ten blocks of two trials of 6 s; four blocks are expected to be enough.
    @Test
    void a_run_that_may_end_early_counts_the_trials_that_it_is_expected_to_need() {
        var early = new RunEta(SampleRun.experiment(3, 10), blocks(10), now::get, Duration.ZERO);
        pass(24);
        early.ended(blocks(2));
        early.expect(4);
        assertThat(early.remaining()).isEqualTo(Duration.ofSeconds(24));
        pass(6);
        early.ended(List.of(SampleRun.POOL));
        assertThat(early.remaining()).isEqualTo(Duration.ofSeconds(18));
    }

    @Test
    void a_trial_that_takes_longer_than_estimated_takes_nothing_from_those_after_it() {
        pass(100);
        assertThat(eta.remaining()).as("5 trials of 8 s").isEqualTo(Duration.ofSeconds(40));
        eta.started(2);
        assertThat(eta.remaining()).as("4, while 2 run").isEqualTo(Duration.ofSeconds(32));
    }

    @Test
    void an_exceeded_estimate_is_zero() {
        var last =
                new RunEta(
                        SampleRun.experiment(), List.of(SampleRun.POOL), now::get, Duration.ZERO);
        pass(8);
        assertThat(last.remaining()).isZero();
    }

    /// Trials of articles' experiments, in seconds as they took on 2 cores: at each tenth of every
    /// trial but the last, once three have begun. Nothing tells how long a variant of a batch takes
    /// before its first trial, so that the third run is checked from its second block on.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2 | thread 30.8, virtual 18.0, thread 22.4, virtual 15.7, virtual 15.8, thread 23.9",
                "2 | 200 16.2, 10 14.5, virtual 14.2, 10 14.7, virtual 13.9, 200 14.9, virtual 13.6,"
                        + " 200 15.4, 10 14.7",
                "5 | 500 6.4, 1000 3.6, virtual 0.7, 800 4.2, 200 15.3, 1000 3.5, 200 15.2,"
                        + " virtual 0.7, 500 6.4, 800 4.3, 800 4.3, 500 6.4, 1000 3.5, virtual 0.7,"
                        + " 200 15.2"
            })
    void recorded_runs_are_estimated_within_a_factor_of_1_5(int from, String recorded) {
        var trials =
                Stream.of(recorded.split(", ", -1)).map(trial -> trial.split(" ", -1)).toList();
        var variants = trials.stream().map(trial -> trial[0]).toList();
        var run = new RunEta(SampleRun.experiment(), variants, now::get, Duration.ZERO);
        double left = trials.stream().mapToDouble(trial -> Double.parseDouble(trial[1])).sum();
        for (int i = 0; i < trials.size(); i++) {
            double tenth = Double.parseDouble(trials.get(i)[1]) / 10;
            for (int step = 0; step < 10; step++) {
                if (i >= from && i < trials.size() - 1) {
                    assertThat(run.remaining().toMillis() / 1e3 / left)
                            .as("trial %d after %d tenths", i + 1, step)
                            .isBetween(1 / 1.5, 1.5);
                }
                now.addAndGet(Math.round(tenth * 1e9));
                left -= tenth;
            }
            run.ended(List.of(trials.get(i)[0]));
        }
    }
}
