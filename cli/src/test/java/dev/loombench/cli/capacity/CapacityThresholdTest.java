package dev.loombench.cli.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.SampleCapacity;
import dev.loombench.SampleRun;
import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.CapacityResult;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.cli.capacity.CapacityThreshold.Outcome;
import dev.loombench.stats.Interval;
import dev.loombench.text.WrongInput;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CapacityThresholdTest {
    private static CapacityThreshold parse(String text) {
        return CapacityThreshold.parse(text, List.of(SampleRun.POOL, SampleRun.VIRTUAL));
    }

    /// The pool holds about 900/s, virtual threads 3,600.
    @Test
    void a_condition_with_a_variant_is_of_that_one_only() {
        var result = SampleCapacity.two();
        assertThat(parse("capacity<2k").of(result)).isEqualTo(Outcome.FAILED);
        assertThat(parse(SampleRun.VIRTUAL + " capacity<2k").of(result)).isEqualTo(Outcome.PASSED);
        assertThat(parse(SampleRun.VIRTUAL + "<2k").messages(result)).isEmpty();
        assertThat(parse(SampleRun.POOL + "<2k").messages(result)).hasSize(1);
    }

    @Test
    void a_threshold_is_a_rate_that_the_capacity_must_reach() {
        assertThat(parse("capacity<1500").limit()).isEqualTo(1_500);
        assertThat(parse(" capacity < 2k/s ").limit()).isEqualTo(2_000);
        for (var wrong : new String[] {"capacity", "capacity>5", "p99<5ms", "capacity<5ms", ""}) {
            assertThatThrownBy(() -> parse(wrong))
                    .isInstanceOf(WrongInput.class)
                    .hasMessageContaining("'capacity<1500'");
        }
    }

    @Test
    void the_interval_decides() {
        var result = SampleCapacity.of(960, 1_000, 1_040); // a capacity of about 1,000
        assertThat(parse("capacity<500").of(result)).isEqualTo(Outcome.PASSED);
        assertThat(parse("capacity<1000").of(result)).isEqualTo(Outcome.UNDECIDED);
        assertThat(parse("capacity<2k").of(result)).isEqualTo(Outcome.FAILED);
        assertThat(parse("capacity<2k").messages(result))
                .containsExactly(
                        "tomcat platform-pool 100: the capacity is 999/s (--fail-if 'capacity<2k')");
    }

    @Test
    void a_capacity_without_an_interval_decides_nothing() {
        var result = SampleCapacity.of(1_000);
        assertThat(parse("capacity<500").of(result)).isEqualTo(Outcome.UNDECIDED);
        assertThat(parse("capacity<2k").of(result)).isEqualTo(Outcome.UNDECIDED);
        assertThat(parse("capacity<2k").messages(result))
                .singleElement()
                .satisfies(message -> assertThat(message).contains("--processes"));
    }

    @Test
    void an_objective_that_is_not_met_fails_without_a_figure() {
        var lowest = SampleCapacity.probe(SampleRun.POOL, 1, 1, 4, RateProbe.Outcome.VIOLATED);
        var result = SampleCapacity.with(new Capacity.NotMet(lowest));
        assertThat(parse("capacity<500").of(result)).isEqualTo(Outcome.FAILED);
        assertThat(parse("capacity<500").messages(result))
                .containsExactly(
                        "tomcat platform-pool 100: the capacity is not met (--fail-if"
                                + " 'capacity<500')");
    }

    /// A long window at 1,000/s was violated, perhaps by chance: those of some seconds allow up to
    /// 1,100/s.
    @Test
    void one_violated_long_window_is_no_limit_below_the_interval_of_the_short_ones() {
        var alone =
                SampleCapacity.with(
                        new Capacity.Held(
                                SampleCapacity.probe(
                                        SampleRun.POOL, 5, 500, 0.5, RateProbe.Outcome.MET),
                                SampleCapacity.probe(
                                        SampleRun.POOL, 5, 1_000, 2, RateProbe.Outcome.VIOLATED)));
        var variant =
                alone.variants()
                        .getFirst()
                        .withShortWindows(
                                Optional.of(
                                        new Capacity.Estimated(
                                                1_000,
                                                Optional.of(new Interval(900, 1_000, 1_100)),
                                                List.of())));
        var result =
                new CapacityResult(
                        alone.manifest(), alone.objectives(), List.of(variant), List.of(), true);
        assertThat(parse("capacity<500").of(result)).isEqualTo(Outcome.PASSED);
        assertThat(parse("capacity<1050").of(result)).isEqualTo(Outcome.UNDECIDED);
        assertThat(parse("capacity<1100").of(result)).isEqualTo(Outcome.FAILED);
        assertThat(parse("capacity<5k").of(alone)).isEqualTo(Outcome.UNDECIDED);
    }
}
