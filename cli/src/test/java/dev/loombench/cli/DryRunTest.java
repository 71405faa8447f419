package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.console.ExitCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// `compare --dry-run`, which prints experiments and starts nothing.
class DryRunTest extends CommandFixture {
    private int compare(String... options) {
        var words = new ArrayList<>(List.of("compare", "a=sleep {port}", "b=sleep {port}"));
        words.add("--dry-run");
        words.addAll(List.of(options));
        return execute(words.toArray(String[]::new));
    }

    @Test
    void several_numbers_of_users_are_several_documents() {
        assertThat(compare("-c", "2,4")).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(out.toString().split("\n---\n", -1))
                .hasSize(2)
                .allSatisfy(document -> assertThat(document).containsOnlyOnce("question: "));
    }

    @Test
    void what_needs_a_result_is_refused() {
        assertThat(compare("--export", "json=no/such/folder/x.json")).isEqualTo(ExitCode.USAGE);
        assertThat(compare("--open")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString().lines()).hasSize(2).allMatch(line -> line.contains("--dry-run"));
        assertThat(out.toString()).isEmpty();
    }
}
