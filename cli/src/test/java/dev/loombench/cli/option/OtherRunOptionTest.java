package dev.loombench.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.run.OtherRun;
import dev.loombench.run.RunEvent;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class OtherRunOptionTest {
    private static OtherRun chosen(Map<String, String> environment, String... options) {
        var option = new OtherRunOption();
        new CommandLine(option).parseArgs(options);
        return option.chosen(environment);
    }

    @Test
    void without_an_option_nothing_starts_beside_another_run() {
        assertThat(chosen(Map.of())).isEqualTo(OtherRun.REFUSE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "1", "yes"})
    void in_continuous_integration_a_run_waits(String value) {
        assertThat(chosen(Map.of("CI", value))).isEqualTo(OtherRun.WAIT);
        assertThat(chosen(Map.of("CI", value), "--no-wait")).isEqualTo(OtherRun.MEASURE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "false", "0"})
    void a_variable_that_denies_it_counts_as_none(String value) {
        assertThat(chosen(Map.of("CI", value))).isEqualTo(OtherRun.REFUSE);
    }

    @Test
    void an_option_takes_precedence() {
        assertThat(chosen(Map.of(), "--wait")).isEqualTo(OtherRun.WAIT);
        assertThat(chosen(Map.of(), "--no-wait")).isEqualTo(OtherRun.MEASURE);
    }

    @Test
    void the_wait_is_shown_with_its_length() {
        var other = "another run (process 4711) is measuring on this machine";
        assertThat(OtherRunOption.text(new RunEvent.Waiting(other, Duration.ZERO)))
                .isEqualTo(other + "; waiting until it has ended");
        assertThat(OtherRunOption.text(new RunEvent.Waiting(other, Duration.ofSeconds(12))))
                .endsWith("has ended, for 12 s");
    }
}
