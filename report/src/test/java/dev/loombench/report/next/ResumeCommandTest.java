package dev.loombench.report.next;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.experiment.NotStored;
import dev.loombench.result.Invocation;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResumeCommandTest {
    @Test
    void a_folder_with_spaces_is_one_word() {
        assertThat(ResumeCommand.line(Path.of("my results/mine"), Invocation.UNKNOWN))
                .isEqualTo("loombench run --resume 'my results/mine'");
    }

    @Test
    void a_run_is_resumed_with_its_variables_or_begun_anew() {
        var run = Path.of("r");
        var typed = new Invocation(List.of("compare", "--env=DB_PASSWORD=***"));
        var needed = new NotStored(List.of("DB_PASSWORD"), List.of());
        assertThat(ResumeCommand.sentence(run, typed, NotStored.NOTHING, typed.line()))
                .isEqualTo("Resume: loombench run --resume r");
        assertThat(ResumeCommand.sentence(run, typed, needed, typed.line()))
                .contains("DB_PASSWORD")
                .endsWith(": loombench run --resume r");
        var lost = new NotStored(List.of(), List.of("${AUTHORIZATION}"));
        assertThat(ResumeCommand.sentence(run, typed, lost, typed.line()))
                .contains("${AUTHORIZATION}", "in place of ***")
                .endsWith(typed.line())
                .doesNotContain("--resume");
    }

    @Test
    void what_a_run_needs_to_be_resumed_is_said_at_its_start() {
        assertThat(ResumeCommand.notice(NotStored.NOTHING)).isEmpty();
        assertThat(ResumeCommand.notice(new NotStored(List.of("A", "B"), List.of())).orElseThrow())
                .contains("export A=... B=...");
        var lost = new NotStored(List.of("A"), List.of("${C}"));
        assertThat(ResumeCommand.notice(lost).orElseThrow())
                .contains("${C}", "cannot be resumed")
                .doesNotContain("export");
    }

    @Test
    void the_agents_and_the_pacing_are_named_again_and_nothing_else() {
        var typed =
                new Invocation(
                        List.of(
                                "compare",
                                "a.jar",
                                "--load-on=10.0.0.1:7447,10.0.0.2:7447",
                                "--key-file=my key",
                                "-c=50",
                                "-t=2",
                                "--pacing=exact"));
        assertThat(ResumeCommand.line(Path.of("results/x"), typed))
                .isEqualTo(
                        "loombench run --resume results/x --load-on 10.0.0.1:7447,10.0.0.2:7447 --key-file 'my key' -t 2 --pacing exact");
    }
}
