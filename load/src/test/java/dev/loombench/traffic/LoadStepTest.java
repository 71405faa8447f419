package dev.loombench.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.traffic.LoadProfile.Stage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadStepTest {
    private static final long SECOND = 1_000_000_000;
    private static final long WINDOW = 60 * SECOND;

    private static Stage at(double level, int seconds) {
        return Stage.at(level, Duration.ofSeconds(seconds));
    }

    @Test
    void a_jump_lasts_until_the_load_changes_or_the_window_ends() {
        var profile = LoadProfile.of(List.of(at(100, 5), at(500, 10), at(300, 10)));
        assertThat(LoadStep.highest(profile, WINDOW))
                .contains(new LoadStep(5 * SECOND, 100, 500, 15 * SECOND));
        assertThat(LoadStep.highest(profile, 12 * SECOND))
                .contains(new LoadStep(5 * SECOND, 100, 500, 12 * SECOND));
        assertThat(LoadStep.highest(LoadProfile.of(List.of(at(100, 5), at(500, 10))), WINDOW))
                .as("the last level stays constant")
                .contains(new LoadStep(5 * SECOND, 100, 500, WINDOW));
    }

    @Test
    void the_largest_jump_counts_and_the_first_of_equal_ones() {
        var profile =
                LoadProfile.of(List.of(at(100, 5), at(200, 5), at(400, 5), at(100, 5), at(300, 5)));
        assertThat(LoadStep.highest(profile, WINDOW))
                .contains(new LoadStep(10 * SECOND, 200, 400, 15 * SECOND));
    }

    @Test
    void a_change_of_level_after_the_warm_up_is_a_jump() {
        assertThat(LoadStep.highest(LoadProfile.constant(500).withWarmUp(50), WINDOW))
                .contains(new LoadStep(0, 50, 500, WINDOW));
    }

    @Test
    void constant_loads_ramps_and_drops_are_not_jumps() {
        assertThat(LoadStep.highest(LoadProfile.constant(500), WINDOW)).isEmpty();
        assertThat(
                        LoadStep.highest(
                                LoadProfile.of(List.of(Stage.rampTo(500, Duration.ofSeconds(5)))),
                                WINDOW))
                .isEmpty();
        assertThat(LoadStep.highest(LoadProfile.of(List.of(at(500, 5), at(100, 5))), WINDOW))
                .isEmpty();
        assertThat(LoadStep.highest(LoadProfile.of(List.of(at(1, 90), at(500, 5))), WINDOW))
                .as("after the window")
                .isEmpty();
    }
}
