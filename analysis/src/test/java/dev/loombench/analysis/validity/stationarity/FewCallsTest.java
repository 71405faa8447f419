package dev.loombench.analysis.validity.stationarity;

import static dev.loombench.ChangedSampleRun.findings;
import static dev.loombench.ChangedSampleRun.grown;
import static dev.loombench.ChangedSampleRun.seen;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleEndpoints;
import dev.loombench.SampleRun;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.Scenario;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Steadiness;
import dev.loombench.result.Steadiness.State;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.traffic.Request;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Warm-ups of two seconds, of servers with 100 us of CPU time per request.
class FewCallsTest {
    private static final RunManifest DECIDED_BY_CPU =
            SampleRun.manifest(SampleRun.experiment(List.of(SampleRun.CHEAPER)));

    private static final Steadiness STEADY =
            Steadiness.steadyAfter(Metric.CPU_PER_REQUEST, 1_000_000_000);

    private static Completed served(long responses, Steadiness cpu) {
        var like = SampleRun.completed(1_000, 400);
        return SampleRun.completed(
                new WarmUp(like.warmUp().window(), responses, List.of(cpu)),
                like.load(),
                like.unloaded(),
                like.observations());
    }

    private static Completed compiled(long responses) {
        return seen(served(responses, STEADY), grown(MetricId.JIT_CPU, 0));
    }

    private static List<FewCalls> found(RunManifest manifest, Function<Trial, Completed> outcome) {
        return findings(manifest, outcome).stream()
                .filter(FewCalls.class::isInstance)
                .map(FewCalls.class::cast)
                .toList();
    }

    /// With an optimising compiler it would have been "too few calls".
    @Test
    void what_changes_after_more_calls_is_not_seen() {
        var found = found(DECIDED_BY_CPU, _ -> compiled(1_300));
        assertThat(found).extracting(FewCalls::variant).contains(SampleRun.VIRTUAL);
        assertThat(found)
                .contains(new FewCalls(SampleRun.POOL, 3, 3, 1_300, 1_300, 2, true))
                .allMatch(f -> f.severity() == Severity.NOTE)
                .noneMatch(f -> f.invalidates(Metric.CPU_PER_REQUEST, f.variant(), f.variant()));
        assertThat(found(SampleRun.manifest(), _ -> compiled(1_300)))
                .hasSize(2)
                .allMatch(f -> f.severity() == Severity.INFORMATION);
    }

    @Test
    void noise_hides_it_as_well() {
        var noisy = Steadiness.undecided(Metric.CPU_PER_REQUEST, 0.2);
        assertThat(
                        found(
                                DECIDED_BY_CPU,
                                _ -> seen(served(1_300, noisy), grown(MetricId.JIT_CPU, 0))))
                .hasSize(2);
    }

    @Test
    void enough_calls_are_no_finding() {
        assertThat(found(DECIDED_BY_CPU, _ -> compiled(10_000))).isEmpty();
    }

    /// One of three trials has few, or two.
    @Test
    void half_of_the_trials_have_few_calls() {
        assertThat(found(DECIDED_BY_CPU, t -> compiled(t.block() == 1 ? 1_300 : 20_000))).isEmpty();
        assertThat(found(DECIDED_BY_CPU, t -> compiled(t.block() == 1 ? 20_000 : 1_300)))
                .contains(new FewCalls(SampleRun.POOL, 2, 3, 1_300, 1_300, 2, true));
    }

    @Test
    void it_is_not_said_beside_a_finding_that_the_calls_are_too_few() {
        var few = Steadiness.not(Metric.CPU_PER_REQUEST, State.TOO_FEW_CALLS);
        assertThat(found(DECIDED_BY_CPU, _ -> seen(served(1_300, few), grown(MetricId.JIT_CPU, 0))))
                .isEmpty();
    }

    /// As a native binary, or with `-Xint`, of which the compilers' time is 0.
    @Test
    void a_process_without_compilers_has_no_finding() {
        var none = new Series("compilers", MetricId.JIT_CPU, List.of(new Point(1, 0)));
        assertThat(found(DECIDED_BY_CPU, _ -> seen(served(1_300, STEADY), none))).isEmpty();
        assertThat(found(DECIDED_BY_CPU, _ -> served(1_300, STEADY))).isEmpty();
    }

    @Test
    void requests_before_the_run_are_not_known() {
        var running = SampleRun.manifest(SampleEndpoints.experiment());
        assertThat(found(running, _ -> compiled(1_300))).isEmpty();
    }

    /// 20 s of CPU time for the 2,000 requests of the window are 10 ms each.
    @Test
    void long_requests_need_few_calls() {
        assertThat(found(DECIDED_BY_CPU, _ -> withCpu(19.9e9))).hasSize(2);
        assertThat(found(DECIDED_BY_CPU, _ -> withCpu(20e9))).isEmpty();
    }

    private static Completed withCpu(double nanos) {
        var like = served(1_300, STEADY);
        return SampleRun.completed(
                like.warmUp(),
                like.load(),
                like.unloaded(),
                List.of(grown(MetricId.PROCESS_CPU, nanos), grown(MetricId.JIT_CPU, 0)));
    }

    /// 1,000 requests in 2 s: 20 s for 10,000.
    @Test
    void the_remedy_is_a_warm_up_with_enough_calls() {
        assertThat(new FewCalls("a", 3, 3, 1_000, 1_000, 2, true).text().remedy())
                .contains("warm-up: 20s");
    }

    /// A request of weight 1 beside one of 99: a hundredth of 99,900 or 100,000 responses.
    @Test
    void the_rarest_request_of_a_mix_needs_calls_of_its_own() {
        var found = found(mixed(99), _ -> compiled(99_900));
        assertThat(found).contains(new FewCalls(SampleRun.POOL, 3, 3, 99_900, 999, 2, true));
        assertThat(found).allMatch(f -> f.severity() == Severity.NOTE);
        assertThat(found(mixed(99), _ -> compiled(100_000))).isEmpty();
        assertThat(found(mixed(9), _ -> compiled(10_000))).isEmpty();
        assertThat(new FewCalls("a", 3, 3, 20_000, 200, 2, true).text().remedy())
                .contains("warm-up: 10s");
    }

    private static RunManifest mixed(int weight) {
        var like = SampleRun.experiment(List.of(SampleRun.CHEAPER));
        var rare = like.traffic().requests().getFirst();
        var often =
                new Request(
                        "often",
                        weight,
                        rare.method(),
                        rare.path(),
                        rare.headers(),
                        rare.body(),
                        rare.timeout());
        return SampleRun.manifest(
                like.withScenario(
                        new Scenario(
                                like.load(),
                                like.traffic().withRequests(List.of(rare, often)),
                                like.phases())));
    }
}
