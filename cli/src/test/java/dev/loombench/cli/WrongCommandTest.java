package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.console.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is given to the wrong command, and results that cannot be written.
class WrongCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int execute(String... words) {
        return RootCommand.commandLine(new PrintWriter(out, true), new PrintWriter(err, true))
                .execute(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run app.jar | loombench compare",
                "run http://ada:sesame@localhost:1/a?token=sesame | loombench load",
                "run http://ada:sesame/1@localhost:1/ | loombench load",
                "doctor app.jar | an experiment is expected",
                "run src | loombench report",
                "compare quickstart | loombench run",
                "compare mine.yaml | loombench run",
                "compare a.yaml b.yaml | loombench run",
                "capacity a.yaml b.yaml --slo p99<1s | loombench capacity takes one"
            })
    void what_another_command_takes_is_named_with_it(String line, String hint) {
        assertThat(execute(line.split(" "))).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains(hint).doesNotContain("sesame").hasLineCount(1);
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "app.jar, loombench compare",
        "http://localhost:1/a?token=sesame, loombench load",
        "mine.yaml, loombench run"
    })
    void a_subject_without_a_command_gets_the_commands_for_it(String word, String hint) {
        assertThat(execute(word)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains(hint).doesNotContain("sesame");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run quickstart",
                "capacity http://localhost:1/ --slo p99<1s",
                "compare http://localhost:1/ http://localhost:2/",
                "reproduce choubey-2023"
            })
    void results_that_cannot_be_written_are_refused_before_anything_starts(String line) {
        assertThat(execute((line + " --results /dev/null/results").split(" ")))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--results: /dev/null is no folder");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void an_option_of_a_sister_command_is_named_with_it() {
        assertThat(execute("capacity", "a.jar", "--slo", "p99<1s", "--budget", "5m"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--budget: --processes N", "--hold-time", "--recovery");
        err.getBuffer().setLength(0);
        assertThat(execute("run", "quickstart", "--slo=p99<1s")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--slo is an option of capacity, not of loombench run");
        err.getBuffer().setLength(0);
        assertThat(execute("load", "http://localhost:1/", "--budget", "5m"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--budget is an option of ", "compare");
        err.getBuffer().setLength(0);
        assertThat(execute("capacity", "a.jar", "--slo", "p99<1s", "--hold", "10s"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--hold: --hold-time TIME");
    }

    /// As where a shell puts nothing in the place of the process id, or an option takes it.
    @ParameterizedTest
    @ValueSource(strings = {"--fail-on warning", "--then-compare 4711", "--profile", "--open"})
    void an_inspection_of_nothing_is_no_list_of_the_jvms(String options) {
        assertThat(execute(("inspect " + options).split(" "))).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains(options.split(" ")[0] + " needs a service");
        assertThat(out.toString()).isEmpty();
    }
}
