package dev.loombench.analysis.validity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.BottleneckAnalysis;
import dev.loombench.analysis.Bound;
import dev.loombench.analysis.validity.ConsistencyFinding.ClocksDisagree;
import dev.loombench.analysis.validity.ConsistencyFinding.CountsDisagree;
import dev.loombench.analysis.validity.ConsistencyFinding.LittlesLawBroken;
import dev.loombench.analysis.validity.ConsistencyFinding.OpenLittlesLawBroken;
import dev.loombench.analysis.validity.ConsistencyFinding.ServerIdle;
import dev.loombench.analysis.validity.EvidenceFinding.ConditionsDiffer;
import dev.loombench.analysis.validity.EvidenceFinding.EvidenceMissing;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.analysis.validity.GeneratorFinding.GeneratorStalled;
import dev.loombench.analysis.validity.GeneratorFinding.ScheduleLagged;
import dev.loombench.analysis.validity.JvmFinding.CompilersStarved;
import dev.loombench.analysis.validity.JvmFinding.CompilingCounted;
import dev.loombench.analysis.validity.JvmFinding.PausedByCollector;
import dev.loombench.analysis.validity.JvmFinding.StillCompiling;
import dev.loombench.analysis.validity.LoadFinding.ConnectionsClosed;
import dev.loombench.analysis.validity.LoadFinding.Errors;
import dev.loombench.analysis.validity.LoadFinding.WindowTooShort;
import dev.loombench.analysis.validity.MachineFinding.CpuContentionDuring;
import dev.loombench.analysis.validity.MachineFinding.ListenQueueOverflowed;
import dev.loombench.analysis.validity.MachineFinding.MemoryShort;
import dev.loombench.analysis.validity.MachineFinding.Retransmitted;
import dev.loombench.analysis.validity.MachineFinding.ServerStopped;
import dev.loombench.analysis.validity.MachineFinding.SharedMachine;
import dev.loombench.analysis.validity.StationarityFinding.NeverSteady;
import dev.loombench.analysis.validity.StationarityFinding.NonStationary;
import dev.loombench.analysis.validity.StationarityFinding.OutlyingTrial;
import dev.loombench.report.FindingText;
import dev.loombench.result.LoadResult;
import dev.loombench.result.LoadResult.Stalls;
import dev.loombench.result.MetricId;
import dev.loombench.result.Observation;
import dev.loombench.result.Observation.Event;
import dev.loombench.result.Observation.Events;
import dev.loombench.result.Observation.Point;
import dev.loombench.result.Observation.Series;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.result.TrialResult;
import dev.loombench.result.Window;
import dev.loombench.spec.Criteria;
import dev.loombench.spec.Metric;
import dev.loombench.spec.Scenario;
import dev.loombench.spec.Threading;
import dev.loombench.spec.Variant;
import dev.loombench.spec.load.Arrival;
import dev.loombench.spec.load.ErrorPolicy;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.stats.Trend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// The conditions that raise each finding. The sample's window is the two seconds from 3 s to 5 s,
/// on two processors; its server uses 100 µs a request.
class FindingsTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void a_clean_run_has_only_the_shared_machine_finding() {
        assertThat(Analysis.of(SampleRun.manifest(), SampleRun.trials()).findings())
                .noneMatch(f -> f.severity() == Severity.INVALID)
                .allMatch(f -> f instanceof SharedMachine || f instanceof EvidenceMissing);
    }

    @Test
    void closing_connections_every_hundred_responses_is_a_finding() {
        // 2,000 responses, 20 reconnects
        var closing = with(t -> reopened(t, 20));
        assertThat(closing).contains(new ConnectionsClosed(SampleRun.POOL, 100));
        assertThat(with(t -> reopened(t, 1))).noneMatch(ConnectionsClosed.class::isInstance);
    }

    @Test
    void one_error_in_a_thousand_is_a_note_and_more_makes_the_result_invalid() {
        assertThat(Errors.tooMany(1, 1_000)).isFalse();
        assertThat(Errors.tooMany(2, 1_000)).isTrue();
        assertThat(Errors.tooMany(0, 0)).isFalse();
    }

    /// A response of 5xx leaves the connection open; a reset is itself what closed it.
    @Test
    void error_responses_keep_connections_open_and_resets_are_not_counted_twice() {
        assertThat(with(t -> reopened(t, 20, Map.of("status-5xx", 50L))))
                .contains(new ConnectionsClosed(SampleRun.POOL, 100));
        assertThat(with(t -> reopened(t, 20, Map.of("reset", 15L, "closed-early", 5L))))
                .noneMatch(ConnectionsClosed.class::isInstance);
    }

    @Test
    void compiling_names_its_variants() {
        // 2 s of compiling in 2 s
        assertThat(with(t -> seen(t, grown(MetricId.JIT_TIME, 2e9))))
                .contains(new StillCompiling(List.of(SampleRun.POOL, SampleRun.VIRTUAL), 1));
        assertThat(with(t -> seen(t, grown(MetricId.JIT_TIME, 0.5e9))))
                .noneMatch(StillCompiling.class::isInstance);
    }

    @Test
    void cpu_contention_within_the_window_is_a_finding() {
        // Busy for 2 of 4 s; the server 2,000 x 100 µs = 0.2 s, the generator 2,000 x 10 µs.
        assertThat(with(t -> seen(t, grown(MetricId.MACHINE_CPU_BUSY, 2e9))))
                .anySatisfy(f ->
                        assertThat(f)
                                .isInstanceOfSatisfying(
                                        CpuContentionDuring.class,
                                        c -> assertThat(c.othersShare()).isEqualTo(0.445)));
        assertThat(with(t -> seen(t, grown(MetricId.MACHINE_CPU_STEAL, 0.2e9))))
                .contains(
                        new CpuContentionDuring(
                                List.of(SampleRun.POOL, SampleRun.VIRTUAL), 0, 0.05));
        assertThat(with(t -> seen(t, grown(MetricId.MACHINE_CPU_BUSY, 0.5e9))))
                .noneMatch(CpuContentionDuring.class::isInstance);
    }

    @Test
    void swapping_or_waiting_for_memory_makes_the_result_invalid() {
        assertThat(with(t -> seen(t, grown(MetricId.MACHINE_SWAPPED, 5_000))))
                .filteredOn(MemoryShort.class::isInstance)
                .singleElement()
                .matches(f -> f.severity() == Severity.INVALID);
        assertThat(with(t -> seen(t, grown(MetricId.MACHINE_MEMORY_STALLED, 0.1e9))))
                .anyMatch(MemoryShort.class::isInstance);
        assertThat(with(t -> seen(t, grown(MetricId.MACHINE_SWAPPED, 0))))
                .noneMatch(MemoryShort.class::isInstance);
    }

    /// The window is 2 s: 2 % of it are 40 ms.
    @Test
    void a_stalled_generator_is_invalid_from_2_percent_of_the_window_on() {
        var still = new Stalls(1, 100_000_000, 100_000_000, OptionalLong.of(5), 0);
        assertThat(with(t -> stalled(t, still)))
                .filteredOn(GeneratorStalled.class::isInstance)
                .hasSize(2) // in each variant
                .allMatch(f -> f.severity() == Severity.INVALID);
        var suspended = new Stalls(0, 0, 0, OptionalLong.empty(), 5 * SECOND);
        assertThat(with(t -> stalled(t, suspended)))
                .filteredOn(GeneratorStalled.class::isInstance)
                .allMatch(f -> f.severity() == Severity.INVALID)
                .first()
                .extracting(f -> FindingText.of(f).message())
                .asString()
                .endsWith("the machine was suspended for 5.0 s within the window");
        assertThat(new GeneratorStalled("a", still, 10).severity())
                .as("1 % of 10 s")
                .isEqualTo(Severity.NOTE);
        assertThat(with(t -> stalled(t, Stalls.NONE)))
                .noneMatch(GeneratorStalled.class::isInstance);
    }

    private static Completed stalled(Completed trial, Stalls stalls) {
        var load = trial.load();
        return loaded(
                trial,
                new LoadResult(
                        load.window(),
                        load.counts(),
                        load.connections(),
                        load.generator().with(stalls),
                        load.intervals()));
    }

    @Test
    void a_stopped_server_makes_the_result_invalid() {
        assertThat(with(t -> seen(t, grown(MetricId.PROCESS_STOPPED, 0.5e9))))
                .contains(new ServerStopped(SampleRun.POOL, 0.5, 2))
                .filteredOn(ServerStopped.class::isInstance)
                .allMatch(f -> f.severity() == Severity.INVALID);
        assertThat(with(t -> seen(t, grown(MetricId.PROCESS_STOPPED, 0))))
                .noneMatch(ServerStopped.class::isInstance);
    }

    @Test
    void full_listen_queues_and_retransmits_are_findings() {
        assertThat(with(t -> seen(t, grown(MetricId.NET_LISTEN_OVERFLOWS, 3))))
                .contains(new ListenQueueOverflowed(List.of(SampleRun.POOL, SampleRun.VIRTUAL), 3));
        // 20 of 2,000 responses
        assertThat(with(t -> seen(t, grown(MetricId.NET_RETRANSMITS, 20))))
                .contains(new Retransmitted(List.of(SampleRun.POOL, SampleRun.VIRTUAL), 0.01));
    }

    @Test
    void only_pauses_within_the_window_count() {
        // 0.5 s before the window and 0.5 s within it: a quarter
        var pause = new Event(5 * SECOND / 2, SECOND, "Pause Full");
        assertThat(with(t -> paused(t, pause)))
                .contains(new PausedByCollector(SampleRun.POOL, 0.25));
    }

    @Test
    void a_window_shorter_than_p99_is_invalid_and_shorter_than_four_a_note() {
        assertThat(severityOfShortWindow(2_500)).contains(Severity.INVALID);
        assertThat(severityOfShortWindow(800)).contains(Severity.NOTE);
        assertThat(severityOfShortWindow(400)).isEmpty();
    }

    private static Optional<Severity> severityOfShortWindow(int responseMillis) {
        return findings(SampleRun.manifest(), _ -> SampleRun.completed(1_000, responseMillis))
                .stream()
                .filter(WindowTooShort.class::isInstance)
                .map(Finding::severity)
                .findFirst();
    }

    @Test
    void an_idle_server_with_slow_responses_is_a_finding() {
        // 200/s in 2 s each is 400 users, and neither 100 threads nor 400 users of 100 ms bound it.
        var findings =
                findings(
                        SampleRun.manifest(),
                        _ ->
                                seen(
                                        SampleRun.completed(200, 2_000),
                                        grown(MetricId.MACHINE_CPU_BUSY, 0.2e9)));
        assertThat(findings).anyMatch(ServerIdle.class::isInstance);
        // The pool's bound accounts for its 400 ms; nothing does for those of virtual threads.
        assertThat(with(t -> seen(t, grown(MetricId.MACHINE_CPU_BUSY, 0.2e9))))
                .filteredOn(ServerIdle.class::isInstance)
                .extracting(f -> ((ServerIdle) f).variant())
                .containsExactly(SampleRun.VIRTUAL);
    }

    @Test
    void different_conditions_between_models_are_a_finding() {
        var pool = SampleRun.spec().variants().getFirst();
        var virtual = withFlags(SampleRun.spec().variants().getLast());
        assertThat(findings(manifestOf(pool, virtual), _ -> SampleRun.completed(1_000, 400)))
                .contains(new ConditionsDiffer(List.of("jvm")));
        assertThat(
                        findings(
                                manifestOf(SampleRun.spec().variants().getLast(), virtual),
                                _ -> SampleRun.completed(4_000, 100)))
                .noneMatch(ConditionsDiffer.class::isInstance);
    }

    @Test
    void a_falling_speed_within_the_window_is_a_finding() {
        var falling = findings(SampleRun.manifest(), _ -> seconds(s -> s < 7 ? 1_000 : 800));
        assertThat(falling)
                .filteredOn(NonStationary.class::isInstance)
                .hasSize(2)
                .allMatch(f -> ((NonStationary) f).trend() instanceof Trend.SlowingDown);
        assertThat(findings(SampleRun.manifest(), _ -> seconds(_ -> 1_000)))
                .noneMatch(NonStationary.class::isInstance);
    }

    @Test
    void an_outlying_trial_is_named_and_kept() {
        var five = SampleRun.manifest(SampleRun.spec(5, 5));
        var results =
                results(
                        five,
                        t -> SampleRun.completed(t.number() == 3 ? 700 : 995 + t.block(), 400));
        var analysis = Analysis.of(five, results);
        assertThat(analysis.findings())
                .filteredOn(OutlyingTrial.class::isInstance)
                .singleElement()
                .extracting(f -> ((OutlyingTrial) f).trial())
                .isEqualTo(3);
        assertThat(analysis.variants().getFirst().throughput().ofTrials()).contains(700.0);
    }

    @Test
    void held_carriers_are_the_bound_of_virtual_threads() {
        // 2 carriers held for 100 ms each
        var bounds = bounds(t -> SampleRun.completed(20, 20_000));
        assertThat(bounds.bounds().getFirst())
                .isEqualTo(new Bound.Carriers(2, 0.1, Optional.empty()));
        assertThat(bounds.explainsThroughput()).isTrue();
        assertThat(bounds(_ -> SampleRun.completed(4_000, 100)).bounds())
                .noneMatch(Bound.Carriers.class::isInstance);
    }

    @Test
    void pauses_lower_the_bound_and_the_generator_has_its_own() {
        var half = new Event(3 * SECOND, SECOND, "Pause Full");
        var bounds = bounds(_ -> paused(SampleRun.completed(2_000, 200), half));
        assertThat(bounds.bounds().getFirst())
                .isEqualTo(new Bound.Pauses(new Bound.Users(400, 0.1, 0), 0.5));
        assertThat(bounds.bounds()).contains(new Bound.Generator(1, 10e-6));
        assertThat(bounds.explainsThroughput()).isTrue();
    }

    @Test
    void a_handler_that_takes_longer_than_its_response_is_a_finding() {
        assertThat(with(t -> withHandlerStats(t, 2_000, 0.1)))
                .noneMatch(ClocksDisagree.class::isInstance)
                .noneMatch(CountsDisagree.class::isInstance);
        // 1,000/s for 0.5 s each is 500 in handlers, and 400 ms make 400 in flight.
        assertThat(with(t -> withHandlerStats(t, 2_000, 0.5)))
                .filteredOn(ClocksDisagree.class::isInstance)
                .hasSize(2)
                .first()
                .isInstanceOfSatisfying(
                        ClocksDisagree.class,
                        f -> {
                            assertThat(f.severity()).isEqualTo(Severity.INVALID);
                            assertThat(f.handlerSeconds()).isEqualTo(0.5);
                            assertThat(f.inHandlers()).isEqualTo(500);
                            assertThat(f.inFlight()).isCloseTo(400, within(1.0));
                        });
    }

    @Test
    void more_handled_requests_than_responses_are_a_finding() {
        assertThat(with(t -> withHandlerStats(t, 4_000, 0.1)))
                .contains(new CountsDisagree(SampleRun.POOL, 2_000, 1_000));
    }

    @Test
    void response_time_and_handler_time_are_separate() {
        var latency =
                bounds(_ -> withHandlerStats(SampleRun.completed(1_000, 400), 2_000, 0.1))
                        .latency();
        assertThat(latency.orElseThrow().handlerSeconds()).isEqualTo(0.1);
        assertThat(latency.orElseThrow().responseSeconds()).isCloseTo(0.4, within(0.001));
        assertThat(bounds(_ -> SampleRun.completed(1_000, 400)).latency()).isEmpty();
    }

    @Test
    void where_cpu_counts_compiling_is_compared_with_the_cpu_used() {
        var cpu = like(new LoadModel.Closed(400, Duration.ZERO), Metric.CPU_PER_REQUEST);
        // 2,000 responses of 100 µs are 0.2 s.
        assertThat(findings(cpu, _ -> compiled(0.018))).noneMatch(FindingsTest::compiling);
        assertThat(findings(cpu, _ -> compiled(0.03)))
                .filteredOn(FindingsTest::compiling)
                .singleElement()
                .matches(f -> f.severity() == Severity.NOTE);
        assertThat(findings(cpu, _ -> compiled(0.08)))
                .filteredOn(FindingsTest::compiling)
                .singleElement()
                .matches(f -> f.severity() == Severity.INVALID);
        assertThat(with(_ -> compiled(0.08))).noneMatch(FindingsTest::compiling);
        // the severity is that of each variant
        assertThat(findings(cpu, t -> compiled(t.variant().equals(SampleRun.POOL) ? 0.08 : 0.03)))
                .filteredOn(FindingsTest::compiling)
                .extracting(Finding::severity, Finding::variants)
                .containsExactly(
                        tuple(Severity.INVALID, List.of(SampleRun.POOL)),
                        tuple(Severity.NOTE, List.of(SampleRun.VIRTUAL)));
    }

    /// 2 cores / (100 + 10) µs = 18,182/s.
    @Test
    void where_cpu_is_the_bound_compiling_is_a_note() {
        var bound = seen(SampleRun.completed(18_000, 22), grown(MetricId.JIT_TIME, 1.8e9));
        var quick =
                new Completed(
                        bound.warmUp(), bound.load(), OptionalDouble.of(1e6), bound.observations());
        assertThat(with(_ -> quick))
                .contains(
                        new CompilingCounted(
                                List.of(SampleRun.POOL, SampleRun.VIRTUAL), 0.5, false))
                .noneMatch(StillCompiling.class::isInstance);
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
        return finding instanceof CompilingCounted || finding instanceof StillCompiling;
    }

    @Test
    void in_an_open_load_arrivals_must_account_for_requests_in_flight() {
        var open = like(new LoadModel.Open(1_000, Arrival.CONSTANT, 600), Metric.THROUGHPUT);
        assertThat(findings(open, _ -> inFlight(OptionalDouble.of(600))))
                .filteredOn(OpenLittlesLawBroken.class::isInstance)
                .hasSize(2)
                .first()
                .isInstanceOfSatisfying(
                        OpenLittlesLawBroken.class,
                        f -> assertThat(f.accounted()).isCloseTo(400, within(1.0)));
        assertThat(findings(open, _ -> inFlight(OptionalDouble.of(410))))
                .noneMatch(OpenLittlesLawBroken.class::isInstance);
        assertThat(findings(open, _ -> inFlight(OptionalDouble.empty())))
                .noneMatch(OpenLittlesLawBroken.class::isInstance);
        // 1,000/s x 1 ms accounts for one
        var quick = SampleRun.completed(1_000, 1);
        assertThat(findings(open, _ -> inFlight(quick, OptionalDouble.of(1.9))))
                .noneMatch(OpenLittlesLawBroken.class::isInstance);
        assertThat(findings(open, _ -> inFlight(quick, OptionalDouble.of(2.1))))
                .anyMatch(OpenLittlesLawBroken.class::isInstance);
    }

    /// A third of the requests fail, half of the users are missing by Little's law, and 1 % of the
    /// arrivals leave 300 ms late where half of the responses take 400 ms.
    @Test
    void expected_errors_and_their_consequences_are_notes() {
        Map<String, Long> refused = Map.of("status-5xx", 1_000L);
        var users = new LoadModel.Closed(400, Duration.ZERO);
        var missing = SampleRun.completed(1_000, 200, refused, 400, 0.2);
        assertThat(invalid(failing(users, ErrorPolicy.INVALIDATE), missing))
                .hasAtLeastOneElementOfType(Errors.class)
                .hasAtLeastOneElementOfType(LittlesLawBroken.class);
        assertThat(invalid(failing(users, ErrorPolicy.EXPECTED), missing)).isEmpty();
        assertThat(findings(failing(users, ErrorPolicy.EXPECTED), _ -> missing))
                .contains(
                        new Errors(
                                SampleRun.POOL,
                                3_000,
                                1.0 / 3,
                                Map.of("status-5xx", 3_000L),
                                true));
        var arrivals = new LoadModel.Open(1_500, Arrival.CONSTANT, 600);
        var late = late(SampleRun.completed(1_000, 400, refused, 400, 0.2));
        assertThat(invalid(failing(arrivals, ErrorPolicy.INVALIDATE), late))
                .hasAtLeastOneElementOfType(ScheduleLagged.class);
        assertThat(invalid(failing(arrivals, ErrorPolicy.EXPECTED), late)).isEmpty();
        assertThat(findings(failing(arrivals, ErrorPolicy.EXPECTED), _ -> late))
                .hasAtLeastOneElementOfType(ScheduleLagged.class);
    }

    /// Where none fails, all the rules hold.
    @Test
    void expected_errors_do_not_affect_other_findings() {
        var users = new LoadModel.Closed(400, Duration.ZERO);
        assertThat(invalid(failing(users, ErrorPolicy.EXPECTED), SampleRun.completed(1_000, 200)))
                .hasAtLeastOneElementOfType(LittlesLawBroken.class);
        var arrivals = new LoadModel.Open(1_000, Arrival.CONSTANT, 600);
        assertThat(
                        invalid(
                                failing(arrivals, ErrorPolicy.EXPECTED),
                                late(SampleRun.completed(1_000, 400))))
                .hasAtLeastOneElementOfType(ScheduleLagged.class);
    }

    private static List<Finding> invalid(RunManifest manifest, Completed outcome) {
        return findings(manifest, _ -> outcome).stream()
                .filter(f -> f.severity() == Severity.INVALID)
                .toList();
    }

    private static RunManifest failing(LoadModel load, ErrorPolicy failures) {
        return SampleRun.manifest(SampleRun.spec(load, failures));
    }

    private static Completed late(Completed trial) {
        var load = trial.load();
        var generator = load.generator();
        var lag = new Histogram(3);
        lag.recordValue(300_000_000);
        return loaded(
                trial,
                new LoadResult(
                        load.window(),
                        load.counts(),
                        load.connections(),
                        new LoadResult.Generator(
                                generator.transport(),
                                generator.cpuNanos(),
                                generator.busyShare(),
                                lag),
                        load.intervals()));
    }

    private static Completed inFlight(OptionalDouble requests) {
        return inFlight(SampleRun.completed(1_000, 400), requests);
    }

    private static Completed inFlight(Completed trial, OptionalDouble requests) {
        var load = trial.load();
        return loaded(
                trial,
                new LoadResult(
                        load.window(),
                        load.counts(),
                        new LoadResult.Connections(400, 400, 0, 0, requests, new Histogram(3)),
                        load.generator(),
                        load.intervals()));
    }

    @Test
    void held_connections_have_no_finding_about_speed() {
        var hold = like(new LoadModel.HeldConnections(400, 1_000), Metric.PEAK_RSS);
        var slow = SampleRun.completed(1_000, 2_500);
        var moving = new WarmUp(slow.warmUp().window(), false);
        var held = new Completed(moving, slow.load(), OptionalDouble.empty(), slow.observations());
        assertThat(findings(hold, _ -> held))
                .noneMatch(WindowTooShort.class::isInstance)
                .noneMatch(NeverSteady.class::isInstance);
    }

    @Test
    void limits_of_a_single_server_are_a_finding() {
        var own =
                Variant.of(
                        "tomcat",
                        "virtual",
                        Threading.VIRTUAL,
                        Map.of("container-limits", "default"));
        var pool = SampleRun.spec().variants().getFirst();
        assertThat(findings(manifestOf(own, pool), _ -> SampleRun.completed(1_000, 400)))
                .contains(new ConditionsDiffer(List.of("container-limits")));
    }

    private static BottleneckAnalysis bounds(Function<Trial, Completed> outcome) {
        var manifest = SampleRun.manifest();
        return Analysis.of(manifest, results(manifest, outcome)).variants().get(1).bottleneck();
    }

    /// The sample's pool figures for both variants, changed.
    private static List<Finding> with(Function<Completed, Completed> change) {
        return findings(SampleRun.manifest(), _ -> change.apply(SampleRun.completed(1_000, 400)));
    }

    private static List<Finding> findings(
            RunManifest manifest, Function<Trial, Completed> outcome) {
        return Analysis.of(manifest, results(manifest, outcome)).findings();
    }

    private static List<TrialResult> results(
            RunManifest manifest, Function<Trial, Completed> outcome) {
        return manifest.plan().stream().map(t -> SampleRun.result(t, outcome.apply(t))).toList();
    }

    private static Completed reopened(Completed trial, long times) {
        return reopened(trial, times, Map.of());
    }

    private static Completed reopened(Completed trial, long times, Map<String, Long> errors) {
        var load = trial.load();
        var counts = load.counts();
        return loaded(
                trial,
                new LoadResult(
                        load.window(),
                        new LoadResult.Counts(
                                counts.sent(),
                                counts.succeeded(),
                                errors,
                                counts.unfinished(),
                                counts.succeededInWindow(),
                                counts.bytes()),
                        new LoadResult.Connections(400, 400, times),
                        load.generator(),
                        load.intervals()));
    }

    /// A window of ten seconds, from 3 s to 13 s.
    private static Completed seconds(IntUnaryOperator responsesInSecond) {
        var trial = SampleRun.completed(1_000, 400);
        var intervals =
                IntStream.range(3, 13)
                        .mapToObj(s -> {
                            var responses =
                                    SampleRun.histogram(responsesInSecond.applyAsInt(s), 400);
                            return new LoadResult.Interval(
                                    new Window(s * SECOND, (s + 1) * SECOND), responses, responses);
                        })
                        .toList();
        return loaded(
                trial,
                new LoadResult(
                        new Window(3 * SECOND, 13 * SECOND),
                        trial.load().counts(),
                        trial.load().connections(),
                        trial.load().generator(),
                        intervals));
    }

    private static Completed loaded(Completed trial, LoadResult load) {
        return new Completed(
                trial.warmUp(), load, trial.unloadedResponseNanos(), trial.observations());
    }

    private static Series grown(MetricId figure, double by) {
        return new Series(
                "a test", figure, List.of(new Point(3 * SECOND, 7), new Point(5 * SECOND, 7 + by)));
    }

    private static Completed seen(Completed trial, Observation more) {
        var all = new ArrayList<>(trial.observations());
        all.add(more);
        return new Completed(trial.warmUp(), trial.load(), trial.unloadedResponseNanos(), all);
    }

    /// What the server says of its handlers in the two seconds of the window.
    private static Completed withHandlerStats(
            Completed trial, double completed, double secondsEach) {
        return seen(
                seen(trial, grown(MetricId.HANDLERS_LEFT, completed)),
                grown(MetricId.HANDLERS_TIME, completed * secondsEach * 1e9));
    }

    private static Completed paused(Completed trial, Event pause) {
        var all = new ArrayList<>(trial.observations());
        all.removeIf(Events.class::isInstance);
        all.add(new Events("gc-log", "gc.pause", List.of(pause)));
        return new Completed(trial.warmUp(), trial.load(), trial.unloadedResponseNanos(), all);
    }

    private static Variant withFlags(Variant variant) {
        return new Variant(
                variant.name() + " small",
                variant.server(),
                variant.model(),
                variant.threads(),
                variant.settings(),
                List.of("-Xmx64m"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                0);
    }

    private static RunManifest like(LoadModel load, Metric metric) {
        var like = SampleRun.spec();
        return SampleRun.manifest(
                like.withScenario(new Scenario(load, like.traffic(), like.phases()))
                        .withCriteria(new Criteria(metric, like.margin(), List.of())));
    }

    private static RunManifest manifestOf(Variant... variants) {
        var like = SampleRun.spec();
        return SampleRun.manifest(like.withVariants(List.of(variants)));
    }
}
