package dev.loombench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.result.Reproduction.Planned;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// The sample has 6 trials, each with 4 s of warm-up, 2 s of window and 2 s around them: 48 s.
class ReproductionEtaTest {
    private final AtomicLong now = new AtomicLong();
    private final ReproductionEta eta =
            new ReproductionEta(
                    Collections.nCopies(3, new Planned("a", SampleRun.experiment(), List.of())),
                    now::get);

    @Test
    void the_first_estimate_is_from_the_specs() {
        eta.experimentStarted();
        assertThat(eta.remaining()).isEqualTo(Duration.ofSeconds(96));
    }

    @Test
    void later_estimates_are_scaled_by_the_actual_time_of_ended_experiments() {
        eta.experimentStarted();
        now.addAndGet(Duration.ofSeconds(30).toNanos());
        eta.experimentEnded(true);
        eta.experimentStarted();
        assertThat(eta.remaining()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void an_experiment_without_a_run_does_not_count() {
        eta.experimentStarted();
        eta.experimentEnded(false);
        eta.experimentStarted();
        assertThat(eta.remaining()).isEqualTo(Duration.ofSeconds(48));
    }
}
