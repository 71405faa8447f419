package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `--fail-if` of commands that end before they start anything.
class FailIfOptionTest extends CommandFixture {
    @TempDir Path folder;

    private int compare(String... conditions) {
        var words = new String[4 + 2 * conditions.length];
        System.arraycopy(
                new String[] {"compare", "a=sleep {port}", "b=sleep {port}", "--dry-run"},
                0,
                words,
                0,
                4);
        for (int i = 0; i < conditions.length; i++) {
            words[4 + 2 * i] = "--fail-if";
            words[5 + 2 * i] = conditions[i];
        }
        return execute(words);
    }

    @Test
    void the_experiment_of_a_comparison_has_the_conditions_as_claims() {
        assertThat(compare("b<0.95x", "p99>50ms")).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines())
                .containsSequence(
                        "expect:",
                        "  - \"b throughput above 0.95x a\"",
                        "  - \"a p99 below 50ms\"",
                        "  - \"b p99 below 50ms\"");
    }

    @Test
    void without_conditions_a_comparison_has_no_claims() {
        assertThat(compare()).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).doesNotContain("expect");
    }

    @Test
    void a_wrong_condition_ends_a_command_before_anything_starts() throws IOException {
        assertThat(compare("c<0.95x")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--fail-if \"c<0.95x\"", "variant or metric");
        var file =
                Files.writeString(
                        folder.resolve("mine.yaml"),
                        """
                        question: Does it run?
                        service: {command: "sleep {port}"}
                        variants: [{name: a}, {name: b, args: x}]
                        load: {users: 4, path: /}
                        """);
        assertThat(execute("run", file.toString(), "--fail-if", "b is slow"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--fail-if \"b is slow\"");
        assertThat(execute("run", "--resume", folder.toString(), "--fail-if", "b<1x"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("no --fail-if");
    }
}
