package dev.loombench.analysis.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.analysis.capacity.CapacityFit.ProcessWindows;
import dev.loombench.analysis.capacity.CapacityFit.Window;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapacityFitTest {
    private static Window exact(double capacity, double rate, double slope) {
        return new Window(rate, Math.pow(rate / capacity, slope), 1_000);
    }

    @Test
    void an_exact_curve_gives_its_capacity() {
        var process =
                new ProcessWindows(
                        100, List.of(exact(104, 95, 15), exact(104, 100, 15), exact(104, 110, 15)));
        assertThat(CapacityFit.capacities(List.of(process)).getFirst())
                .isCloseTo(104, within(1e-6));
    }

    @Test
    void processes_have_capacities_of_their_own() {
        var slow = new ProcessWindows(100, List.of(exact(100, 95, 20), exact(100, 105, 20)));
        var fast = new ProcessWindows(130, List.of(exact(130, 120, 20), exact(130, 138, 20)));
        var found = CapacityFit.capacities(List.of(slow, fast));
        assertThat(found.getFirst()).isCloseTo(100, within(1e-3));
        assertThat(found.getLast()).isCloseTo(130, within(1e-3));
    }

    @Test
    void the_mean_of_bursts_counts_and_not_their_median() {
        // Nine of ten windows at 100/s have no slow response, one has ten times what is allowed.
        var windows = new ArrayList<Window>();
        for (int i = 0; i < 9; i++) {
            windows.add(new Window(100, 0, 1_000));
        }
        windows.add(new Window(100, 10, 1_000));
        windows.add(new Window(95, 0.36, 1_000)); // 0.95^20
        windows.add(new Window(105, 2.65, 1_000)); // 1.05^20
        assertThat(CapacityFit.capacities(List.of(new ProcessWindows(100, windows))).getFirst())
                .isCloseTo(100, within(0.1));
    }

    @Test
    void windows_far_away_and_extreme_burns_do_not_decide() {
        var near = List.of(exact(100, 96, 30), exact(100, 102, 30));
        var far =
                List.of(
                        near.getFirst(),
                        near.getLast(),
                        new Window(50, 0.3, 1_000),
                        new Window(200, 9_999, 1_000));
        assertThat(CapacityFit.capacities(List.of(new ProcessWindows(99, far))))
                .isEqualTo(CapacityFit.capacities(List.of(new ProcessWindows(99, near))));
        var cliff = List.of(new Window(98, 0.05, 1_000), new Window(102, 1e6, 1_000));
        assertThat(CapacityFit.capacities(List.of(new ProcessWindows(100, cliff))).getFirst())
                .isBetween(98.0, 102.0);
    }

    /// Of rates that were not measured nothing is known, so no capacity is beyond them.
    @Test
    void a_capacity_is_within_the_rates_that_were_measured() {
        var process =
                new ProcessWindows(
                        100,
                        List.of(
                                new Window(90, 0.1, 500),
                                new Window(110, 3, 500),
                                new Window(100, 0.9, 500)));
        assertThat(process.within(50)).isEqualTo(90);
        assertThat(process.within(90)).isEqualTo(90);
        assertThat(process.within(104.5)).isEqualTo(104.5);
        assertThat(process.within(110)).isEqualTo(110);
        assertThat(process.within(1_000)).isEqualTo(110);
        var one = List.of(new Window(70, 0.5, 500));
        assertThat(new ProcessWindows(70, one).within(90)).isEqualTo(70);
    }
}
