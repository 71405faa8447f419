package dev.loombench.cli.load;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.command.LoadGeneratorCommand;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class LoadGeneratorOptionsTest {
    /// So a command line of the generator alone is one of `loombench load` as well.
    @Test
    void each_option_of_the_generator_alone_is_one_of_the_command_load() {
        var load = new CommandLine(new LoadCommand()).getCommandSpec();
        var alone = new CommandLine(new LoadGeneratorCommand()).getCommandSpec();
        assertThat(alone.options()).isNotEmpty();
        for (var option : alone.options()) {
            var name = option.longestName();
            assertThat(load.findOption(name)).as(name).isNotNull();
            var same = requireNonNull(load.findOption(name));
            assertThat(same.names()).as(name).containsExactly(option.names());
            assertThat(same.paramLabel()).as(name).isEqualTo(option.paramLabel());
            assertThat(same.defaultValue()).as(name).isEqualTo(option.defaultValue());
        }
    }
}
