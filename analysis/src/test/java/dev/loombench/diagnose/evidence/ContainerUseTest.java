package dev.loombench.diagnose.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.result.ContainerLimits;
import dev.loombench.observe.result.OthersShare;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// What was used of the processors in 10 s.
class ContainerUseTest {
    private static final long SECOND = 1_000_000_000;

    private static ContainerUse use(double ranSeconds, double waitedSeconds, double others) {
        var limits =
                new ContainerLimits(
                        OptionalDouble.empty(), OptionalLong.empty(), OptionalLong.empty());
        return new ContainerUse(
                limits,
                limits,
                10 * SECOND,
                OptionalLong.of((long) (ranSeconds * SECOND)),
                OptionalLong.of((long) (waitedSeconds * SECOND)),
                new OthersShare(OptionalDouble.of(others), OptionalDouble.of(0)));
    }

    @Test
    void threads_that_wait_longer_than_they_run_wait_for_others_that_use_the_machine() {
        assertThat(use(0.5, 6, 0.97).waitsForOthers()).hasValue(12);
        assertThat(use(6, 5.9, 0.97).waitsForOthers()).as("mostly run").isEmpty();
        assertThat(use(0.01, 0.9, 0.97).waitsForOthers()).as("hardly ready").isEmpty();
        assertThat(use(0.5, 6, 0.7).waitsForOthers()).as("a burst of its own").isEmpty();
    }

    @Test
    void nothing_is_said_of_waits_that_are_not_known() {
        var limits = use(1, 1, 1).end();
        var unknown = new ContainerUse(limits, limits, SECOND);
        assertThat(unknown.waitsForOthers()).isEmpty();
        assertThat(unknown.waitedSeconds()).isEmpty();
    }
}
