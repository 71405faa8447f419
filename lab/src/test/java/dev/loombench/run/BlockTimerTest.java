package dev.loombench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.SampleRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Blocks of two trials.
class BlockTimerTest {
    private static final Path RUN = Path.of("results", "run");

    private long now = Duration.ofHours(1).toNanos();
    private final BlockTimer timer = new BlockTimer(Duration.ofMinutes(1), 2, () -> now);

    @BeforeEach
    void start() {
        timer.accept(new RunEvent.Started(RUN, SampleRun.manifest(), List.of(), Duration.ZERO));
    }

    private void block(int seconds) {
        now += Duration.ofSeconds(seconds).toNanos();
        var trial = SampleRun.trials().getFirst();
        for (int i = 0; i < 2; i++) {
            timer.accept(new RunEvent.TrialEnded(trial, 30, Duration.ZERO));
        }
    }

    private void assertLast(int seconds) {
        assertThatExceptionOfType(BlockTimer.TimeOver.class)
                .isThrownBy(() -> block(seconds))
                .satisfies(over -> assertThat(over.run()).isEqualTo(RUN));
    }

    /// After four blocks of 14 s, 4 s remain.
    @Test
    void the_run_ends_when_no_further_block_fits() {
        block(14);
        block(14);
        block(14);
        assertLast(14);
        assertThat(timer.blockTime()).isEqualTo(Duration.ofSeconds(14));
    }

    @Test
    void a_block_that_fits_exactly_is_run() {
        for (int i = 0; i < 3; i++) {
            block(15);
        }
        assertLast(15);
    }

    @Test
    void three_blocks_are_run_however_long_they_take() {
        block(100);
        block(100);
        assertLast(100);
    }

    /// Two blocks of 14 s are set aside; after three of 9 s in the other mode, 5 s remain.
    @Test
    void a_change_of_mode_begins_the_blocks_anew_and_not_the_time() {
        block(14);
        block(14);
        start();
        block(9);
        block(9);
        assertLast(9);
        assertThat(timer.blockTime()).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void a_block_ends_with_its_last_trial() {
        block(20);
        block(20);
        now += Duration.ofSeconds(20).toNanos();
        var trial = SampleRun.trials().getFirst();
        timer.accept(new RunEvent.TrialEnded(trial, 30, Duration.ZERO));
        assertThat(timer.blockTime()).isEqualTo(Duration.ofSeconds(20));
        assertLast(0);
    }
}
