package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.console.ExitCode;
import dev.loombench.report.reason.CompareCommandLine;
import dev.loombench.spec.text.Units;
import java.io.PrintWriter;
import java.io.Writer;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// The defaults that a suggested command leaves out are those of `compare`.
class CompareDefaultsTest {
    @Test
    void a_suggested_command_leaves_out_the_defaults_of_compare() {
        assertThat(defaultOf("--duration")).isEqualTo(Units.text(CompareCommandLine.DURATION));
        assertThat(defaultOf("--warm-up")).isEqualTo(Units.text(CompareCommandLine.WARM_UP));
    }

    /// It is a value of the experiment's text, and not a part of that text.
    @Test
    void a_metric_is_one_value_whatever_it_contains() {
        assertThat(compare("p99")).isEqualTo(ExitCode.OK);
        assertThat(compare("")).isEqualTo(ExitCode.USAGE);
        assertThat(compare("p99\nseed: 5")).isEqualTo(ExitCode.USAGE);
    }

    private static int compare(String metric) {
        var none = new PrintWriter(Writer.nullWriter());
        return RootCommand.commandLine(none, none)
                .execute(
                        "compare",
                        "a=sleep {port}",
                        "b=sleep {port}",
                        "--dry-run",
                        "--metric",
                        metric);
    }

    private static String defaultOf(String option) {
        return new CommandLine(new CompareCommand())
                .getCommandSpec()
                .findOption(option)
                .defaultValue();
    }
}
