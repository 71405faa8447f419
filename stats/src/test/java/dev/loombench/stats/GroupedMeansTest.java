package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class GroupedMeansTest {
    /// Squares 2 and 0, 3 - 2 degrees of freedom: s = √2. Two intervals at 95 % have 97.5 % each:
    /// t[1] = 25.45.
    @Test
    void groups_share_the_spread_and_the_level() {
        var intervals =
                GroupedMeans.intervals(List.of(new double[] {1, 3}, new double[] {10}), 0.95);
        assertThat(intervals.getFirst().point()).isEqualTo(2);
        assertThat(intervals.getFirst().high()).isCloseTo(2 + 25.45, within(0.01));
        assertThat(intervals.getLast().low()).isCloseTo(10 - 25.45 * Math.sqrt(2), within(0.01));
    }

    @Test
    void single_values_have_no_limits() {
        var intervals = GroupedMeans.intervals(List.of(new double[] {1}, new double[] {5}), 0.95);
        assertThat(intervals.getFirst().point()).isEqualTo(1);
        assertThat(intervals.getFirst().high()).isInfinite();
    }
}
