package dev.loombench.analysis.validity.stationarity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.SampleWindow;
import dev.loombench.analysis.Analysis;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Claim.Relation;
import dev.loombench.experiment.Criteria;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.TrialCount;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.LoadResults;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowDriftTest {
    /// CPU per request in µs, as it was seen on a server that was called steady.
    private static final double[] WARMING = {828, 703, 798, 530, 688, 356, 360, 289, 298, 246};

    private static final Claim FIXED =
            new Claim(
                    "fixed",
                    SampleRun.VIRTUAL,
                    Metric.CPU_PER_REQUEST,
                    new Relation.Below(),
                    new Claim.Target.FixedValue(1e9));

    private static final Variant THIRD =
            Variant.of("jetty", "virtual", Threading.VIRTUAL, Map.of());

    @Test
    void a_drift_of_the_metric_that_decides_makes_the_result_invalid() {
        var drifts =
                drifts(Metric.CPU_PER_REQUEST, _ -> SampleWindow.of(s -> WARMING[s], _ -> 100));
        assertThat(drifts).hasSize(2).allMatch(d -> d.severity() == Severity.INVALID);
        assertThat(drifts.getFirst().affects(Metric.CPU_PER_REQUEST)).isTrue();
        assertThat(drifts.getFirst().affects(Metric.THROUGHPUT)).isFalse();
    }

    @Test
    void a_drift_of_cpu_per_request_concerns_instructions_too() {
        var drifts =
                drifts(
                        Metric.INSTRUCTIONS_PER_REQUEST,
                        _ -> SampleWindow.of(s -> WARMING[s], _ -> 100));
        assertThat(drifts).hasSize(2).allMatch(d -> d.severity() == Severity.INVALID);
        assertThat(drifts.getFirst().affects(Metric.CYCLES_PER_REQUEST)).isTrue();
    }

    @Test
    void a_drift_of_another_metric_is_a_note() {
        assertThat(drifts(Metric.THROUGHPUT, _ -> SampleWindow.of(s -> WARMING[s], _ -> 100)))
                .hasSize(2)
                .allMatch(d -> d.severity() == Severity.NOTE);
    }

    /// 3 % from the first to the last second; a change in one of three trials; both directions;
    /// changes that differ by more than their mean explains.
    @Test
    void small_and_inconsistent_changes_are_none() {
        assertThat(
                        drifts(
                                Metric.CPU_PER_REQUEST,
                                _ -> SampleWindow.of(s -> 100 - s * 0.3, _ -> 100)))
                .isEmpty();
        assertThat(
                        drifts(
                                Metric.CPU_PER_REQUEST,
                                t -> SampleWindow.of(falling(t, 40, 0, 0), _ -> 100)))
                .isEmpty();
        assertThat(
                        drifts(
                                Metric.CPU_PER_REQUEST,
                                t -> SampleWindow.of(falling(t, 30, 30, -20), _ -> 100)))
                .isEmpty();
        assertThat(
                        drifts(
                                Metric.CPU_PER_REQUEST,
                                t -> SampleWindow.of(falling(t, 40, 20, 5), _ -> 100)))
                .isEmpty();
        assertThat(
                        drifts(
                                Metric.CPU_PER_REQUEST,
                                t -> SampleWindow.of(falling(t, 30, 25, 20), _ -> 100)))
                .hasSize(2);
    }

    /// Two variants of three trials whose changes have no mean. Alike noisy: a finding in 1 % of
    /// runs; where one has no noise beyond the limit of a change: in half as many.
    @ParameterizedTest
    @CsvSource({"0.3, 0.3, 0.01", "0.9, 0.3, 0.01", "0.3, 0.03, 0.005"})
    void changes_by_chance_are_found_at_the_stated_rate(
            double oneDeviation, double otherDeviation, double rate) {
        int runs = 10_000;
        var random = new Random(1);
        int found = 0;
        for (int i = 0; i < runs; i++) {
            var changes =
                    Map.of(
                            "one", changes(3, 0, oneDeviation, random),
                            "other", changes(3, 0, otherDeviation, random));
            found += WindowDrifts.drifting(changes, 0.99, WindowDrifts.LIMIT).isEmpty() ? 0 : 1;
        }
        if ("long".equals(System.getProperty("loombench.proof"))) {
            System.out.printf(
                    Locale.ROOT,
                    "| no drift, spread of the change %.2f and %.2f | 3 trials | runs with window-drift: %.2f %% |%n",
                    oneDeviation,
                    otherDeviation,
                    100.0 * found / runs);
        }
        assertThat(found / (double) runs).isBetween(0.6 * rate, 1.3 * rate);
    }

    /// 10 % with a noise of 2 %, beside a variant with as much noise and one with ten times as
    /// much.
    @ParameterizedTest
    @CsvSource({"3, 0.02, 0.22, 0.38", "3, 0.2, 0.22, 0.38", "5, 0.02, 0.97, 1", "5, 0.2, 0.97, 1"})
    void a_change_is_found_whatever_the_noise_of_other_variants(
            int trials, double otherDeviation, double least, double most) {
        int runs = 1_000;
        var random = new Random(1);
        int found = 0;
        for (int i = 0; i < runs; i++) {
            var changes =
                    Map.of(
                            "one", changes(trials, Math.log(1.1), 0.02, random),
                            "other", changes(trials, 0, otherDeviation, random));
            found +=
                    WindowDrifts.drifting(changes, 0.99, WindowDrifts.LIMIT).contains("one")
                            ? 1
                            : 0;
        }
        assertThat(found / (double) runs).isBetween(least, most);
    }

    private static Map<Integer, Double> changes(
            int trials, double mean, double deviation, Random random) {
        return IntStream.rangeClosed(1, trials)
                .boxed()
                .collect(
                        Collectors.toMap(
                                block -> block, _ -> mean + deviation * random.nextGaussian()));
    }

    /// As with windows of 300 ms, of which no second and no sample of memory is known.
    @Test
    void a_metric_that_no_window_has_does_not_drift() {
        var trial = SampleWindow.of(_ -> 100, _ -> 100);
        var without =
                SampleRun.completed(
                        trial.warmUp(),
                        LoadResults.of(
                                trial.load().window(),
                                trial.load().counts(),
                                trial.load().connections(),
                                trial.load().generator(),
                                List.of()),
                        trial.unloaded(),
                        List.of());
        assertThat(drifts(SampleRun.manifest(SampleRun.experiment()), _ -> without)).isEmpty();
    }

    /// One trial per variant: 30 % in a straight line, and as much in one second alone.
    @Test
    void a_single_trial_drifts_by_the_line_through_its_window() {
        var manifest = SampleRun.manifest(SampleRun.experiment().withTrials(TrialCount.exactly(1)));
        assertThat(
                        drifts(
                                manifest,
                                _ -> SampleWindow.of(s -> 100 - 3 * s, s -> s == 9 ? 200 : 100)))
                .extracting(WindowDrift::metric, WindowDrift::trials)
                .containsExactly(
                        tuple(Metric.CPU_PER_REQUEST, 1), tuple(Metric.CPU_PER_REQUEST, 1));
    }

    /// Two trials per variant, whose changes differ by more than their mean explains: by 40 and 20
    /// % in straight lines, up and down, and in one of them.
    @Test
    void two_trials_drift_where_both_lines_have_the_same_direction() {
        var manifest = SampleRun.manifest(SampleRun.experiment().withTrials(TrialCount.exactly(2)));
        assertThat(drifts(manifest, t -> SampleWindow.of(falling(t, 40, 20), _ -> 100)))
                .extracting(WindowDrift::metric, WindowDrift::trials)
                .containsExactly(
                        tuple(Metric.CPU_PER_REQUEST, 2), tuple(Metric.CPU_PER_REQUEST, 2));
        assertThat(drifts(manifest, t -> SampleWindow.of(falling(t, 30, -30), _ -> 100))).isEmpty();
        assertThat(drifts(manifest, t -> SampleWindow.of(falling(t, 40, 0), _ -> 100))).isEmpty();
    }

    /// The resident set grows by a quarter in the window of one server, and shrinks in the other's.
    @Test
    void memory_that_grows_is_found_and_memory_that_shrinks_is_not() {
        var manifest = SampleRun.manifest(SampleRun.experiment());
        assertThat(
                        drifts(
                                manifest,
                                t ->
                                        withResidentSet(
                                                t.variant().equals(SampleRun.POOL)
                                                        ? second -> 100 + 2.5 * second
                                                        : second -> 100 - 2.5 * second)))
                .singleElement()
                .satisfies(d -> {
                    assertThat(d.kind()).isEqualTo(WindowDrift.MEMORY);
                    assertThat(d.variant()).isEqualTo(SampleRun.POOL);
                    // 122.5 in the last third, 107.5 in the first
                    assertThat(d.ratio()).isCloseTo(122.5 / 107.5, within(1e-6));
                    assertThat(d.severity()).isEqualTo(Severity.INFORMATION);
                    assertThat(d.invalidates(Metric.PEAK_RSS, SampleRun.VIRTUAL, SampleRun.POOL))
                            .isTrue();
                });
    }

    private static Completed withResidentSet(IntToDoubleFunction bytes) {
        var trial = SampleWindow.of(_ -> 100, _ -> 100);
        var points =
                IntStream.range(0, SampleWindow.SECONDS)
                        .mapToObj(s -> new Point(s * 1_000_000_000L, bytes.applyAsDouble(s)))
                        .toList();
        var observations = new ArrayList<>(trial.observations());
        observations.add(new Series("proc", MetricId.PROCESS_RSS, points));
        return SampleRun.completed(trial.warmUp(), trial.load(), trial.unloaded(), observations);
    }

    /// Both fall by 30 % within their windows.
    @Test
    void a_ratio_within_interleaved_blocks_is_not_affected_by_what_both_have_in_common() {
        var drifts = interleaved(List.of(SampleRun.CHEAPER, FIXED), t -> falling(t, 30, 30, 30));
        assertThat(drifts)
                .extracting(WindowDrift::alike)
                .containsExactly(List.of(SampleRun.POOL), List.of(SampleRun.VIRTUAL));
        assertThat(drifts)
                .allSatisfy(d -> {
                    assertThat(d.affects(SampleRun.CHEAPER)).isFalse();
                    assertThat(invalidates(d, SampleRun.VIRTUAL, SampleRun.POOL)).isFalse();
                    // with itself in another run
                    assertThat(invalidates(d, d.variant(), d.variant())).isTrue();
                })
                .extracting(WindowDrift::severity)
                .containsExactly(Severity.INVALID, Severity.NOTE); // the first by its fixed value
        assertThat(drifts.getFirst().affects(FIXED)).isTrue();
        assertThat(interleaved(List.of(), t -> falling(t, 30, 30, 30)))
                .hasSize(2)
                .allMatch(d -> d.severity() == Severity.NOTE);
    }

    /// One falls by 30 %, and the other by none.
    @Test
    void a_ratio_within_interleaved_blocks_that_drifts_is_invalid() {
        for (var claims : List.of(List.<Claim>of(), List.of(SampleRun.CHEAPER))) {
            assertThat(
                            interleaved(
                                    claims,
                                    t ->
                                            t.variant().equals(SampleRun.POOL)
                                                    ? falling(t, 30, 30, 30)
                                                    : _ -> 100))
                    .singleElement()
                    .satisfies(d -> {
                        assertThat(d.variant()).isEqualTo(SampleRun.POOL);
                        assertThat(d.alike()).isEmpty();
                        assertThat(d.affects(SampleRun.CHEAPER)).isTrue();
                        assertThat(invalidates(d, SampleRun.VIRTUAL, SampleRun.POOL)).isTrue();
                        assertThat(invalidates(d, SampleRun.POOL, SampleRun.VIRTUAL)).isTrue();
                        assertThat(invalidates(d, SampleRun.VIRTUAL, SampleRun.VIRTUAL)).isFalse();
                        assertThat(d.severity()).isEqualTo(Severity.INVALID);
                    });
        }
    }

    /// One falls by 6 %, and the other rises by it: 4 % each between the middles of the outer
    /// thirds.
    @Test
    void a_ratio_within_interleaved_blocks_drifts_where_neither_variant_does() {
        var drifts =
                interleaved(
                        List.of(SampleRun.CHEAPER),
                        t ->
                                t.variant().equals(SampleRun.POOL)
                                        ? falling(t, 6, 6, 6)
                                        : falling(t, -6, -6, -6));
        assertThat(drifts)
                .hasSize(2)
                .allSatisfy(d -> {
                    assertThat(Math.abs(Math.log(d.ratio()))).isLessThan(Math.log(1.05));
                    assertThat(d.alike()).isEmpty();
                    assertThat(d.apart()).hasSize(1);
                    assertThat(d.severity()).isEqualTo(Severity.INVALID);
                });
    }

    /// The same beside a third that changes as the second: only the first is apart from both.
    @Test
    void of_three_variants_the_odd_one_is_named() {
        var like = withThird();
        var experiment =
                like.withCriteria(new Criteria(Metric.CPU_PER_REQUEST, like.margin(), List.of()));
        assertThat(
                        drifts(
                                SampleRun.interleaved(experiment),
                                t ->
                                        SampleWindow.of(
                                                t.variant().equals(SampleRun.POOL)
                                                        ? falling(t, 6, 6, 6)
                                                        : falling(t, -6, -6, -6),
                                                _ -> 100)))
                .singleElement()
                .satisfies(d -> {
                    assertThat(d.variant()).isEqualTo(SampleRun.POOL);
                    assertThat(d.apart()).containsExactly(SampleRun.VIRTUAL, THIRD.name());
                    assertThat(invalidates(d, SampleRun.VIRTUAL, SampleRun.POOL)).isTrue();
                    assertThat(invalidates(d, SampleRun.VIRTUAL, THIRD.name())).isFalse();
                });
    }

    /// That of two grows by 3.5 %, and that of the first shrinks by 4 %, which is no finding.
    @Test
    void of_three_variants_those_whose_memory_grows_apart_are_named() {
        assertThat(
                        drifts(
                                SampleRun.interleaved(withThird()),
                                t ->
                                        withResidentSet(
                                                t.variant().equals(SampleRun.POOL)
                                                        ? second -> 100 - 0.6 * second
                                                        : second -> 100 + 0.6 * second)))
                .allSatisfy(d -> {
                    assertThat(d.kind()).isEqualTo(WindowDrift.MEMORY);
                    assertThat(d.apart()).containsExactly(SampleRun.POOL);
                })
                .extracting(WindowDrift::variant)
                .containsExactly(SampleRun.VIRTUAL, THIRD.name());
    }

    private static Experiment withThird() {
        var like = SampleRun.experiment();
        var variants = new ArrayList<>(like.variants());
        variants.add(THIRD);
        return like.withVariants(variants);
    }

    private static boolean invalidates(WindowDrift drift, String variant, String other) {
        assertThat(drift.invalidates(Metric.THROUGHPUT, variant, other)).isFalse();
        return drift.invalidates(Metric.CPU_PER_REQUEST, variant, other);
    }

    private static List<WindowDrift> interleaved(
            List<Claim> claims, Function<Trial, IntToDoubleFunction> cpu) {
        var like = SampleRun.experiment();
        var experiment =
                like.withCriteria(new Criteria(Metric.CPU_PER_REQUEST, like.margin(), claims));
        return drifts(
                SampleRun.interleaved(experiment),
                trial -> SampleWindow.of(cpu.apply(trial), _ -> 100));
    }

    /// @param percent by which CPU per request falls within the window, for each block
    private static IntToDoubleFunction falling(Trial trial, int... percent) {
        return second -> 100 - percent[trial.block() - 1] * second / (double) SampleWindow.SECONDS;
    }

    private static List<WindowDrift> drifts(Metric metric, Function<Trial, Completed> outcome) {
        var like = SampleRun.experiment();
        var experiment = like.withCriteria(new Criteria(metric, like.margin(), List.of()));
        return drifts(SampleRun.manifest(experiment), outcome);
    }

    private static List<WindowDrift> drifts(
            RunManifest manifest, Function<Trial, Completed> outcome) {
        var results =
                manifest.plan().stream().map(t -> SampleRun.result(t, outcome.apply(t))).toList();
        return Analysis.of(manifest, results).findings().stream()
                .filter(WindowDrift.class::isInstance)
                .map(WindowDrift.class::cast)
                .toList();
    }
}
