package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class TrialsNeededTest {

    @Test
    void enough_trials_need_no_more() {
        assertThat(TrialsNeeded.forMargin(new Interval(0.99, 1, 1.01), 5, 0.03, 0.95, 100))
                .isEqualTo(5);
    }

    @Test
    void half_the_width_needs_about_four_times_the_trials() {
        // Half-width ln 1.06 where ln 1.03 is needed: a factor of 1.9713. At 5 trials t/sqrt(n) =
        // 2.7764/2.2361 = 1.2417, so 0.6299 is needed: 12 trials have 2.2010/3.4641 = 0.6354, and
        // 13 have 2.1788/3.6056 = 0.6043.
        var observed = new Interval(1 / 1.06, 1, 1.06);
        assertThat(TrialsNeeded.forMargin(observed, 5, 0.03, 0.95, 100)).isEqualTo(13);
    }

    @Test
    void with_many_trials_the_number_grows_with_the_square_of_the_width() {
        // t hardly changes: (1.9713)² * 100 = 388.6, and a little less for t.
        var observed = new Interval(1 / 1.06, 1, 1.06);
        assertThat(TrialsNeeded.forMargin(observed, 100, 0.03, 0.95, 1_000)).isBetween(375, 389);
    }

    @Test
    void the_result_is_capped() {
        assertThat(TrialsNeeded.forMargin(new Interval(0.5, 1, 2), 3, 0.001, 0.95, 200))
                .isEqualTo(200);
    }

    @Test
    void invalid_arguments_are_rejected() {
        var observed = new Interval(0.9, 1, 1.1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TrialsNeeded.forMargin(observed, 1, 0.03, 0.95, 10));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TrialsNeeded.forMargin(observed, 5, 0, 0.95, 10));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TrialsNeeded.forMargin(new Interval(0, 1, 2), 5, 0.03, 0.95, 10));
    }
}
