package dev.loombench.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleBatch;
import dev.loombench.analysis.validity.EvidenceFinding.ConditionsDiffer;
import dev.loombench.spec.Claim;
import dev.loombench.spec.Metric;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchAnalysisTest {
    private static Analysis analysis() {
        return Analysis.of(SampleBatch.manifest(), SampleBatch.trials());
    }

    @Test
    void a_task_is_what_a_request_is_to_a_server() {
        var pool = analysis().variants().getFirst();
        assertThat(pool.completed()).isEqualTo(3);
        assertThat(pool.elapsed()).hasValue(2_000e6);
        assertThat(pool.throughput()).isEqualTo(500, within(0.1)); // mean of 502.5, 500, 497.5
        assertThat(pool.cpuPerRequest().orElseThrow()).isEqualTo(100_000, within(1.0));
        assertThat(pool.peakRss()).hasValue(182 << 20);
        assertThat(pool.threads()).hasValue(123);
        assertThat(pool.responseTime().getTotalCount()).isZero();
        assertThat(pool.unloadedResponse()).isEmpty();
    }

    @Test
    void less_time_is_better() {
        var verdict = analysis().variants().getLast().verdict();
        assertThat(verdict).isInstanceOf(Verdict.Better.class);
        assertThat(((Verdict.Better) verdict).ratio().point()).isEqualTo(0.25, within(1e-9));
    }

    @Test
    void a_pool_is_bound_by_its_threads_and_the_time_that_tasks_held_them() {
        var explanation = analysis().variants().getFirst().explanation();
        assertThat(explanation.explainsThroughput()).isTrue();
        assertThat(explanation.bounds().getFirst()).isInstanceOf(Bound.Pool.class);
        assertThat(explanation.bounds().getFirst().maxThroughput()).isEqualTo(500, within(1e-6));
    }

    @Test
    void cpu_bounds_tasks_only_where_the_start_of_the_jvm_is_a_small_part_of_it() {
        // 2,000 of 2,100 ms were work; 500 of 600 were not enough.
        assertThat(analysis().variants().getFirst().explanation().bounds())
                .hasAtLeastOneElementOfType(Bound.Cpu.class);
        assertThat(analysis().variants().getLast().explanation().bounds())
                .doesNotHaveAnyElementsOfTypes(Bound.Cpu.class);
    }

    @Test
    void nothing_is_said_of_a_load_that_there_is_not() {
        // That two models run on two JDKs is to be said, and nothing else.
        assertThat(analysis().findings()).containsExactly(new ConditionsDiffer(List.of("jdk")));
        assertThat(analysis().valid()).isTrue();
    }

    @Test
    void a_claim_may_be_about_elapsed_time() {
        var claim =
                new Claim(
                        "on 21 elapsed below 0.5x the pool",
                        SampleBatch.VIRTUAL,
                        Metric.ELAPSED,
                        new Claim.Relation.Below(),
                        new Claim.Target.Times(0.5, SampleBatch.POOL));
        var manifest = SampleBatch.manifest(SampleBatch.spec(Metric.ELAPSED, List.of(claim)));
        assertThat(Analysis.of(manifest, SampleBatch.trials()).claims().getFirst().outcome())
                .isInstanceOf(ClaimCheck.Outcome.Supported.class);
    }
}
