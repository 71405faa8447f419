package dev.loombench.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.experiment.Metric;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialResult;
import dev.loombench.result.store.StoredRun;
import dev.loombench.stats.SmallestDifference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CalibrationTest {
    private static final Duration BLOCK = Duration.ofSeconds(10);

    /// Three blocks: the first server has 1,000 responses per second, in 400 ms at 100 µs of CPU
    /// each, and the second differs in throughput alone.
    private static Calibration calibration(Duration block, int... perSecond) {
        var results = new ArrayList<TrialResult>();
        for (var trial : SampleRun.manifest().plan()) {
            int rate =
                    trial.variant().equals(SampleRun.POOL) ? 1_000 : perSecond[trial.block() - 1];
            results.add(SampleRun.result(trial, SampleRun.completed(rate, 400)));
        }
        return Calibration.of(new StoredRun(SampleRun.manifest(), results, List.of()), block);
    }

    private static Calibration.MetricSpread of(Calibration calibration, Metric metric) {
        return calibration.metrics().stream()
                .filter(m -> m.metric() == metric)
                .findFirst()
                .orElseThrow();
    }

    /// ln 1.02 = 0.019803, 0 and ln 0.98 = -0.020203: s = 0.020003, and its 80 % limits are 0.65902
    /// and 3.08077 times that.
    @Test
    void the_spread_is_that_of_the_log_ratio_over_blocks() {
        var calibration = calibration(BLOCK, 1_020, 1_000, 980);
        var throughput = of(calibration, Metric.THROUGHPUT);
        assertThat(calibration.blocks()).isEqualTo(3);
        assertThat(throughput.sigma().point()).isCloseTo(0.020003, within(1e-6));
        assertThat(throughput.sigma().low()).isCloseTo(0.013182, within(1e-6));
        assertThat(throughput.sigma().high()).isCloseTo(0.061625, within(1e-5));
        assertThat(throughput.showsDifference()).isFalse();
        assertThat(of(calibration, Metric.CPU_PER_REQUEST).sigma().point()).isZero();
        assertThat(calibration.metrics())
                .extracting(Calibration.MetricSpread::metric)
                .isEqualTo(Calibration.METRICS);
    }

    /// 12, 60 and 180 blocks of 10 s.
    @Test
    void the_smallest_difference_is_that_of_the_blocks_that_fit() {
        var throughput = of(calibration(BLOCK, 1_020, 1_000, 980), Metric.THROUGHPUT);
        assertThat(throughput.detectable())
                .extracting(Calibration.Detectable::blocks)
                .containsExactly(12, 60, 180);
        var first = throughput.detectable().getFirst().difference().orElseThrow();
        double estimate = SmallestDifference.of(12, throughput.sigma().point(), 0.95);
        assertThat(first.point()).isEqualTo(Math.expm1(estimate));
        assertThat(first.low()).isLessThan(first.point());
        assertThat(first.high()).isGreaterThan(first.point());
    }

    @Test
    void times_too_short_for_two_blocks_have_no_smallest_difference() {
        var throughput =
                of(calibration(Duration.ofSeconds(70), 1_020, 1_000, 980), Metric.THROUGHPUT);
        assertThat(throughput.detectable().getFirst().blocks()).isEqualTo(1);
        assertThat(throughput.detectable().getFirst().difference()).isEmpty();
        assertThat(throughput.detectable().getLast().difference()).isPresent();
    }

    @Test
    void a_consistent_difference_of_equal_servers_is_shown() {
        var throughput = of(calibration(BLOCK, 1_020, 1_021, 1_019), Metric.THROUGHPUT);
        assertThat(throughput.showsDifference()).isTrue();
    }

    /// At 0.061625, the upper limit of the spread, 60 blocks show 2.3 %, and 12 blocks more than 5
    /// %.
    @Test
    void a_margin_is_shown_when_the_upper_limit_of_the_spread_allows_it() {
        var calibration = calibration(BLOCK, 1_020, 1_000, 980);
        assertThat(calibration.shows(Metric.THROUGHPUT, 0.03, Duration.ofMinutes(10))).isTrue();
        assertThat(calibration.shows(Metric.THROUGHPUT, 0.03, Duration.ofMinutes(2))).isFalse();
    }

    @Test
    void a_run_without_figures_is_invalid() {
        var results =
                SampleRun.manifest().plan().stream()
                        .map(t -> SampleRun.result(t, new Failed("launch", "no", List.of())))
                        .toList();
        var calibration =
                Calibration.of(new StoredRun(SampleRun.manifest(), results, List.of()), BLOCK);
        assertThat(calibration.valid()).isFalse();
        assertThat(calibration.metrics()).isEmpty();
        assertThat(calibration.blocks()).isZero();
    }
}
