package dev.loombench.analysis.validity.jvm;

import static dev.loombench.ChangedSampleRun.SECOND;
import static dev.loombench.ChangedSampleRun.findings;
import static dev.loombench.ChangedSampleRun.grown;
import static dev.loombench.ChangedSampleRun.like;
import static dev.loombench.ChangedSampleRun.paused;
import static dev.loombench.ChangedSampleRun.results;
import static dev.loombench.ChangedSampleRun.seen;
import static dev.loombench.ChangedSampleRun.severity;
import static dev.loombench.ChangedSampleRun.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.jvm.JvmFinding.CarriersPinned;
import dev.loombench.analysis.validity.jvm.JvmFinding.CompilersStarved;
import dev.loombench.analysis.validity.jvm.JvmFinding.PausedByCollector;
import dev.loombench.analysis.validity.jvm.JvmFinding.StillCompiling;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Event;
import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.observe.result.PinnedWaitGroup;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.UnloadedResponse;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The conditions that raise findings about compilers and collectors.
///
/// The sample's window is the two seconds from 3 s to 5 s, on two processors; its server uses 100
/// µs per request.
class JvmFindingTest {
    private static final RunManifest BY_CPU =
            like(new LoadModel.Closed(400, Duration.ZERO), Metric.CPU_PER_REQUEST);

    @Test
    void only_pauses_within_the_window_count() {
        // 0.5 s before the window and 0.5 s within it: a quarter
        var pause = new Event(5 * SECOND / 2, SECOND, "Pause Full");
        assertThat(with(t -> paused(t, pause)))
                .contains(new PausedByCollector(SampleRun.POOL, 0.25));
    }

    @ParameterizedTest
    @CsvSource({"190, none", "210, note"})
    void pauses_of_a_tenth_of_the_window_are_a_note(long millis, String severity) {
        var pause = new Event(4 * SECOND, millis * 1_000_000, "Pause Full");
        assertThat(severity(PausedByCollector.class, with(t -> paused(t, pause))))
                .isEqualTo(severity);
    }

    /// The window is 4 s of two carriers.
    @ParameterizedTest
    @CsvSource({"199, none", "200, note"})
    void pinned_waits_of_a_twentieth_of_the_carriers_time_are_a_note(long millis, String severity) {
        long nanos = millis * 1_000_000;
        var waits = List.of(new PinnedWaitGroup(10, nanos, List.of("dev.shop.Cache.get(line 3)")));
        var pinned = new Pinned("attach", 10, nanos, 2 * SECOND, waits);
        assertThat(severity(CarriersPinned.class, with(t -> seen(t, pinned)))).isEqualTo(severity);
    }

    /// 2,000 responses of 100 µs are 0.2 s.
    @ParameterizedTest
    @CsvSource({"0.019, none", "0.021, note", "0.058, note", "0.062, invalid"})
    void where_cpu_counts_compiling_is_compared_with_the_cpu_used(double seconds, String severity) {
        assertThat(severity(StillCompiling.class, findings(BY_CPU, _ -> compiled(seconds))))
                .isEqualTo(severity);
    }

    /// 50 %, 10 % and 10 %: 23 % in the mean, which the figure is.
    @Test
    void one_process_that_compiles_longer_counts_by_its_part() {
        assertThat(findings(BY_CPU, t -> compiled(t.block() == 2 ? 0.1 : 0.02)))
                .filteredOn(JvmFindingTest::compiling)
                .singleElement()
                .isInstanceOfSatisfying(
                        StillCompiling.class,
                        f -> {
                            assertThat(f.severity()).isEqualTo(Severity.NOTE);
                            assertThat(f.share()).isCloseTo(0.7 / 3, within(1e-9));
                        });
    }

    @ParameterizedTest
    @CsvSource({"0.058, none", "0.062, note"})
    void elsewhere_compiling_is_a_note_from_30_percent_on(double seconds, String severity) {
        assertThat(severity(StillCompiling.class, with(_ -> compiled(seconds))))
                .isEqualTo(severity);
    }

    @ParameterizedTest
    @CsvSource({"0.29, false", "0.31, true"})
    void compiling_makes_cpu_per_request_invalid_from_30_percent_on(double share, boolean invalid) {
        var compiling = new StillCompiling(List.of(SampleRun.POOL), share, false);
        assertThat(compiling.invalidates(Metric.CPU_PER_REQUEST, SampleRun.POOL, SampleRun.VIRTUAL))
                .isEqualTo(invalid);
    }

    @Test
    void the_severity_of_compiling_is_that_of_each_variant() {
        assertThat(findings(BY_CPU, _ -> compiled(0.08)))
                .filteredOn(JvmFindingTest::compiling)
                .hasSize(1);
        assertThat(
                        findings(
                                BY_CPU,
                                t -> compiled(t.variant().equals(SampleRun.POOL) ? 0.08 : 0.03)))
                .filteredOn(JvmFindingTest::compiling)
                .extracting(ResultFinding::severity, ResultFinding::variants)
                .containsExactly(
                        tuple(Severity.INVALID, List.of(SampleRun.POOL)),
                        tuple(Severity.NOTE, List.of(SampleRun.VIRTUAL)));
    }

    /// 400 users wait for 2,000 responses in two seconds; 30 % of 0.2 s are 0.06 s.
    @Test
    void
            elsewhere_much_compiling_is_a_note_and_makes_the_cpu_per_request_of_the_scorecard_invalid() {
        var manifest = SampleRun.manifest();
        var analysis =
                Analysis.of(
                        manifest,
                        results(
                                manifest,
                                t ->
                                        compiled(
                                                t.variant().equals(SampleRun.VIRTUAL)
                                                        ? 0.08
                                                        : 0.05)));
        assertThat(analysis.findings())
                .filteredOn(JvmFindingTest::compiling)
                .singleElement()
                .matches(f -> f.severity() == Severity.NOTE)
                .extracting(ResultFinding::variants)
                .isEqualTo(List.of(SampleRun.VIRTUAL));
        var scorecard = analysis.scorecard();
        assertThat(scorecard.of(SampleRun.VIRTUAL, Metric.CPU_PER_REQUEST).invalidBy())
                .get()
                .isInstanceOf(StillCompiling.class);
        assertThat(scorecard.of(SampleRun.VIRTUAL, Metric.THROUGHPUT).invalidBy()).isEmpty();
        assertThat(scorecard.of(SampleRun.POOL, Metric.CPU_PER_REQUEST).invalidBy()).isEmpty();
        assertThat(scorecard.invalidating(SampleRun.VIRTUAL, Metric.CPU_PER_REQUEST)).isPresent();
        assertThat(scorecard.invalidating(SampleRun.POOL, Metric.CPU_PER_REQUEST)).isEmpty();
    }

    /// 2 cores / (100 + 10) µs = 18,182/s.
    @Test
    void where_cpu_is_the_bound_compiling_is_a_note() {
        var bound = seen(SampleRun.completed(18_000, 22), grown(MetricId.JIT_TIME, 1.8e9));
        var quick =
                SampleRun.completed(
                        bound.warmUp(),
                        bound.load(),
                        Optional.of(new UnloadedResponse(3, 1e6, 1e6, 0)),
                        bound.observations());
        assertThat(with(_ -> quick))
                .contains(
                        new StillCompiling(List.of(SampleRun.POOL, SampleRun.VIRTUAL), 0.5, false));
    }

    /// In a window of two seconds they ran for 0.2 s, and waited for 1.8 s.
    @Test
    void compilers_that_wait_for_a_processor_are_starved() {
        assertThat(with(t -> seen(seen(t, ran(0.2)), waited(1.8))))
                .contains(new CompilersStarved(List.of(SampleRun.POOL, SampleRun.VIRTUAL), 0.9));
    }

    /// Two thirds of their 2 s; 30 % of the window are 0.6 s.
    @ParameterizedTest
    @CsvSource({"0.7, 1.3, none", "0.64, 1.36, note", "0.06, 0.52, none", "0.06, 0.56, note"})
    void compilers_without_much_work_or_with_short_waits_are_not_starved(
            double running, double waiting, String severity) {
        var found = with(t -> seen(seen(t, ran(running)), waited(waiting)));
        assertThat(severity(CompilersStarved.class, found)).isEqualTo(severity);
    }

    private static Series ran(double seconds) {
        return grown(MetricId.JIT_CPU, seconds * 1e9);
    }

    private static Series waited(double seconds) {
        return grown(MetricId.JIT_WAITED, seconds * 1e9);
    }

    private static Completed compiled(double seconds) {
        return seen(SampleRun.completed(1_000, 400), grown(MetricId.JIT_TIME, seconds * 1e9));
    }

    private static boolean compiling(ResultFinding finding) {
        return finding instanceof StillCompiling;
    }
}
