package dev.loombench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.result.Trial;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TrialPlanTest {
    @Test
    void every_round_has_every_variant_once() {
        var plan = TrialPlan.of(SampleRun.experiment(), 7);
        assertThat(plan)
                .hasSize(6)
                .extracting(Trial::number)
                .isEqualTo(IntStream.rangeClosed(1, 6).boxed().toList());
        for (int round = 1; round <= 3; round++) {
            int r = round;
            assertThat(plan.stream().filter(t -> t.block() == r))
                    .extracting(Trial::variant)
                    .containsExactlyInAnyOrder(SampleRun.POOL, SampleRun.VIRTUAL);
        }
    }

    @Test
    void the_seed_decides_the_order_and_nothing_else_does() {
        assertThat(TrialPlan.of(SampleRun.experiment(), 7))
                .isEqualTo(TrialPlan.of(SampleRun.experiment(), 7));
        assertThat(
                        LongStream.range(0, 20)
                                .mapToObj(s -> TrialPlan.of(SampleRun.experiment(), s))
                                .map(List::getFirst))
                .extracting(Trial::variant)
                .contains(SampleRun.POOL, SampleRun.VIRTUAL);
    }
}
