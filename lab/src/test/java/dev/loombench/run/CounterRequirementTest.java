package dev.loombench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleCounted;
import dev.loombench.SampleRun;
import dev.loombench.experiment.Criteria;
import dev.loombench.experiment.Metric;
import dev.loombench.observe.perf.PerfRefusal;
import dev.loombench.observe.perf.PerfSupport;
import java.util.List;
import org.junit.jupiter.api.Test;

class CounterRequirementTest {
    private static final PerfSupport NONE =
            PerfSupport.none(new PerfRefusal("nothing is counted", "permit it"));

    @Test
    void a_metric_that_is_not_counted_is_refused_with_the_reason_and_the_remedy() {
        assertThat(CounterRequirement.unmet(SampleCounted.experiment(), NONE))
                .hasValueSatisfying(unmet ->
                        assertThat(unmet.message())
                                .isEqualTo(
                                        "nothing is counted; expected a counter for the metric"
                                                + " instructions-per-request; permit it"));
    }

    @Test
    void a_claim_needs_its_metric_too() {
        var experiment = SampleCounted.experiment();
        var claims =
                experiment.withCriteria(new Criteria(Metric.THROUGHPUT, 0.03, experiment.claims()));
        assertThat(CounterRequirement.unmet(claims, NONE))
                .hasValueSatisfying(
                        unmet -> assertThat(unmet.expected()).endsWith("cycles-per-request"));
    }

    @Test
    void other_metrics_need_no_counters() {
        var cpu =
                SampleRun.experiment()
                        .withCriteria(new Criteria(Metric.CPU_PER_REQUEST, 0.03, List.of()));
        assertThat(CounterRequirement.unmet(cpu, NONE)).isEmpty();
    }
}
