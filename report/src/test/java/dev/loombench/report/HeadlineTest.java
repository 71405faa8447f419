package dev.loombench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.experiment.TrialCount;
import org.junit.jupiter.api.Test;

class HeadlineTest {
    private static final String SMOKE = "Smoke run, one trial per variant: ";

    @Test
    void a_run_of_one_trial_per_variant_says_that_it_is_a_smoke_run() {
        var experiment = SampleRun.experiment().withTrials(TrialCount.exactly(1));
        var first = SampleRun.trials().stream().filter(r -> r.trial().block() == 1).toList();
        var headline = Headline.of(Analysis.of(SampleRun.manifest(experiment), first));
        assertThat(headline.sentence()).startsWith(SMOKE);
    }

    @Test
    void a_run_of_several_trials_is_none() {
        var analysis = Analysis.of(SampleRun.manifest(), SampleRun.trials());
        assertThat(Headline.of(analysis).sentence()).doesNotContain("Smoke");
    }
}
