package dev.loombench.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.base.Window;
import dev.loombench.experiment.Metric;
import dev.loombench.result.Steadiness.State;
import dev.loombench.result.TrialOutcome.WarmUp;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    private static WarmUp warmUp(Steadiness... metrics) {
        return new WarmUp(new Window(0, 1), 20_000, List.of(metrics));
    }

    @Test
    void a_metric_is_as_steady_as_what_was_observed_of_it() {
        var costRises =
                warmUp(
                        Steadiness.steadyAfter(Metric.THROUGHPUT, 1),
                        Steadiness.not(Metric.CPU_PER_REQUEST, State.RISING),
                        Steadiness.steadyAfter(Metric.P50, 1));
        assertThat(costRises.steady(Metric.THROUGHPUT)).isTrue();
        assertThat(costRises.steady(Metric.P99)).isTrue();
        assertThat(costRises.steady(Metric.CPU_PER_REQUEST)).isFalse();
        assertThat(costRises.steady(Metric.INSTRUCTIONS_PER_REQUEST)).isFalse();
        assertThat(costRises.of(Metric.P99)).isEmpty();
    }

    /// The users of a closed load wait for their responses.
    @Test
    void response_times_of_a_closed_load_are_as_steady_as_its_throughput() {
        var rises =
                warmUp(
                        Steadiness.not(Metric.THROUGHPUT, State.RISING),
                        Steadiness.steadyAfter(Metric.CPU_PER_REQUEST, 1));
        assertThat(rises.steady(Metric.P50)).isFalse();
        assertThat(rises.steady(Metric.CPU_PER_REQUEST)).isTrue();
    }

    @Test
    void a_metric_of_which_nothing_was_observed_is_steady_where_all_others_are() {
        assertThat(warmUp(Steadiness.steadyAfter(Metric.THROUGHPUT, 1)).steady(Metric.PEAK_RSS))
                .isTrue();
        assertThat(warmUp(Steadiness.not(Metric.THROUGHPUT, State.FALLING)).steady(Metric.PEAK_RSS))
                .isFalse();
        assertThat(warmUp().steady(Metric.THROUGHPUT)).isTrue();
    }
}
