package dev.loombench.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleCounted;
import dev.loombench.SampleRun;
import dev.loombench.analysis.comparison.ClaimCheck.Outcome;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.trial.EventsPerRequest;
import dev.loombench.observe.result.OptionalObservation;
import org.junit.jupiter.api.Test;

/// Events per request of the sample run: the pool's are twice those of virtual threads.
class CountedAnalysisTest {
    private final Analysis analysis = Analysis.of(SampleCounted.manifest(), SampleCounted.trials());

    @Test
    void events_are_divided_by_the_good_responses_of_the_window() {
        var events = analysis.variants().getFirst().cost().events();
        assertThat(events.instructions()).hasValueCloseTo(200_000.0, within(1e-3));
        assertThat(events.cycles()).hasValueCloseTo(100_000.0, within(1e-3));
        assertThat(events.switches()).hasValueCloseTo(4.0, within(1e-9));
        assertThat(events.migrations()).hasValueCloseTo(0.5, within(1e-9));
        assertThat(events.userOnly()).isTrue();
    }

    @Test
    void instructions_decide_the_verdict_and_fewer_are_better() {
        var verdict = analysis.variants().getLast().verdict();
        assertThat(verdict).isInstanceOf(Verdict.Better.class);
        assertThat(verdict.interval().orElseThrow().point()).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void a_claim_on_cycles_is_checked() {
        assertThat(analysis.claims())
                .singleElement()
                .satisfies(c -> assertThat(c.outcome()).isInstanceOf(Outcome.Supported.class));
    }

    @Test
    void a_metric_of_events_needs_the_counters() {
        assertThat(SampleCounted.experiment().observe())
                .containsExactly(OptionalObservation.COUNTERS);
        assertThat(SampleRun.experiment().observe()).isEmpty();
    }

    @Test
    void a_run_without_counters_has_no_events() {
        var events =
                Analysis.of(SampleRun.manifest(), SampleRun.trials())
                        .variants()
                        .getFirst()
                        .cost()
                        .events();
        assertThat(events).isEqualTo(EventsPerRequest.NONE);
    }
}
