package dev.loombench.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleBatch;
import dev.loombench.analysis.bottleneck.Bound;
import dev.loombench.analysis.comparison.ClaimCheck;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.validity.evidence.ConditionsDiffer;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Metric;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchAnalysisTest {
    private static Analysis analysis() {
        return Analysis.of(SampleBatch.manifest(), SampleBatch.trials());
    }

    @Test
    void tasks_count_as_requests() {
        var pool = analysis().variants().getFirst();
        assertThat(pool.counts().completed()).isEqualTo(3);
        assertThat(pool.elapsed()).hasValue(2_000e6);
        assertThat(pool.throughput().mean())
                .isEqualTo(500, within(0.1)); // mean of 502.5, 500, 497.5
        assertThat(pool.cost().cpuPerRequest().orElseThrow()).isEqualTo(100_000, within(1.0));
        assertThat(pool.cost().peakRss()).hasValue(182 << 20);
        assertThat(pool.cost().threads()).hasValue(123);
        assertThat(pool.latency().responseTime().getTotalCount()).isZero();
        assertThat(pool.latency().unloadedNanos()).isEmpty();
    }

    @Test
    void less_elapsed_time_is_better() {
        var verdict = analysis().variants().getLast().verdict();
        assertThat(verdict).isInstanceOf(Verdict.Better.class);
        assertThat(((Verdict.Better) verdict).ratio().point()).isEqualTo(0.25, within(1e-9));
    }

    @Test
    void a_pool_is_bound_by_its_threads_and_the_time_per_task() {
        var explanation = analysis().variants().getFirst().bottleneck();
        assertThat(explanation.explainsThroughput()).isTrue();
        assertThat(explanation.bounds().getFirst()).isInstanceOf(Bound.Pool.class);
        assertThat(explanation.bounds().getFirst().maxThroughput()).isEqualTo(500, within(1e-6));
    }

    @Test
    void cpu_is_a_bound_only_where_jvm_startup_is_a_small_part() {
        // 2,000 of 2,100 ms were work; 500 of 600 were not enough.
        assertThat(analysis().variants().getFirst().bottleneck().bounds())
                .hasAtLeastOneElementOfType(Bound.Cpu.class);
        assertThat(analysis().variants().getLast().bottleneck().bounds())
                .doesNotHaveAnyElementsOfTypes(Bound.Cpu.class);
    }

    @Test
    void findings_about_load_do_not_apply_to_a_batch() {
        // The two models run on different JDKs.
        assertThat(analysis().findings()).containsExactly(new ConditionsDiffer(List.of("jdk")));
        assertThat(analysis().valid()).isTrue();
    }

    @Test
    void elapsed_time_can_be_claimed() {
        var claim =
                new Claim(
                        "on 21 elapsed below 0.5x the pool",
                        SampleBatch.VIRTUAL,
                        Metric.ELAPSED,
                        new Claim.Relation.Below(),
                        new Claim.Target.Times(0.5, SampleBatch.POOL));
        var manifest = SampleBatch.manifest(SampleBatch.experiment(Metric.ELAPSED, List.of(claim)));
        assertThat(Analysis.of(manifest, SampleBatch.trials()).claims().getFirst().outcome())
                .isInstanceOf(ClaimCheck.Outcome.Supported.class);
    }
}
