package dev.loombench.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.text.WrongInput;
import dev.loombench.traffic.LoadProfile.Point;
import dev.loombench.traffic.LoadProfile.Stage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadProfileTest {
    private static final long SECOND = 1_000_000_000;

    /// 0 to 100 within 10 s, 100 for 10 s, a jump to 40 for 10 s, and down to 0 within 4 s.
    private static final LoadProfile HILL =
            LoadProfile.of(
                    List.of(
                            Stage.rampTo(100, seconds(10)),
                            Stage.at(100, seconds(10)),
                            Stage.at(40, seconds(10)),
                            Stage.rampTo(0, seconds(4))));

    @Test
    void stages_become_points_and_two_points_at_one_time_are_a_jump() {
        assertThat(HILL.points())
                .containsExactly(
                        new Point(seconds(0), 0),
                        new Point(seconds(10), 100),
                        new Point(seconds(20), 100),
                        new Point(seconds(20), 40),
                        new Point(seconds(30), 40),
                        new Point(seconds(34), 0));
        assertThat(HILL.length()).isEqualTo(seconds(34));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "2.5, 25", "10, 100", "15, 100", "20, 40", "33, 10", "34, 0", "99, 0"})
    void the_level_is_on_the_line_and_that_of_the_later_point_at_a_jump(double at, double level) {
        assertThat(HILL.at((long) (at * SECOND))).isCloseTo(level, within(1e-9));
    }

    /// The area is 500 for the ramp, then 1,000, 400 and 80: 1,980 within 34 s.
    @Test
    void the_mean_is_the_area_divided_by_the_length_of_the_window() {
        assertThat(HILL.mean(34 * SECOND)).isCloseTo(1_980.0 / 34, within(1e-9));
        assertThat(HILL.mean(68 * SECOND)).isCloseTo(1_980.0 / 68, within(1e-9));
        assertThat(HILL.mean(5 * SECOND)).isCloseTo(25, within(1e-9));
        assertThat(LoadProfile.constant(7).mean(3)).isEqualTo(7);
    }

    /// The ramp of 10 per second reaches 25 after 2.5 s. The last ramp starts from 40 at 30 s, and
    /// falls below 25 just after 31.5 s at 10 per second.
    @Test
    void a_level_is_reached_and_left_where_a_line_crosses_it() {
        assertThat(HILL.reaches(25, 0)).isEqualTo(2_500_000_000L);
        assertThat(HILL.reaches(25, 3 * SECOND)).isEqualTo(3 * SECOND);
        assertThat(HILL.reaches(101, 0)).isEqualTo(LoadProfile.NEVER);
        assertThat(HILL.reaches(25, 32 * SECOND)).isEqualTo(LoadProfile.NEVER);
        assertThat(HILL.fallsBelow(25, 3 * SECOND)).isEqualTo(31_500_000_001L);
        assertThat(HILL.fallsBelow(41, 15 * SECOND)).isEqualTo(20 * SECOND);
        assertThat(HILL.fallsBelow(25, 0)).isZero();
        assertThat(LoadProfile.constant(3).fallsBelow(3, 0)).isEqualTo(LoadProfile.NEVER);
    }

    @Test
    void a_level_left_at_a_jump_can_be_reached_again() {
        var comb =
                LoadProfile.of(
                        List.of(
                                Stage.at(5, seconds(1)),
                                Stage.at(1, seconds(1)),
                                Stage.at(5, seconds(1))));
        assertThat(comb.fallsBelow(2, 0)).isEqualTo(SECOND);
        assertThat(comb.reaches(2, SECOND)).isEqualTo(2 * SECOND);
        assertThat(comb.fallsBelow(2, 2 * SECOND)).isEqualTo(LoadProfile.NEVER);
    }

    @Test
    void the_warm_up_level_is_the_first_above_0_by_default() {
        assertThat(HILL.warmUpLevel()).isEqualTo(100);
        assertThat(HILL.withWarmUp(10).warmUpLevel()).isEqualTo(10);
        assertThat(LoadProfile.constant(3).warmUpLevel()).isEqualTo(3);
    }

    @Test
    void the_peak_is_that_of_the_requested_part() {
        assertThat(HILL.peakUntil(4 * SECOND)).isCloseTo(40, within(1e-9));
        assertThat(HILL.peakUntil(34 * SECOND)).isEqualTo(100);
        assertThat(HILL.withWarmUp(500).peak()).isEqualTo(500);
    }

    @Test
    void the_one_line_form_equals_its_stages() {
        var line = LoadProfileParser.ofRates().line("0..100/10s,100/s/10s, 40/10s,..0/4s");
        assertThat(line).isEqualTo(HILL);
        assertThat(LoadProfileParser.ofRates().line(HILL.text())).isEqualTo(HILL);
        assertThat(HILL.text()).isEqualTo("0..100/10s,100/10s,40/10s,40..0/4s");
    }

    @ParameterizedTest
    @CsvSource({"5k, 5000", "5k/s, 5000", "600/min, 10"})
    void a_rate_alone_is_a_constant_profile(String text, double rate) {
        assertThat(LoadProfileParser.ofRates().line(text)).isEqualTo(LoadProfile.constant(rate));
    }

    @Test
    void a_rate_per_minute_is_distinguished_from_the_time_of_its_stage() {
        assertThat(LoadProfileParser.ofRates().line("600/min/2m"))
                .isEqualTo(LoadProfile.of(List.of(Stage.at(10, Duration.ofMinutes(2)))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5k,10k | \"5k\" is not a stage; expected stages separated by commas, like 0..5k/30s",
                "0..5k/30s, | \"\" is not a stage",
                "0..5k/30 | \"30\" has no unit",
                "5k/0s | the duration of a stage must be above 0, was 0s",
                "0/10s | a load profile must have a level above 0",
                "0 | must be above 0 requests per second",
                "1/8000h,2/8000h | must end within 365 days, was 666",
                "fast/10s | \"fast\" is not a rate",
                "a..5/10s | \"a\" is not a rate",
            })
    void a_wrong_profile_is_rejected(String text, String message) {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> LoadProfileParser.ofRates().line(text))
                .withMessageContaining(message);
    }

    @Test
    void the_number_of_users_is_whole_and_limited() {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> LoadProfileParser.ofUsers(10).line("0..11/1s"))
                .withMessage("must be between 1 and 10, was 11");
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> new LoadModel.Closed(LoadProfile.constant(1.5), ThinkTime.NONE))
                .withMessage("the number of users must be a whole number, was 1.5");
    }

    private static Duration seconds(long count) {
        return Duration.ofSeconds(count);
    }
}
