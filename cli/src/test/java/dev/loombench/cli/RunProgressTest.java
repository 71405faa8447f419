package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.experiment.TrialCount;
import dev.loombench.result.RunManifest;
import dev.loombench.run.RunEvent;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunProgressTest {
    private static String start(RunManifest manifest) {
        var out = new StringWriter();
        try (var progress = RunProgress.on(new PrintWriter(out))) {
            progress.accept(
                    new RunEvent.Started(Path.of("run"), manifest, List.of(), Duration.ZERO));
        }
        return out.toString();
    }

    /// Blocks of two trials of 8 s and 5 s of work after the load: three take 78 s.
    @Test
    void a_budget_that_three_blocks_may_exceed_is_announced_with_the_option_that_holds_it() {
        assertThat(start(within(10))).contains("budget of 10s", "3 blocks", "--warm-up TIME");
        assertThat(start(within(90))).doesNotContain("budget of");
    }

    @Test
    void the_first_line_does_not_promise_interleaved_trials() {
        assertThat(start(SampleRun.interleaved(SampleRun.experiment())))
                .contains("at once where possible");
    }

    private static RunManifest within(int seconds) {
        var trials = TrialCount.exactly(10).within(Duration.ofSeconds(seconds));
        return SampleRun.manifest(SampleRun.experiment().withTrials(trials));
    }
}
