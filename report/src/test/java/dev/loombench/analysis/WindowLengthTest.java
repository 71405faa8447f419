package dev.loombench.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.SampleWindow;
import dev.loombench.experiment.Criteria;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.TrialCount;
import dev.loombench.report.scope.ScopeText;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialResult;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/// Two variants in sequential blocks that start every 40 s: two windows of 10 s, and 20 s besides.
class WindowLengthTest {
    private static final long BLOCK = 40_000_000_000L;
    private static final double[] BLOCKS = {1, 1.1, 0.9, 1.05, 0.95};

    /// @param cpu per request of the second variant, by block and second
    private static Optional<WindowLength> of(int blocks, IntFunction<IntToDoubleFunction> cpu) {
        return of(SampleRun::manifest, blocks, cpu);
    }

    private static Optional<WindowLength> of(
            Function<Experiment, RunManifest> run,
            int blocks,
            IntFunction<IntToDoubleFunction> cpu) {
        var like = SampleRun.experiment();
        var experiment =
                like.withCriteria(new Criteria(Metric.CPU_PER_REQUEST, like.margin(), List.of()))
                        .withTrials(TrialCount.exactly(blocks));
        var manifest = run.apply(experiment);
        var first = experiment.variants().getFirst().name();
        var results =
                manifest.plan().stream()
                        .map(t ->
                                new TrialResult(
                                        t,
                                        Instant.EPOCH,
                                        t.block() * BLOCK,
                                        SampleWindow.of(
                                                t.variant().equals(first)
                                                        ? _ -> 100
                                                        : cpu.apply(t.block() - 1),
                                                _ -> 100)))
                        .toList();
        return WindowLength.of(manifest, results);
    }

    private static double alternating(int second, double share) {
        return second % 2 == 0 ? 1 + share : 1 / (1 + share);
    }

    /// Between 0: (within / 120) * (20 + 240) over (within / 10) * (20 + 20).
    @Test
    void blocks_that_are_alike_are_worth_long_windows() {
        var best = of(5, _ -> second -> 100 * alternating(second, 0.1)).orElseThrow();
        assertThat(best.seconds()).isEqualTo(10);
        assertThat(best.bestSeconds()).isCloseTo(120, within(1e-9));
        assertThat(best.timeShare()).isCloseTo(260.0 / 120 / 4, within(1e-9));
        assertThat(best.worthIt()).isTrue();
        assertThat(best.betweenBlocks()).isZero();
        // ten values of ln 1.1 and -ln 1.1, five each
        assertThat(best.withinBlocks())
                .isCloseTo(Math.log(1.1) * Math.sqrt(10 / 9.0), within(1e-9));
    }

    /// Slices of ten response times of 100 ms need 125 ms more each: a block has 22.5 s of windows,
    /// and 17.5 s besides.
    @Test
    void slices_add_the_time_between_them() {
        var best =
                of(SampleRun::interleaved, 5, _ -> second -> 100 * alternating(second, 0.1))
                        .orElseThrow();
        assertThat(best.timeShare())
                .isCloseTo((17.5 + 2 * 120 * 1.125) / 120 / (40.0 / 10), within(1e-3));
    }

    /// Nearly all variance is between blocks: a window of 1 s takes 22 of 40 s.
    @Test
    void blocks_that_differ_are_worth_short_windows() {
        var best =
                of(5, block -> second -> 100 * BLOCKS[block] * alternating(second, 0.001))
                        .orElseThrow();
        assertThat(best.bestSeconds()).isEqualTo(1);
        assertThat(best.timeShare()).isCloseTo(22.0 / 40, within(0.001));
        assertThat(best.worthIt()).isTrue();
        assertThat(ScopeText.windowLength(best))
                .isEqualTo(
                        "Blocks differ by 7.9 %, the seconds within a block by 0.1 %: windows of 1 s in place of 10 s would be as precise in 55 % of the time");
    }

    /// The variance within, (0.168 * 1.054)², is ten times that between, 0.0063 / 2: sqrt(20 / 2 *
    /// 10) is 10 parts.
    @Test
    void a_good_length_is_kept() {
        var best =
                of(5, block -> second -> 100 * BLOCKS[block] * alternating(second, 0.183))
                        .orElseThrow();
        assertThat(best.bestSeconds()).isBetween(8.0, 12.0);
        assertThat(best.worthIt()).isFalse();
        assertThat(ScopeText.windowLength(best)).endsWith("is known to be better than 10 s");
    }

    /// In units of the variance between blocks, that within is 0.706: ln(1.063)² * 10 / 9 = 0.00415
    /// over 0.00588, which is 0.00629 of the means without 0.00415 / 10.
    ///
    /// The limits of 0.00629 of five means are 4 / 7.779 and 4 / 1.064 of it, so those of the
    /// variance between blocks are 0.480 and 3.96. With windows of sqrt(20 / 2 * 0.706) = 2.66 s
    /// the time is (between + 0.706 / 2.66) * (20 + 2 * 2.66) over (between + 0.706 / 10) * 40:
    /// 0.857 of it at the lower limit, 0.664 at the upper.
    @Test
    void a_shorter_window_that_is_only_better_at_the_upper_limit_is_not_worth_it() {
        var best =
                of(5, block -> second -> 100 * BLOCKS[block] * alternating(second, 0.063))
                        .orElseThrow();
        assertThat(best.bestSeconds()).isCloseTo(2.66, within(0.01));
        assertThat(best.timeShare()).isCloseTo(0.748, within(0.001));
        assertThat(best.worthIt()).isFalse();
    }

    /// The same with a variance within of ln(1.26)² * 10 / 9 = 0.0593, or 166 times that between,
    /// 0.000357. Its limits are 0 and 50, and the best windows are of 40.8 s: 0.62 of the time at
    /// the lower limit, 2.1 times as much at the upper.
    @Test
    void a_longer_window_that_is_only_better_at_the_lower_limit_is_not_worth_it() {
        var best =
                of(5, block -> second -> 100 * BLOCKS[block] * alternating(second, 0.26))
                        .orElseThrow();
        assertThat(best.bestSeconds()).isCloseTo(40.8, within(0.1));
        assertThat(best.timeShare()).isCloseTo(0.732, within(0.002));
        assertThat(best.worthIt()).isFalse();
    }

    /// 0 / 0 of the variances: no length is the best one.
    @Test
    void figures_that_never_differ_say_nothing() {
        assertThat(of(5, _ -> _ -> 100)).isEmpty();
        assertThat(of(5, _ -> _ -> 103)).isEmpty();
    }

    @Test
    void fewer_than_five_blocks_say_nothing() {
        assertThat(of(4, _ -> second -> 100 * alternating(second, 0.1))).isEmpty();
    }
}
