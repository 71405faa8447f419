package dev.loombench.analysis.validity;

import static dev.loombench.ChangedSampleRun.SECOND;
import static dev.loombench.ChangedSampleRun.findings;
import static dev.loombench.ChangedSampleRun.grown;
import static dev.loombench.ChangedSampleRun.like;
import static dev.loombench.ChangedSampleRun.paused;
import static dev.loombench.ChangedSampleRun.results;
import static dev.loombench.ChangedSampleRun.seen;
import static dev.loombench.ChangedSampleRun.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.analysis.validity.JvmFinding.CompilersStarved;
import dev.loombench.analysis.validity.JvmFinding.PausedByCollector;
import dev.loombench.analysis.validity.JvmFinding.StillCompiling;
import dev.loombench.result.MetricId;
import dev.loombench.result.Observation.Event;
import dev.loombench.result.Observation.Series;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.UnloadedResponse;
import dev.loombench.spec.Metric;
import dev.loombench.spec.load.LoadModel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The conditions that raise findings about compilers and collectors.
///
/// The sample's window is the two seconds from 3 s to 5 s, on two processors; its server uses 100
/// µs per request.
class JvmFindingTest {
    @Test
    void only_pauses_within_the_window_count() {
        // 0.5 s before the window and 0.5 s within it: a quarter
        var pause = new Event(5 * SECOND / 2, SECOND, "Pause Full");
        assertThat(with(t -> paused(t, pause)))
                .contains(new PausedByCollector(SampleRun.POOL, 0.25));
    }

    @Test
    void where_cpu_counts_compiling_is_compared_with_the_cpu_used() {
        var cpu = like(new LoadModel.Closed(400, Duration.ZERO), Metric.CPU_PER_REQUEST);
        // 2,000 responses of 100 µs are 0.2 s.
        assertThat(findings(cpu, _ -> compiled(0.018))).noneMatch(JvmFindingTest::compiling);
        assertThat(findings(cpu, _ -> compiled(0.03)))
                .filteredOn(JvmFindingTest::compiling)
                .singleElement()
                .matches(f -> f.severity() == Severity.NOTE);
        assertThat(findings(cpu, _ -> compiled(0.08)))
                .filteredOn(JvmFindingTest::compiling)
                .singleElement()
                .matches(f -> f.severity() == Severity.INVALID);
        // the severity is that of each variant
        assertThat(findings(cpu, t -> compiled(t.variant().equals(SampleRun.POOL) ? 0.08 : 0.03)))
                .filteredOn(JvmFindingTest::compiling)
                .extracting(Finding::severity, Finding::variants)
                .containsExactly(
                        tuple(Severity.INVALID, List.of(SampleRun.POOL)),
                        tuple(Severity.NOTE, List.of(SampleRun.VIRTUAL)));
    }

    /// 400 users wait for 2,000 responses in two seconds; 30 % of 0.2 s are 0.06 s.
    @Test
    void
            elsewhere_much_compiling_is_a_note_and_makes_the_cpu_per_request_of_the_scorecard_invalid() {
        assertThat(with(_ -> compiled(0.05))).noneMatch(JvmFindingTest::compiling);
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
                .extracting(Finding::variants)
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
                new Completed(
                        bound.warmUp(),
                        bound.load(),
                        Optional.of(new UnloadedResponse(3, 1e6, 1e6, 0)),
                        bound.observations());
        assertThat(with(_ -> quick))
                .contains(
                        new StillCompiling(List.of(SampleRun.POOL, SampleRun.VIRTUAL), 0.5, false));
    }

    /// In a window of two seconds they ran for 0.2 s, and waited for 1.8 s or for 0.2 s.
    @Test
    void compilers_that_wait_for_a_processor_are_starved() {
        var starved = SampleRun.completed(1_000, 400);
        assertThat(with(_ -> seen(seen(starved, ran(0.2)), waited(1.8))))
                .contains(new CompilersStarved(List.of(SampleRun.POOL, SampleRun.VIRTUAL), 0.9));
        assertThat(with(_ -> seen(seen(starved, ran(0.2)), waited(0.2))))
                .noneMatch(CompilersStarved.class::isInstance);
        // 5 % of the window: their work is done.
        assertThat(with(_ -> seen(seen(starved, ran(0.01)), waited(0.09))))
                .noneMatch(CompilersStarved.class::isInstance);
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

    private static boolean compiling(Finding finding) {
        return finding instanceof StillCompiling;
    }
}
