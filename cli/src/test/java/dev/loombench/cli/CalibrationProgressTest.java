package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.run.RunEvent;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CalibrationProgressTest {
    private static final Duration TIME = Duration.ofSeconds(90);

    private final StringWriter out = new StringWriter();
    private long now;

    private CalibrationProgress progress(boolean live) {
        return new CalibrationProgress(TIME, new PrintWriter(out), live, () -> now);
    }

    private static RunEvent.Started started() {
        return new RunEvent.Started(Path.of("run"), SampleRun.manifest(), List.of(), Duration.ZERO);
    }

    private static RunEvent.TrialEnded ended() {
        return new RunEvent.TrialEnded(SampleRun.trials().get(2), 30, Duration.ofHours(1));
    }

    /// The time left is that of the calibration, not of the plan.
    @Test
    void without_a_terminal_each_trial_has_a_line_with_the_time_left() {
        var progress = progress(false);
        now = Duration.ofSeconds(5).toNanos(); // a build
        progress.accept(started());
        now = Duration.ofSeconds(25).toNanos();
        progress.accept(ended());
        progress.close();
        assertThat(out.toString().lines())
                .containsExactly(
                        "calibration: one server twice, for about 90 s, seed 42",
                        "[block 2] trial 3 ended (70 s left)");
    }

    @Test
    void an_exceeded_time_is_zero() {
        var progress = progress(false);
        progress.accept(started());
        now = Duration.ofSeconds(100).toNanos();
        progress.accept(ended());
        assertThat(out.toString()).endsWith("(0 s left)\n");
    }

    @Test
    void a_terminal_has_one_line_that_changes() {
        var progress = progress(true);
        progress.accept(started());
        progress.accept(
                new RunEvent.Progress(
                        SampleRun.trials().getFirst().trial(),
                        30,
                        "warming up",
                        Duration.ofSeconds(1),
                        1_000,
                        Duration.ofHours(1)));
        progress.accept(ended());
        assertThat(out.toString()).endsWith("\r\u001b[K[block 1] warming up, 90 s left");
    }
}
