package dev.loombench.analysis;

import static dev.loombench.SampleReproduction.attempt;
import static dev.loombench.SampleReproduction.claim;
import static dev.loombench.SampleReproduction.lacking;
import static dev.loombench.SampleReproduction.level;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleReproduction;
import dev.loombench.SampleRun;
import dev.loombench.analysis.ClaimEvaluation.Attempt;
import dev.loombench.analysis.ClaimEvaluation.ClaimStatus;
import dev.loombench.analysis.ClaimEvaluation.EvaluatedClaim;
import dev.loombench.analysis.validity.generator.GeneratorStarved;
import dev.loombench.analysis.validity.jvm.JvmFinding.StillCompiling;
import dev.loombench.analysis.validity.machine.ConcurrentRun;
import dev.loombench.analysis.validity.machine.RestingServersBusy;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Claim.Relation;
import dev.loombench.experiment.Criteria;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.article.Article;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.Reproduction;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// In the sample, virtual threads have four times the throughput of the pool.
class ClaimEvaluationTest {
    private static final Claim FASTER = claim("faster", new Relation.Above(), 1.5);
    private static final Claim SLOWER = claim("slower", new Relation.Below(), 0.5);
    private static final Claim FASTER_STILL = claim("faster still", new Relation.Above(), 4.0);

    @Test
    void claims_are_supported_contradicted_or_undecided_by_their_run() {
        assertThat(statuses(attempt(List.of(FASTER, SLOWER, FASTER_STILL))))
                .hasExactlyElementsOfTypes(
                        ClaimStatus.Supported.class,
                        ClaimStatus.Contradicted.class,
                        ClaimStatus.Undecided.class);
    }

    @Test
    void a_claim_depends_where_the_corrected_experiment_has_the_opposite_outcome() {
        var statuses = statuses(attempt(List.of(FASTER, SLOWER)), level());
        // The corrected ratio is 1: above 1.5 is contradicted there, and below 0.5 in both.
        assertThat(statuses)
                .hasExactlyElementsOfTypes(
                        ClaimStatus.Depends.class, ClaimStatus.Contradicted.class);
        assertThat(((ClaimStatus.Depends) statuses.getFirst()).correctedExperiment().name())
                .isEqualTo("sample-corrected");
    }

    @Test
    void a_fixed_value_is_not_compared_with_another_load() {
        var figure =
                new Claim(
                        "figure",
                        SampleRun.VIRTUAL,
                        Metric.THROUGHPUT,
                        new Relation.Above(),
                        new Claim.Target.FixedValue(3_000));
        assertThat(statuses(attempt(List.of(figure)), level()))
                .hasExactlyElementsOfTypes(ClaimStatus.Supported.class);
    }

    @Test
    void claims_of_an_unavailable_variant_are_untested_with_the_reason() {
        assertThat(statuses(lacking(List.of(FASTER), "no cargo")))
                .containsExactly(new ClaimStatus.Untested(SampleRun.VIRTUAL + ": no cargo"));
    }

    @Test
    void a_claim_on_the_capacity_is_untested_and_the_others_are_checked() {
        var capacity =
                new Claim(
                        "capacity",
                        SampleRun.VIRTUAL,
                        Metric.CAPACITY,
                        new Relation.Above(),
                        new Claim.Target.FixedValue(3_000));
        var planned = attempt(List.of(FASTER, capacity));
        var run = attempt(List.of(FASTER)).run();
        var both = new Attempt(planned.planned(), planned.ended(), run);
        assertThat(statuses(both))
                .hasExactlyElementsOfTypes(ClaimStatus.Supported.class, ClaimStatus.Untested.class);
        assertThat(SampleReproduction.of(both).valid()).isTrue();
    }

    @Test
    void claims_of_an_experiment_that_was_not_run_are_untested() {
        var planned = attempt(List.of(FASTER)).planned();
        var waiting = new Attempt(planned, Optional.empty(), Optional.empty());
        assertThat(statuses(waiting))
                .containsExactly(new ClaimStatus.Untested("it has not been run yet"));
        assertThat(SampleReproduction.of(waiting).valid()).isFalse();
    }

    @Test
    void an_invalid_run_makes_its_claims_invalid() {
        assertThat(statuses(invalid())).hasExactlyElementsOfTypes(ClaimStatus.Invalid.class);
        assertThat(statuses(attempt(List.of(FASTER)), asCorrected(invalid())))
                .as("an invalid corrected run has no effect")
                .hasExactlyElementsOfTypes(ClaimStatus.Supported.class);
    }

    /// The pool's connections were not all established, which does not affect virtual threads.
    @Test
    void a_finding_makes_claims_about_its_variants_invalid() {
        var alone =
                new Claim(
                        "alone",
                        SampleRun.VIRTUAL,
                        Metric.THROUGHPUT,
                        new Relation.Above(),
                        new Claim.Target.FixedValue(3_000));
        var experiment = SampleRun.experiment(List.of(FASTER, alone));
        var trials =
                SampleRun.manifest(experiment).plan().stream()
                        .map(t ->
                                SampleRun.result(
                                        t,
                                        t.variant().equals(SampleRun.POOL)
                                                ? SampleRun.completed(
                                                        1_000, 400, Map.of(), 300, 0.2)
                                                : SampleRun.completed(4_000, 100)))
                        .toList();
        assertThat(statuses(attempt(experiment, trials)))
                .hasExactlyElementsOfTypes(ClaimStatus.Invalid.class, ClaimStatus.Supported.class);
    }

    @Test
    void a_finding_makes_claims_about_its_metrics_invalid() {
        var compiling = new StillCompiling(List.of(SampleRun.VIRTUAL), 0.6, true);
        assertThat(compiling.affects(Metric.CPU_PER_REQUEST)).isTrue();
        assertThat(compiling.affects(FASTER)).isFalse();
        var starved = new GeneratorStarved(SampleRun.VIRTUAL, 0.6, 0, true);
        assertThat(starved.affects(Metric.P99)).isTrue();
        assertThat(starved.affects(FASTER)).isFalse();
        var resting = new RestingServersBusy(List.of(SampleRun.VIRTUAL), 0.2);
        assertThat(resting.affects(FASTER)).isTrue();
        assertThat(resting.affects(Metric.PEAK_RSS)).isFalse();
        assertThat(resting.affects(Metric.THREADS)).isFalse();
        assertThat(new ConcurrentRun().affects(FASTER)).isTrue();
    }

    /// The compilers used half of the CPU time of 0.2 s.
    @Test
    void a_quick_run_with_busy_compilers_is_too_short() {
        var experiment = SampleRun.experiment(List.of(FASTER, SampleRun.CHEAPER));
        var trials =
                SampleRun.manifest(experiment).plan().stream()
                        .map(t -> SampleRun.result(t, compiling(SampleRun.completed(1_000, 400))))
                        .toList();
        var all = SampleReproduction.of(attempt(experiment, trials));
        assertThat(statuses(attempt(experiment, trials)))
                .hasExactlyElementsOfTypes(
                        ClaimStatus.Contradicted.class, ClaimStatus.TooShort.class);
        assertThat(all.valid()).isTrue();
        assertThat(inFull(all, attempt(experiment, trials)).valid()).isFalse();
    }

    /// As one that corrects another may be.
    @Test
    void a_quick_run_without_claims_may_be_too_short_and_is_not_invalid() {
        var experiment =
                SampleRun.experiment()
                        .withCriteria(new Criteria(Metric.CPU_PER_REQUEST, 0.05, List.of()));
        var trials =
                SampleRun.manifest(experiment).plan().stream()
                        .map(t -> SampleRun.result(t, compiling(SampleRun.completed(1_000, 400))))
                        .toList();
        var all = SampleReproduction.of(attempt(experiment, trials));
        assertThat(all.experiments().getFirst().analysis().orElseThrow().valid()).isFalse();
        assertThat(all.valid()).isTrue();
        assertThat(inFull(all, attempt(experiment, trials)).valid()).isFalse();
    }

    private static ClaimEvaluation inFull(ClaimEvaluation quick, Attempt attempt) {
        var plan = quick.plan();
        return ClaimEvaluation.of(
                new Reproduction(plan.started(), false, plan.articles(), plan.experiments()),
                List.of(attempt));
    }

    /// One response of 10,000 is beyond the p99.99 of a window.
    @Test
    void a_quick_run_with_few_responses_beyond_a_percentile_is_too_short() {
        var tail =
                new Claim(
                        FASTER.text(),
                        FASTER.variant(),
                        Metric.P9999,
                        FASTER.relation(),
                        FASTER.target());
        var experiment = SampleRun.experiment(List.of(tail));
        var trials =
                SampleRun.manifest(experiment).plan().stream()
                        .map(t -> SampleRun.result(t, SampleRun.completed(1_000, 400)))
                        .toList();
        assertThat(statuses(attempt(experiment, trials)))
                .hasExactlyElementsOfTypes(ClaimStatus.TooShort.class);
    }

    /// Virtual threads need as much CPU per request as the pool in the sample, and twice as much in
    /// the corrected run, which claims nothing about it: there the finding is a note.
    @Test
    void a_figure_that_is_invalid_in_the_corrected_run_contradicts_nothing() {
        var cheaper = attempt(List.of(SampleRun.CHEAPER));
        assertThat(statuses(cheaper, corrected(UnaryOperator.identity())))
                .hasExactlyElementsOfTypes(ClaimStatus.Depends.class);
        assertThat(statuses(cheaper, corrected(ClaimEvaluationTest::compiling)))
                .hasExactlyElementsOfTypes(ClaimStatus.Supported.class);
    }

    private static Completed twiceTheCpu(Completed trial) {
        var observations = new ArrayList<Observation>();
        for (var observation : trial.observations()) {
            observations.add(
                    observation instanceof Series(var observer, var metric, var points)
                                    && metric == MetricId.PROCESS_CPU
                            ? new Series(
                                    observer,
                                    metric,
                                    points.stream()
                                            .map(p -> new Point(p.nanos(), 2 * p.value()))
                                            .toList())
                            : observation);
        }
        return SampleRun.completed(trial.warmUp(), trial.load(), trial.unloaded(), observations);
    }

    private static Attempt corrected(UnaryOperator<Completed> change) {
        var experiment = level().planned().experiment();
        return attempt(
                experiment,
                SampleRun.manifest(experiment).plan().stream()
                        .map(t -> {
                            var trial = change.apply(SampleRun.completed(1_000, 400));
                            boolean pool = t.variant().equals(SampleRun.POOL);
                            return SampleRun.result(t, pool ? trial : twiceTheCpu(trial));
                        })
                        .toList());
    }

    private static Completed compiling(Completed trial) {
        var observations = new ArrayList<>(trial.observations());
        observations.add(
                new Series(
                        "attach",
                        MetricId.JIT_TIME,
                        List.of(
                                new Point(trial.window().startNanos(), 0),
                                new Point(trial.window().endNanos(), 100e6))));
        return SampleRun.completed(trial.warmUp(), trial.load(), trial.unloaded(), observations);
    }

    @Test
    void a_reproduction_is_valid_when_all_its_runs_are() {
        var good = attempt(List.of(SLOWER));
        assertThat(SampleReproduction.of(good).valid()).as("contradicted is valid").isTrue();
        var absent = lacking(List.of(FASTER), "no cargo");
        assertThat(SampleReproduction.of(good, absent).valid()).isTrue();
        assertThat(SampleReproduction.of(absent).valid()).as("nothing was run").isFalse();
        assertThat(SampleReproduction.of(good, invalid()).valid()).isFalse();
    }

    @Test
    void the_evaluation_of_an_article_has_only_its_experiments() {
        var all = SampleReproduction.of(attempt(List.of(FASTER)));
        assertThat(all.about(SampleReproduction.ARTICLE)).isEqualTo(all);
        assertThat(all.about(Article.unknown("another")).experiments()).isEmpty();
    }

    /// A hundred of 400 connections were not established.
    private static Attempt invalid() {
        var experiment = SampleRun.experiment(List.of(FASTER));
        var trials =
                SampleRun.manifest(experiment).plan().stream()
                        .map(t ->
                                SampleRun.result(
                                        t, SampleRun.completed(1_000, 400, Map.of(), 300, 0.2)))
                        .toList();
        return attempt(experiment, trials);
    }

    private static Attempt asCorrected(Attempt attempt) {
        return new Attempt(level().planned(), attempt.ended(), attempt.run());
    }

    private static List<ClaimStatus> statuses(Attempt... attempts) {
        return SampleReproduction.of(attempts).experiments().stream()
                .flatMap(t -> t.claims().stream())
                .map(EvaluatedClaim::status)
                .toList();
    }
}
