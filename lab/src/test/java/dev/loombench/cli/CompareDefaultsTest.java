package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.report.reason.CompareCommandLine;
import dev.loombench.spec.text.Units;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// The defaults that a suggested command leaves out are those of `compare`.
class CompareDefaultsTest {
    @Test
    void a_suggested_command_leaves_out_the_defaults_of_compare() {
        assertThat(defaultOf("--duration")).isEqualTo(Units.text(CompareCommandLine.DURATION));
        assertThat(defaultOf("--warm-up")).isEqualTo(Units.text(CompareCommandLine.WARM_UP));
    }

    private static String defaultOf(String option) {
        return new CommandLine(new CompareCommand())
                .getCommandSpec()
                .findOption(option)
                .defaultValue();
    }
}
