package dev.loombench.analysis.validity.evidence;

import static dev.loombench.ChangedSampleRun.findings;
import static dev.loombench.ChangedSampleRun.inSlices;
import static dev.loombench.ChangedSampleRun.manifestOf;
import static dev.loombench.ChangedSampleRun.results;
import static dev.loombench.ChangedSampleRun.severity;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.validity.machine.SharedMachine;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.experiment.variant.ZooServer;
import dev.loombench.finding.Severity;
import dev.loombench.result.TrialOutcome.Failed;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The conditions that raise findings about different conditions, and a run without any.
class EvidenceFindingTest {
    @Test
    void a_clean_run_has_only_the_shared_machine_finding() {
        assertThat(Analysis.of(SampleRun.manifest(), SampleRun.trials()).findings())
                .noneMatch(f -> f.severity() == Severity.INVALID)
                .allMatch(f -> f instanceof SharedMachine || f instanceof EvidenceMissing);
    }

    /// Of three trials per variant.
    @ParameterizedTest
    @CsvSource({"0, none", "1, note", "2, note", "3, invalid"})
    void failed_trials_are_a_note_unless_all_of_a_variant_failed(int failed, String severity) {
        var results =
                SampleRun.trials().stream()
                        .map(r ->
                                r.trial().variant().equals(SampleRun.POOL)
                                                && r.trial().block() <= failed
                                        ? r.with(new Failed("launch", "it died", List.of()))
                                        : r)
                        .toList();
        var findings = Analysis.of(SampleRun.manifest(), results).findings();
        assertThat(severity(TrialsFailed.class, findings)).isEqualTo(severity);
    }

    @Test
    void different_conditions_between_models_are_a_finding() {
        var pool = SampleRun.experiment().variants().getFirst();
        var virtual = withFlags(SampleRun.experiment().variants().getLast());
        assertThat(findings(manifestOf(pool, virtual), _ -> SampleRun.completed(1_000, 400)))
                .contains(new ConditionsDiffer(List.of("jvm")));
        assertThat(
                        findings(
                                manifestOf(SampleRun.experiment().variants().getLast(), virtual),
                                _ -> SampleRun.completed(4_000, 100)))
                .noneMatch(ConditionsDiffer.class::isInstance);
    }

    @Test
    void limits_of_a_single_server_are_a_finding() {
        var own =
                Variant.of(
                        "tomcat",
                        "virtual",
                        Threading.VIRTUAL,
                        Map.of("container-limits", "default"));
        var pool = SampleRun.experiment().variants().getFirst();
        assertThat(findings(manifestOf(own, pool), _ -> SampleRun.completed(1_000, 400)))
                .contains(new ConditionsDiffer(List.of("container-limits")));
    }

    /// Equal variants: what their mode judges is equivalent.
    @Test
    void slices_do_not_judge_high_percentiles_and_peak_memory() {
        var divided = inSlices(24);
        var found = new NotJudgedInSlices(List.of(Metric.P99, Metric.PEAK_RSS));
        assertThat(divided.findings()).contains(found);
        assertThat(verdict(divided, Metric.P99).invalidBy()).contains(found);
        assertThat(verdict(divided, Metric.P50)).isInstanceOf(Verdict.NoDifference.class);
        assertThat(verdict(divided, Metric.THROUGHPUT)).isInstanceOf(Verdict.NoDifference.class);
        assertThat(found.severity()).isEqualTo(Severity.INFORMATION);
        assertThat(divided.scorecard().invalidating(SampleRun.VIRTUAL, Metric.P99)).isEmpty();
        var whole = inSlices(1);
        assertThat(whole.findings()).noneMatch(NotJudgedInSlices.class::isInstance);
        assertThat(verdict(whole, Metric.P99).invalidBy()).isEmpty();
    }

    private static Verdict verdict(Analysis analysis, Metric metric) {
        return analysis.scorecard().of(SampleRun.VIRTUAL, metric);
    }

    /// The ratio of two runs has no verdict, and both may have the same mode.
    @Test
    void figures_that_slices_do_not_judge_are_valid_by_themselves() {
        var finding = new NotJudgedInSlices(List.of(Metric.P99, Metric.PEAK_RSS));
        assertThat(finding.invalidates(Metric.P999, "a", "b")).isTrue();
        assertThat(finding.invalidates(Metric.PEAK_RSS, "a", "b")).isTrue();
        assertThat(finding.invalidates(Metric.P99, "a", "a")).isFalse();
        assertThat(finding.invalidates(Metric.THREADS, "a", "b")).isFalse();
    }

    private static Variant withFlags(Variant variant) {
        var zoo = variant.zooServer().orElseThrow();
        return Variant.of(
                variant.name() + " small",
                new ZooServer(
                        zoo.server(),
                        zoo.model(),
                        zoo.threads(),
                        zoo.settings(),
                        List.of("-Xmx64m")));
    }
}
