package dev.loombench.analysis;

import static dev.loombench.ChangedSampleRun.UNLOADED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.bottleneck.Bound;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding.LittlesLawBroken;
import dev.loombench.analysis.validity.evidence.EvidenceMissing;
import dev.loombench.analysis.validity.evidence.TrialsFailed;
import dev.loombench.analysis.validity.generator.GeneratorSaturated;
import dev.loombench.analysis.validity.generator.GeneratorStarved;
import dev.loombench.analysis.validity.load.ConnectionsNotAchieved;
import dev.loombench.analysis.validity.load.Errors;
import dev.loombench.analysis.validity.machine.SharedMachine;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResults;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.result.Steadiness;
import dev.loombench.result.Steadiness.State;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialResult;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfileParser;
import dev.loombench.traffic.ThinkTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class AnalysisTest {
    @Test
    void a_variant_with_four_times_the_throughput_is_better() {
        var analysis = Analysis.of(SampleRun.manifest(), SampleRun.trials());
        var virtual = analysis.variants().get(1);
        assertThat(virtual.verdict()).isInstanceOf(Verdict.Better.class);
        assertThat(((Verdict.Better) virtual.verdict()).ratio().point()).isCloseTo(4, within(1e-9));
        assertThat(analysis.valid()).isTrue();
        assertThat(analysis.decided()).isTrue();
    }

    static Steadiness throughput(State state) {
        return state == State.STEADY
                ? Steadiness.steadyAfter(Metric.THROUGHPUT, 1)
                : Steadiness.not(Metric.THROUGHPUT, state);
    }

    @Test
    void figures_match_those_worked_out_by_hand() {
        var pool = Analysis.of(SampleRun.manifest(), SampleRun.trials()).variants().getFirst();
        assertThat(pool.throughput().mean()).isCloseTo(1_000, within(1e-9));
        assertThat(pool.latency().responseTime().getTotalCount())
                .isEqualTo(2 * (995 + 1_000 + 1_005));
        assertThat(pool.latency().responseTime().getValueAtPercentile(99))
                .isCloseTo(400_000_000, within(400_000L));
        assertThat(pool.cost().cpuPerRequest()).hasValueCloseTo(100_000.0, within(1e-6));
        assertThat(pool.cost().generatorCpuPerRequest()).hasValueCloseTo(10_000.0, within(1e-6));
        assertThat(pool.cost().peakRss()).hasValue(182 << 20);
        assertThat(pool.cost().threads()).hasValue(23);
        assertThat(pool.latency().unloadedNanos()).hasValue(100e6);
    }

    /// As their ratios are ratios of means: 182 MiB in the first of three trials, then 282 and 382.
    @Test
    void peak_memory_is_the_mean_of_the_trials() {
        var trials =
                SampleRun.trials().stream()
                        .map(t ->
                                SampleRun.result(
                                        t.trial(),
                                        withPeak(
                                                (Completed) t.outcome(),
                                                82 + 100L * t.trial().block())))
                        .toList();
        var pool = Analysis.of(SampleRun.manifest(), trials).variants().getFirst();
        assertThat(pool.cost().peakRss()).hasValueCloseTo((double) (282L << 20), within(1.0));
    }

    private static Completed withPeak(Completed trial, long mebibytes) {
        var observations = new ArrayList<Observation>();
        for (var observation : trial.observations()) {
            boolean isPeak =
                    observation instanceof Series s && s.metric() == MetricId.PROCESS_RSS_PEAK;
            if (!isPeak) {
                observations.add(observation);
            }
        }
        var points = List.of(new Point(4_000_000_000L, mebibytes << 20));
        observations.add(new Series("proc", MetricId.PROCESS_RSS_PEAK, points));
        return SampleRun.completed(trial.warmUp(), trial.load(), trial.unloaded(), observations);
    }

    @Test
    void pool_and_users_bound_by_littles_law() {
        var variants = Analysis.of(SampleRun.manifest(), SampleRun.trials()).variants();
        var pool = variants.get(0).bottleneck();
        assertThat(pool.bounds().getFirst()).isEqualTo(new Bound.Pool(100, UNLOADED));
        assertThat(pool.bounds().getFirst().maxThroughput()).isCloseTo(1_000, within(1e-6));
        assertThat(pool.explainsThroughput()).isTrue();
        var virtual = variants.get(1).bottleneck();
        assertThat(virtual.bounds().getFirst()).isEqualTo(new Bound.Users(400, UNLOADED, 0));
        assertThat(virtual.explainsThroughput()).isTrue();
    }

    @Test
    void equal_figures_are_equivalent() {
        var same =
                SampleRun.manifest().plan().stream()
                        .map(t ->
                                SampleRun.result(t, SampleRun.completed(995 + 5 * t.block(), 400)))
                        .toList();
        var second = Analysis.of(SampleRun.manifest(), same).variants().get(1);
        assertThat(second.verdict()).isInstanceOf(Verdict.NoDifference.class);
    }

    @Test
    void a_wide_interval_is_undecided_and_forecasts_the_trials_needed() {
        var noisy =
                SampleRun.manifest().plan().stream()
                        .map(t ->
                                SampleRun.result(
                                        t,
                                        SampleRun.completed(
                                                t.variant().equals(SampleRun.POOL)
                                                        ? 1_000
                                                        : 800 + 200 * (t.block() % 3),
                                                400)))
                        .toList();
        var analysis = Analysis.of(SampleRun.manifest(), noisy);
        assertThat(analysis.variants().get(1).verdict())
                .isInstanceOfSatisfying(
                        Verdict.Undecided.class,
                        u -> assertThat(u.needed().low()).isGreaterThan(3));
        assertThat(analysis.decided()).isFalse();
    }

    @Test
    void trials_that_differ_too_much_have_no_throughput_interval() {
        var results =
                SampleRun.manifest().plan().stream()
                        .map(t ->
                                SampleRun.result(
                                        t, SampleRun.completed(t.block() == 1 ? 10 : 1_000, 400)))
                        .toList();
        // 670 ± 4.30 * 572 / sqrt(3): from -750 to 2,090
        assertThat(Analysis.of(SampleRun.manifest(), results).variants())
                .allMatch(v -> v.throughput().interval().isEmpty());
    }

    @Test
    void a_variant_without_a_completed_trial_makes_the_run_invalid() {
        var results = new ArrayList<TrialResult>();
        for (Trial trial : SampleRun.manifest().plan()) {
            results.add(
                    trial.variant().equals(SampleRun.POOL)
                            ? SampleRun.result(trial, SampleRun.completed(1_000, 400))
                            : SampleRun.result(trial, new Failed("launch", "it died", List.of())));
        }
        var analysis = Analysis.of(SampleRun.manifest(), results);
        assertThat(analysis.valid()).isFalse();
        assertThat(analysis.variants().get(1).verdict()).isInstanceOf(Verdict.NoEvidence.class);
        assertThat(analysis.findings())
                .contains(new TrialsFailed(SampleRun.VIRTUAL, 3, 3, "launch: it died"));
    }

    @Test
    void a_clean_run_has_only_notes() {
        assertThat(Analysis.of(SampleRun.manifest(), SampleRun.trials()).findings())
                .allMatch(f -> f.severity() != Severity.INVALID)
                .contains(new SharedMachine(2));
    }

    @Test
    void each_invalid_finding_makes_the_result_invalid() {
        assertThat(findings(SampleRun.completed(1_000, 400, Map.of(), 300, 0.2)))
                .contains(new ConnectionsNotAchieved(SampleRun.POOL, 400, 300, 0, 0, 2_000));
        assertThat(findings(SampleRun.completed(1_000, 400, Map.of(), 400, 0.9375)))
                .contains(new GeneratorSaturated(SampleRun.POOL, 0.9375, 0.9375, 3, 3));
        assertThat(findings(SampleRun.completed(1_000, 400, Map.of("timeout", 1_000L), 400, 0.2)))
                .anySatisfy(f -> {
                    assertThat(f).isInstanceOf(Errors.class);
                    assertThat(f.text().message()).contains("timeout").contains("33.33 %");
                });
        // 1,000/s x 200 ms accounts for 200 of the 400 users
        assertThat(findings(SampleRun.completed(1_000, 200)))
                .anySatisfy(f -> assertThat(f).isInstanceOf(LittlesLawBroken.class));
    }

    /// 400 users and 1,000/s x 200 ms: half of them are missing, unless their number was rising.
    @Test
    void littles_law_is_checked_for_a_constant_load_only() {
        var rising = LoadProfileParser.ofUsers(400).line("0..400/2s");
        var experiment = SampleRun.experiment(new LoadModel.Closed(rising, ThinkTime.NONE));
        var results =
                SampleRun.manifest(experiment).plan().stream()
                        .map(t -> SampleRun.result(t, SampleRun.completed(1_000, 200)))
                        .toList();
        assertThat(Analysis.of(SampleRun.manifest(experiment), results).findings())
                .noneMatch(f -> f instanceof LittlesLawBroken);
    }

    /// 0 to 400 users within the 2 s of the window: 200 on average.
    @Test
    void a_changing_load_bounds_by_its_mean() {
        var rising = LoadProfileParser.ofUsers(400).line("0..400/2s");
        var experiment = SampleRun.experiment(new LoadModel.Closed(rising, ThinkTime.NONE));
        var results =
                SampleRun.manifest(experiment).plan().stream()
                        .map(t -> SampleRun.result(t, SampleRun.completed(1_000, 200)))
                        .toList();
        var virtual = Analysis.of(SampleRun.manifest(experiment), results).variants().get(1);
        assertThat(virtual.bottleneck().bounds()).contains(new Bound.Users(200, UNLOADED, 0));
    }

    @Test
    void a_starved_generator_is_a_note_and_from_half_the_window_on_invalid() {
        var byTheClock = SampleRun.experiment(new LoadModel.Open(1_000, Arrival.CONSTANT, 400));
        assertThat(severity(byTheClock, 0.09)).isEmpty();
        assertThat(severity(byTheClock, 0.2)).contains(Severity.NOTE);
        assertThat(severity(byTheClock, 0.6)).contains(Severity.INVALID);
    }

    /// Users that wait for the generator send fewer requests: response times are affected, and
    /// throughput results from sharing the processors.
    @Test
    void a_starved_generator_is_a_note_where_throughput_counts() {
        assertThat(severity(SampleRun.experiment(), 0.6)).contains(Severity.NOTE);
        assertThat(severity(SampleRun.experiment(), 0.4)).isEmpty();
        var p99 =
                List.of(
                        new Claim(
                                "tomcat virtual p99 below 1s",
                                SampleRun.VIRTUAL,
                                Metric.P99,
                                new Claim.Relation.Below(),
                                new Claim.Target.FixedValue(1e9)));
        assertThat(severity(SampleRun.experiment(p99), 0.6)).contains(Severity.INVALID);
        assertThat(severity(SampleRun.experiment(p99), 0.4)).contains(Severity.NOTE);
    }

    private static Optional<Severity> severity(Experiment experiment, double waitShare) {
        var trial = SampleRun.completed(1_000, 400);
        var load = trial.load();
        var generator =
                new LoadResult.Generator(
                        "io_uring",
                        "",
                        "exact",
                        OptionalLong.empty(),
                        1,
                        load.generator().cpuNanos(),
                        0.2,
                        OptionalLong.of(5),
                        OptionalDouble.of(waitShare),
                        load.generator().sendLag(),
                        load.generator().stalls());
        var starved =
                SampleRun.completed(
                        trial.warmUp(),
                        LoadResults.of(
                                load.window(),
                                load.counts(),
                                load.connections(),
                                generator,
                                load.intervals()),
                        trial.unloaded(),
                        trial.observations());
        var results =
                SampleRun.manifest(experiment).plan().stream()
                        .map(t -> SampleRun.result(t, starved))
                        .toList();
        return Analysis.of(SampleRun.manifest(experiment), results).findings().stream()
                .filter(f -> f instanceof GeneratorStarved)
                .map(ResultFinding::severity)
                .findFirst();
    }

    /// Three trials per variant; in the first of each the JVM crashed.
    @Test
    void one_thread_dump_per_variant_is_enough() {
        var list = new ThreadDump("attach", 1, 20, 2, 0, List.of());
        assertThat(unlisted(t -> t.block() == 1 ? NO_LIST : list)).isEmpty();
        assertThat(unlisted(t -> t.variant().equals(SampleRun.POOL) ? NO_LIST : list)).hasSize(1);
    }

    private static final Unavailable NO_LIST =
            new Unavailable("attach", ThreadDump.SUBJECT, "gone");

    private static List<ResultFinding> unlisted(Function<Trial, Observation> observation) {
        var trial = SampleRun.completed(1_000, 400);
        var results =
                SampleRun.manifest().plan().stream()
                        .map(t ->
                                SampleRun.result(
                                        t,
                                        SampleRun.completed(
                                                trial.warmUp(),
                                                trial.load(),
                                                trial.unloaded(),
                                                List.of(observation.apply(t)))))
                        .toList();
        return Analysis.of(SampleRun.manifest(), results).findings().stream()
                .filter(f -> f instanceof EvidenceMissing)
                .toList();
    }

    static List<ResultFinding> findings(Completed outcome) {
        var results =
                SampleRun.manifest().plan().stream()
                        .map(t -> SampleRun.result(t, outcome))
                        .toList();
        var analysis = Analysis.of(SampleRun.manifest(), results);
        assertThat(analysis.valid()).isFalse();
        return analysis.findings();
    }
}
