package dev.loombench.analysis.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.validity.stationarity.NotRampedUp;
import dev.loombench.base.Window;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Criteria;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.Phases;
import dev.loombench.experiment.Scenario;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.LoadResults;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/// A window of 15 s in which the rate jumps from 100/s to 1,000/s after 5 s.
class RampUpTest {
    private static final long SECOND = 1_000_000_000;
    private static final LoadModel JUMPS =
            new LoadModel.Open(
                    LoadProfile.of(
                            List.of(
                                    LoadProfile.Stage.at(100, Duration.ofSeconds(5)),
                                    LoadProfile.Stage.at(1_000, Duration.ofSeconds(10)))),
                    Arrival.CONSTANT,
                    100);

    /// @param rate responses per second in each quarter of a second of the window
    private static Completed trial(IntToDoubleFunction rate) {
        var like = SampleRun.completed(1_000, 10);
        var points = new ArrayList<Point>();
        double responses = 0;
        for (int i = 0; i <= 60; i++) {
            points.add(new Point(3 * SECOND + i * SECOND / 4, responses));
            responses += rate.applyAsDouble(i) / 4;
        }
        var load = like.load();
        return SampleRun.completed(
                like.warmUp(),
                LoadResults.of(
                        new Window(3 * SECOND, 18 * SECOND),
                        load.counts(),
                        load.connections(),
                        load.generator(),
                        load.intervals()),
                like.unloaded(),
                List.<Observation>of(new Series("load", MetricId.LOAD_RESPONSES, points)));
    }

    private static Analysis analysis(IntToDoubleFunction pool, IntToDoubleFunction virtual) {
        return analysis(SampleRun.experiment(JUMPS), pool, virtual);
    }

    private static Analysis analysis(
            Experiment experiment, IntToDoubleFunction pool, IntToDoubleFunction virtual) {
        var manifest = SampleRun.manifest(experiment);
        var results = new ArrayList<TrialResult>();
        for (var trial : manifest.plan()) {
            results.add(
                    SampleRun.result(
                            trial, trial(trial.variant().equals(SampleRun.POOL) ? pool : virtual)));
        }
        return Analysis.of(manifest, results);
    }

    private static double steps(int i, int slowQuarters) {
        return i < 20 ? 100 : i < 20 + slowQuarters ? 400 : 1_000;
    }

    @Test
    void each_variant_has_the_time_from_the_jump_to_the_new_level() {
        var variants = analysis(i -> steps(i, 8), i -> steps(i, 0)).variants();

        var pool = variants.getFirst().diagnostics().rampUp().orElseThrow();
        assertThat(pool.meanNanos()).isEqualTo(2.0 * SECOND); // 8 quarters of a second
        assertThat(pool.step().to()).isEqualTo(1_000);
        assertThat(pool.trials()).isEqualTo(3);
        // half a quarter of a second by sqrt(3)
        assertThat(pool.interval().orElseThrow().high())
                .isCloseTo(2.0 * SECOND + 72_168_784, within(1.0));
        assertThat(variants.get(1).diagnostics().rampUp().orElseThrow().meanNanos())
                .isEqualTo(0.25 * SECOND); // at once: within the first of them
    }

    /// Neighbours differ by 160 in half of the steps: their noise, 1.4826 * 160 / sqrt(2), is above
    /// 5 % of 1,000, and that of means of two is 0. So times are whole halves of a second: each is
    /// known to a quarter to either side, and the mean of three to 0.25 s / sqrt(3).
    @Test
    void a_ramp_up_is_known_to_as_many_values_as_were_merged() {
        var variants = analysis(i -> noisy(i, 8), i -> noisy(i, 0)).variants();

        var pool = variants.getFirst().diagnostics().rampUp().orElseThrow();
        assertThat(pool.meanNanos()).isEqualTo(2.0 * SECOND);
        assertThat(pool.interval().orElseThrow().high())
                .isCloseTo(2.0 * SECOND + 144_337_567, within(1.0));
        assertThat(variants.get(1).diagnostics().rampUp().orElseThrow().meanNanos())
                .isEqualTo(0.5 * SECOND);
    }

    private static double noisy(int i, int slowQuarters) {
        return steps(i, slowQuarters) + (i % 4 == 0 || i % 4 == 3 ? 80 : -80);
    }

    @Test
    void a_trial_that_did_not_settle_counts_its_full_time_and_is_a_finding() {
        var analysis = analysis(RampUpTest::unsettled, i -> steps(i, 0));

        assertThat(analysis.variants().getFirst().diagnostics().rampUp().orElseThrow().meanNanos())
                .isEqualTo(10.0 * SECOND);
        assertThat(analysis.findings()).contains(new NotRampedUp(SampleRun.POOL, 3, 3, 10));
    }

    /// It rises until 3.75 s before the end of the window.
    private static double unsettled(int i) {
        return i < 20 ? 100 : i < 55 ? 10 * i : 900;
    }

    /// All trials of both variants count 10 s, so that they seem to agree.
    @Test
    void lower_bounds_that_agree_decide_nothing() {
        var below =
                new Claim(
                        "below 12s",
                        SampleRun.POOL,
                        Metric.RAMP_UP,
                        new Claim.Relation.Below(),
                        new Claim.Target.FixedValue(12.0 * SECOND));
        for (var claims : List.of(List.<Claim>of(), List.of(below))) {
            var analysis = analysis(byRampUp(claims), RampUpTest::unsettled, RampUpTest::unsettled);
            assertThat(analysis.findings(Severity.INVALID))
                    .contains(new NotRampedUp(SampleRun.POOL, 3, 3, 10));
            assertThat(analysis.valid()).isFalse();
            assertThat(analysis.variants().get(1).verdict()).isInstanceOf(Verdict.Invalid.class);
        }
        assertThat(new NotRampedUp(SampleRun.POOL, 3, 3, 10).affects(below)).isTrue();
    }

    private static Experiment byRampUp(List<Claim> claims) {
        var like = SampleRun.experiment(JUMPS);
        var phases =
                new Phases(
                        like.phases().warmUpMin(),
                        like.phases().warmUpMax(),
                        Duration.ofSeconds(15));
        return like.withScenario(new Scenario(JUMPS, like.traffic(), phases))
                .withCriteria(new Criteria(Metric.RAMP_UP, like.margin(), claims));
    }

    @Test
    void a_run_that_another_metric_decides_is_not_affected() {
        var analysis = analysis(RampUpTest::unsettled, i -> steps(i, 0));
        assertThat(analysis.severity(new NotRampedUp(SampleRun.POOL, 3, 3, 10)))
                .isEqualTo(Severity.NOTE);
    }

    @Test
    void a_load_that_never_jumps_has_no_ramp_up() {
        assertThat(Analysis.of(SampleRun.manifest(), SampleRun.trials()).variants())
                .allMatch(v -> v.diagnostics().rampUp().isEmpty());
    }
}
