package dev.loombench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.RareMode;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The mode that all trials of a variant may have missed: 0.9^n.
class ScopeTextTest {
    @Test
    void a_rare_mode_may_be_missed_by_all_blocks() {
        assertThat(new RareMode(5).missProbability()).isCloseTo(0.59049, within(1e-12));
        assertThat(ScopeText.rareMode(new RareMode(5), SampleRun.spec()))
                .isEqualTo(
                        "If one process in ten were slow, 5 blocks would miss it with"
                                + " probability 0.59");
        assertThat(ScopeText.rareMode(new RareMode(50), SampleRun.spec()))
                .endsWith("50 blocks would miss it with probability below 0.01");
    }

    @Test
    void a_single_variant_has_trials() {
        var one = SampleRun.spec().withVariants(List.of(SampleRun.spec().variants().getFirst()));
        assertThat(ScopeText.rareMode(new RareMode(1), one))
                .endsWith("1 trial would miss it with probability 0.90");
    }

    /// Without the last of six trials, 2 blocks remain.
    @Test
    void the_variant_with_the_fewest_trials_counts() {
        var trials = SampleRun.trials();
        var all = Analysis.of(SampleRun.manifest(), trials);
        assertThat(ScopeText.scope(all)).endsWith("3 blocks would miss it with probability 0.73");
        var fewer = Analysis.of(SampleRun.manifest(), trials.subList(0, 5));
        assertThat(fewer.rareMode()).contains(new RareMode(2));
    }

    @Test
    void a_variant_without_a_trial_has_none() {
        var first = SampleRun.trials().subList(0, 1);
        var analysis = Analysis.of(SampleRun.manifest(), first);
        assertThat(analysis.rareMode()).isEmpty();
        assertThat(ScopeText.scope(analysis)).doesNotContain("miss it");
    }
}
