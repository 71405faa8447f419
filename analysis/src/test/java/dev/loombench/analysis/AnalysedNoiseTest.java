package dev.loombench.analysis;

import static dev.loombench.analysis.AnalysisTest.throughput;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.validity.stationarity.NotSteady;
import dev.loombench.experiment.Criteria;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Severity;
import dev.loombench.result.Steadiness;
import dev.loombench.result.Steadiness.State;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.result.TrialResult;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Noise of trials that were not steady, and whether it can change the verdict.
class AnalysedNoiseTest {
    /// The interval of 4 times is a few per cent wide: a fall by 20 % leaves it above 1.03, one by
    /// 75 % does not, and of an unknown one nothing can be said.
    @Test
    void noise_that_cannot_change_the_verdict_is_no_finding() {
        assertThat(notSteady(Steadiness.undecided(Metric.THROUGHPUT, 0.2))).isEmpty();
        assertThat(notSteady(Steadiness.undecided(Metric.THROUGHPUT, 0.75)))
                .singleElement()
                .satisfies(f -> assertThat(f.change()).hasValue(0.75));
        assertThat(notSteady(Steadiness.undecided(Metric.THROUGHPUT, Double.POSITIVE_INFINITY)))
                .singleElement()
                .satisfies(f -> assertThat(f.change()).isEmpty());
        assertThat(notSteady(Steadiness.not(Metric.THROUGHPUT, State.RISING))).hasSize(1);
    }

    /// A fall by half leaves 4 times at 2, and a fall of one with a rise of the other at 1.
    @Test
    void noise_of_both_variants_counts_together() {
        var half = Steadiness.undecided(Metric.THROUGHPUT, 0.5);
        assertThat(notSteady(half)).isEmpty();
        assertThat(notSteady(half, List.of(SampleRun.POOL))).isEmpty();
        assertThat(notSteady(half, List.of(SampleRun.POOL, SampleRun.VIRTUAL))).hasSize(2);
    }

    /// There is no verdict that a change could leave as it is.
    @Test
    void noise_of_the_only_variant_is_a_finding() {
        var experiment = SampleRun.experiment();
        var alone = experiment.withVariants(List.of(experiment.variants().getLast()));
        var noisy = Steadiness.undecided(Metric.THROUGHPUT, 0.2);
        var trials =
                SampleRun.trials().stream()
                        .filter(t -> t.trial().variant().equals(SampleRun.VIRTUAL))
                        .map(t ->
                                SampleRun.result(
                                        t.trial(), withWarmUp((Completed) t.outcome(), noisy)))
                        .toList();
        assertThat(notSteady(alone, trials))
                .singleElement()
                .satisfies(f -> assertThat(f.change()).hasValue(0.2));
    }

    /// Of three trials.
    @Test
    void trials_that_go_in_different_directions_are_noise() {
        assertThat(virtualGoes(State.RISING, State.RISING, State.STEADY)).isEqualTo(State.RISING);
        assertThat(virtualGoes(State.FALLING, State.FALLING, State.UNDECIDED))
                .isEqualTo(State.FALLING);
        assertThat(virtualGoes(State.RISING, State.RISING, State.FALLING))
                .isEqualTo(State.UNDECIDED);
        assertThat(virtualGoes(State.RISING, State.FALLING, State.UNDECIDED))
                .isEqualTo(State.UNDECIDED);
    }

    /// What is found of the variant with virtual threads, by the states of its trials.
    private static State virtualGoes(State... states) {
        var left = new ArrayDeque<>(List.of(states));
        var found = notSteady(() -> throughput(left.remove()), List.of(SampleRun.VIRTUAL));
        assertThat(left).isEmpty();
        assertThat(found).hasSize(1);
        return found.getFirst().state();
    }

    /// Its users wait for their responses, so that p99 falls where throughput rises. An arrival
    /// does not wait for the one before it.
    @Test
    void response_times_of_a_closed_load_are_as_unsteady_as_its_throughput() {
        var rising = rising(new LoadModel.Closed(400, Duration.ZERO));
        assertThat(rising.metric()).isEqualTo(Metric.THROUGHPUT);
        assertThat(rising.severity()).isEqualTo(Severity.INVALID);
        assertThat(rising.affects(Metric.P99)).isTrue();
        assertThat(rising.affects(Metric.PEAK_RSS)).isFalse();
        var open = rising(new LoadModel.Open(1_000, Arrival.POISSON, 400));
        assertThat(open.severity()).isEqualTo(Severity.INFORMATION);
        assertThat(open.affects(Metric.P99)).isFalse();
    }

    /// What is found where p99 decides and throughput of all trials was rising.
    private static NotSteady rising(LoadModel load) {
        var experiment =
                SampleRun.experiment(load).withCriteria(new Criteria(Metric.P99, 0.03, List.of()));
        var trials =
                SampleRun.trials().stream()
                        .map(t ->
                                SampleRun.result(
                                        t.trial(),
                                        withWarmUp(
                                                (Completed) t.outcome(), throughput(State.RISING))))
                        .toList();
        return notSteady(experiment, trials).getFirst();
    }

    private static List<NotSteady> notSteady(Steadiness ofVirtual) {
        return notSteady(ofVirtual, List.of(SampleRun.VIRTUAL));
    }

    private static List<NotSteady> notSteady(Steadiness metric, List<String> variants) {
        return notSteady(() -> metric, variants);
    }

    private static List<NotSteady> notSteady(Supplier<Steadiness> metric, List<String> variants) {
        var trials =
                SampleRun.trials().stream()
                        .map(t ->
                                variants.contains(t.trial().variant())
                                        ? SampleRun.result(
                                                t.trial(),
                                                withWarmUp((Completed) t.outcome(), metric.get()))
                                        : t)
                        .toList();
        return notSteady(SampleRun.experiment(), trials);
    }

    private static List<NotSteady> notSteady(Experiment experiment, List<TrialResult> trials) {
        return Analysis.of(SampleRun.manifest(experiment), trials).findings().stream()
                .flatMap(f -> f instanceof NotSteady n ? Stream.of(n) : Stream.empty())
                .toList();
    }

    private static Completed withWarmUp(Completed trial, Steadiness metric) {
        return SampleRun.completed(
                new WarmUp(trial.warmUp().window(), 20_000, List.of(metric)),
                trial.load(),
                trial.unloaded(),
                trial.observations());
    }
}
