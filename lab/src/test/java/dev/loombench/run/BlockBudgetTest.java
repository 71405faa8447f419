package dev.loombench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.TrialCount;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockBudgetTest {
    private static final BlockBudget MINUTE = new BlockBudget(Duration.ofMinutes(1));

    private static Duration seconds(int seconds) {
        return Duration.ofSeconds(seconds);
    }

    @Test
    void it_is_spent_when_a_further_block_takes_longer_than_what_remains() {
        assertThat(MINUTE.isSpent(seconds(45), seconds(15), 3)).isFalse();
        assertThat(MINUTE.isSpent(seconds(46), seconds(15), 3)).isTrue();
    }

    @Test
    void three_blocks_are_run_however_long_they_take() {
        assertThat(MINUTE.isSpent(seconds(600), seconds(300), 2)).isFalse();
        assertThat(MINUTE.isSpent(seconds(900), seconds(300), 3)).isTrue();
    }

    /// Ten blocks of two trials of 8 s and 5 s of work after the load take 260 s, and three 78 s.
    @Test
    void the_longest_time_is_that_of_the_blocks_that_fit() {
        assertThat(BlockBudget.longest(within(seconds(90)), seconds(0))).isEqualTo(seconds(90));
        assertThat(BlockBudget.longest(within(seconds(10)), seconds(0))).isEqualTo(seconds(78));
        assertThat(BlockBudget.longest(within(seconds(600)), seconds(0))).isEqualTo(seconds(260));
        assertThat(BlockBudget.longest(SampleRun.experiment(), seconds(0))).isEqualTo(seconds(78));
    }

    /// As after interleaved trials that change the result, which are set aside.
    @Test
    void what_was_spent_before_is_no_longer_left() {
        assertThat(BlockBudget.longest(within(seconds(90)), seconds(10))).isEqualTo(seconds(80));
        assertThat(BlockBudget.longest(within(seconds(90)), seconds(30))).isEqualTo(seconds(78));
    }

    /// Three blocks take 78 s.
    @Test
    void a_budget_below_the_time_of_the_least_blocks_is_at_risk() {
        assertThat(started(77, 0).budgetAtRisk()).contains(seconds(77));
        assertThat(started(78, 0).budgetAtRisk()).isEmpty();
        assertThat(started(90, 30).budgetAtRisk()).contains(seconds(90));
        assertThat(started(77, 0).leastBlocks()).isEqualTo(3);
    }

    private static RunEvent.Started started(int budget, int spent) {
        var manifest = SampleRun.manifest(within(seconds(budget)));
        return new RunEvent.Started(Path.of("run"), manifest, List.of(), seconds(spent));
    }

    private static Experiment within(Duration time) {
        return SampleRun.experiment().withTrials(TrialCount.exactly(10).within(time));
    }
}
