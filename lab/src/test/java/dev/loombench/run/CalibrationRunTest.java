package dev.loombench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.experiment.TrialMode;
import dev.loombench.experiment.yaml.ExperimentReader;
import dev.loombench.launch.Zoo;
import dev.loombench.launch.limit.HostLimits;
import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalibrationRunTest {
    private static final Zoo ZOO = Zoo.at(Path.of(System.getProperty("loombench.home")));

    /// Two servers with 2 s of warm-up and 2 s of window each: no block is shorter than 8 s.
    @ParameterizedTest
    @CsvSource({"30, 3", "120, 15", "1800, 225"})
    void the_plan_has_at_least_the_blocks_that_fit(int seconds, int blocks) {
        var experiment =
                CalibrationRun.experiment(
                        new ExperimentReader(ZOO.servers()), Duration.ofSeconds(seconds));
        assertThat(experiment.trials().max()).isEqualTo(blocks);
        assertThat(experiment.trials().precision()).isEmpty();
    }

    @Test
    void the_variants_are_equal_and_can_be_interleaved() {
        var experiment =
                CalibrationRun.experiment(
                        new ExperimentReader(ZOO.servers()), Duration.ofMinutes(2));
        var one = experiment.variants().getFirst();
        var other = experiment.variants().getLast();
        assertThat(experiment.variants()).hasSize(2);
        assertThat(other).usingRecursiveComparison().ignoringFields("name").isEqualTo(one);
        var mode =
                ModeChoice.of(
                        experiment,
                        name -> ZOO.servers().stream().filter(s -> s.name().equals(name)).findAny(),
                        HostLimits.ofThisMachine(),
                        Optional.empty());
        assertThat(mode.mode()).isEqualTo(TrialMode.INTERLEAVED);
    }

    @ParameterizedTest
    @CsvSource({"29999, 29999ms", "1800001, 1800001ms", "0, 0s"})
    void a_time_out_of_range_is_refused(long millis, String shown) {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> CalibrationRun.requireTime(Duration.ofMillis(millis)))
                .withMessage("the time of a calibration must be from 30s to 30m, was " + shown);
    }
}
