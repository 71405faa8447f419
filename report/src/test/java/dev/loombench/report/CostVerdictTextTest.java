package dev.loombench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.experiment.Criteria;
import dev.loombench.experiment.Metric;
import dev.loombench.result.Steadiness;
import dev.loombench.result.Steadiness.State;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.WarmUp;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Both variants of the sample use 100 µs of CPU per request.
class CostVerdictTextTest {
    private static final String EQUAL =
            "CPU per request is decided: tomcat virtual 1.000× [1.000, 1.000] (equivalent within 3 %)"
                    + " of tomcat platform-pool 100.";

    private static Analysis analysis(Metric decides, Metric... rising) {
        var experiment =
                SampleRun.experiment().withCriteria(new Criteria(decides, 0.03, List.of()));
        return Analysis.of(
                SampleRun.manifest(experiment),
                SampleRun.trials().stream()
                        .map(r ->
                                SampleRun.result(
                                        r.trial(),
                                        rising((Completed) r.outcome(), List.of(rising))))
                        .toList());
    }

    private static Completed rising(Completed trial, List<Metric> rising) {
        var metrics =
                Stream.of(Metric.THROUGHPUT, Metric.CPU_PER_REQUEST)
                        .map(m ->
                                rising.contains(m)
                                        ? Steadiness.not(m, State.RISING)
                                        : Steadiness.steadyAfter(m, 1))
                        .toList();
        var warmUp = new WarmUp(trial.warmUp().window(), trial.warmUp().responses(), metrics);
        return SampleRun.completed(warmUp, trial.load(), trial.unloaded(), trial.observations());
    }

    @Test
    void a_run_whose_throughput_is_invalid_has_the_verdict_by_cpu() {
        var unsteady = analysis(Metric.THROUGHPUT, Metric.THROUGHPUT);
        assertThat(unsteady.valid()).isFalse();
        assertThat(CostVerdictText.sentence(unsteady)).contains(EQUAL);
        assertThat(Headline.of(unsteady).sentence()).isEqualTo("Invalid result. " + EQUAL);
    }

    @Test
    void cpu_that_is_invalid_too_is_not_decided() {
        var unsteady = analysis(Metric.THROUGHPUT, Metric.THROUGHPUT, Metric.CPU_PER_REQUEST);
        assertThat(CostVerdictText.sentence(unsteady)).isEmpty();
    }

    @Test
    void a_run_that_is_decided_or_by_cpu_itself_has_no_other_verdict() {
        var decided = analysis(Metric.THROUGHPUT);
        assertThat(decided.valid() && decided.decided()).isTrue();
        assertThat(CostVerdictText.sentence(decided)).isEmpty();
        assertThat(
                        CostVerdictText.sentence(
                                analysis(Metric.CPU_PER_REQUEST, Metric.CPU_PER_REQUEST)))
                .isEmpty();
    }
}
