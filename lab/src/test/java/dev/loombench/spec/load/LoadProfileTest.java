package dev.loombench.spec.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.spec.load.LoadProfile.Point;
import dev.loombench.spec.load.LoadProfile.Stage;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.yaml.LoadProfileParser;
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
    void stages_become_points_and_two_at_one_time_are_a_jump() {
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
    void the_level_lies_on_the_line_and_after_a_jump_on_its_later_side(double at, double level) {
        assertThat(HILL.at((long) (at * SECOND))).isCloseTo(level, within(1e-9));
    }

    /// 500 of the ramp, 1,000, 400 and 80: 1,980 within 34 s.
    @Test
    void the_mean_is_the_area_by_the_length_of_the_window() {
        assertThat(HILL.mean(34 * SECOND)).isCloseTo(1_980.0 / 34, within(1e-9));
        assertThat(HILL.mean(68 * SECOND)).isCloseTo(1_980.0 / 68, within(1e-9));
        assertThat(HILL.mean(5 * SECOND)).isCloseTo(25, within(1e-9));
        assertThat(LoadProfile.constant(7).mean(3)).isEqualTo(7);
    }

    /// The ramp of 10 a second reaches 25 after 2.5 s; the last one, of 10 a second from 40 at 30 s
    /// on, falls below 25 just after 31.5 s.
    @Test
    void a_level_is_reached_and_left_where_the_lines_cross_it() {
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
    void the_warm_up_is_at_the_first_level_above_0_unless_it_has_one() {
        assertThat(HILL.warmUpLevel()).isEqualTo(100);
        assertThat(HILL.withWarmUp(10).warmUpLevel()).isEqualTo(10);
        assertThat(LoadProfile.constant(3).warmUpLevel()).isEqualTo(3);
    }

    @Test
    void the_peak_is_that_of_the_part_asked_for() {
        assertThat(HILL.peakUntil(4 * SECOND)).isCloseTo(40, within(1e-9));
        assertThat(HILL.peakUntil(34 * SECOND)).isEqualTo(100);
        assertThat(HILL.withWarmUp(500).peak()).isEqualTo(500);
    }

    @Test
    void a_line_says_the_same_as_stages() {
        var line = LoadProfileParser.ofRates().line("0..100/10s,100/s/10s, 40/10s,..0/4s");
        assertThat(line).isEqualTo(HILL);
        assertThat(LoadProfileParser.ofRates().line(HILL.text())).isEqualTo(HILL);
        assertThat(HILL.text()).isEqualTo("0..100/10s,100/10s,40/10s,40..0/4s");
    }

    @ParameterizedTest
    @CsvSource({"5k, 5000", "5k/s, 5000", "600/min, 10"})
    void a_rate_alone_is_a_constant_course(String text, double rate) {
        assertThat(LoadProfileParser.ofRates().line(text)).isEqualTo(LoadProfile.constant(rate));
    }

    @Test
    void a_stage_of_a_rate_a_minute_is_told_from_its_time() {
        assertThat(LoadProfileParser.ofRates().line("600/min/2m"))
                .isEqualTo(LoadProfile.of(List.of(Stage.at(10, Duration.ofMinutes(2)))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5k,10k | \"5k\" is no stage; a course is stages like 0..5k/30s",
                "0..5k/30s, | \"\" is no stage",
                "0..5k/30 | \"30\" has no unit",
                "5k/0s | a stage must be longer than 0, was 0s",
                "0/10s | a course must rise above 0 somewhere",
                "0 | must be above 0 requests a second",
                "fast/10s | \"fast\" is no rate",
                "a..5/10s | \"a\" is no rate",
            })
    void a_wrong_course_is_told(String text, String said) {
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> LoadProfileParser.ofRates().line(text))
                .withMessageContaining(said);
    }

    @Test
    void users_are_whole_and_not_too_many() {
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> LoadProfileParser.ofUsers(10).line("0..11/1s"))
                .withMessage("must be between 1 and 10, was 11");
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> new LoadModel.Closed(LoadProfile.constant(1.5), ThinkTime.NONE))
                .withMessage("users are whole, was 1.5");
    }

    private static Duration seconds(long count) {
        return Duration.ofSeconds(count);
    }
}
