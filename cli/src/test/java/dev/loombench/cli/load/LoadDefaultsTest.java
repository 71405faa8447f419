package dev.loombench.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.command.LoadGeneratorCommand;
import dev.loombench.traffic.LoadDefaults;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// `loombench load` and `loombench-load` have the same defaults.
class LoadDefaultsTest {
    private static OptionSpec ofLab(String option) {
        return new CommandLine(new LoadCommand()).getCommandSpec().findOption(option);
    }

    private static OptionSpec ofGenerator(String option) {
        return new CommandLine(new LoadGeneratorCommand()).getCommandSpec().findOption(option);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--connections", "--timeout", "--seed"})
    void an_option_of_both_commands_has_one_default(String option) {
        assertThat(ofLab(option).defaultValue())
                .isNotNull()
                .isEqualTo(ofGenerator(option).defaultValue());
    }

    @Test
    void the_texts_name_the_defaults() {
        assertThat(ofLab("--connections").defaultValue())
                .isEqualTo(String.valueOf(LoadDefaults.CONNECTIONS));
        for (var option : new OptionSpec[] {ofLab("--duration"), ofGenerator("--duration")}) {
            assertThat(String.join(" ", option.description()))
                    .contains(LoadDefaults.DURATION_TEXT, LoadDefaults.COUNTED_TEXT);
        }
        for (var option : new OptionSpec[] {ofLab("--warm-up"), ofGenerator("--warm-up")}) {
            assertThat(String.join(" ", option.description())).contains(LoadDefaults.WARM_UP_TEXT);
        }
    }
}
