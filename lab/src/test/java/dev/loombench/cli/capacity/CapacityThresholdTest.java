package dev.loombench.cli.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.SampleCapacity;
import dev.loombench.cli.capacity.CapacityThreshold.Outcome;
import dev.loombench.spec.text.SpecError;
import org.junit.jupiter.api.Test;

class CapacityThresholdTest {
    @Test
    void a_threshold_is_a_rate_that_the_capacity_must_reach() {
        assertThat(CapacityThreshold.parse("capacity<1500").limit()).isEqualTo(1_500);
        assertThat(CapacityThreshold.parse(" capacity < 2k/s ").limit()).isEqualTo(2_000);
        for (var wrong : new String[] {"capacity", "capacity>5", "p99<5ms", "capacity<5ms", ""}) {
            assertThatThrownBy(() -> CapacityThreshold.parse(wrong))
                    .isInstanceOf(SpecError.class)
                    .hasMessageContaining("'capacity<1500'");
        }
    }

    @Test
    void the_interval_decides() {
        var result = SampleCapacity.of(960, 1_000, 1_040); // a capacity of about 1,000
        assertThat(CapacityThreshold.parse("capacity<500").of(result)).isEqualTo(Outcome.PASSED);
        assertThat(CapacityThreshold.parse("capacity<1000").of(result))
                .isEqualTo(Outcome.UNDECIDED);
        assertThat(CapacityThreshold.parse("capacity<2k").of(result)).isEqualTo(Outcome.FAILED);
        assertThat(CapacityThreshold.parse("capacity<2k").messages(result))
                .containsExactly(
                        "tomcat platform-pool 100: the capacity is 999/s (--fail-if 'capacity<2k')");
    }
}
