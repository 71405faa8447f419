package dev.loombench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.result.Reproduction.Planned;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// The sample has 6 trials, each of 4 s of warm-up, a window of 2 s and 1.5 s beside: 45 s.
class ReproductionEtaTest {
    private final AtomicLong now = new AtomicLong();
    private final ReproductionEta clock =
            new ReproductionEta(
                    Collections.nCopies(3, new Planned("a", SampleRun.spec(), List.of())),
                    now::get);

    @Test
    void before_anything_was_seen_the_specs_are_believed() {
        clock.experimentStarted();
        assertThat(clock.remaining()).isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void later_ones_are_expected_to_take_as_much_longer_or_shorter_as_those_before() {
        clock.experimentStarted();
        now.addAndGet(Duration.ofSeconds(30).toNanos());
        clock.experimentEnded(true);
        clock.experimentStarted();
        assertThat(clock.remaining()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void one_that_could_not_be_run_teaches_nothing() {
        clock.experimentStarted();
        clock.experimentEnded(false);
        clock.experimentStarted();
        assertThat(clock.remaining()).isEqualTo(Duration.ofSeconds(45));
    }
}
