package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.console.ExitCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoctorCommandTest extends CommandFixture {
    @Test
    @Tag("zoo") // needs the jar of a server
    void doctor_prints_the_limits_of_this_machine() {
        assertThat(execute("doctor", "quickstart")).isIn(ExitCode.OK, ExitCode.INVALID);
        assertThat(out.toString())
                .contains("open files", "connections per process; the experiment needs 200")
                .contains("io_uring", "time stamps", "JDKs", "variant tomcat virtual");
    }

    @Test
    void doctor_prints_json() {
        assertThat(execute("doctor", "--output", "json")).isEqualTo(ExitCode.OK);
        assertThat(json().at("/checks/0/name").asString()).isEqualTo("open files");
        assertThat(json().at("/checks/0/state").asString()).isEqualTo("ok");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--calibrate --for 10s | must be from 30s to 30m, was 10s",
                "--calibrate --for 31m | must be from 30s to 30m, was 31m",
                "--calibrate --for soon | \"soon\" is not a duration",
                "--calibrate --for 10 | must be from 30s to 30m, was 10s",
                "--for 1m | --for needs --calibrate",
                "--calibrate quickstart | --calibrate takes no experiment",
            })
    void a_wrong_calibration_starts_nothing(String options, String message) {
        assertThat(execute(("doctor " + options).split(" "))).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains(message).doesNotContain("\tat ");
        assertThat(out.toString()).isEmpty();
    }
}
