package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.console.ExitCode;
import java.io.IOException;
import java.net.ServerSocket;
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
    void what_a_run_would_refuse_is_refused_and_not_printed() throws IOException {
        int nobody;
        try (var closed = new ServerSocket(0)) {
            nobody = closed.getLocalPort();
        }
        var refused =
                List.of(
                        List.of("a=no-such-program {port}", "b=sleep {port}"),
                        List.of("a=java -cp x A", "b=java -cp x B", "--jdk", "9"),
                        List.of("a=java -jar no-such.jar", "b=sleep {port}"),
                        List.of("a=http://127.0.0.1:" + nobody, "b=http://localhost:" + nobody));
        for (var services : refused) {
            var words = new ArrayList<>(List.of("compare", "--dry-run"));
            words.addAll(services);
            assertThat(execute(words.toArray(String[]::new)))
                    .as("%s: %s", services, err)
                    .isEqualTo(ExitCode.USAGE);
            assertThat(out.toString()).isEmpty();
        }
    }

    @Test
    void what_needs_a_result_is_refused() {
        assertThat(compare("--export", "json=no/such/folder/x.json")).isEqualTo(ExitCode.USAGE);
        assertThat(compare("--open")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString().lines()).hasSize(2).allMatch(line -> line.contains("--dry-run"));
        assertThat(out.toString()).isEmpty();
    }
}
