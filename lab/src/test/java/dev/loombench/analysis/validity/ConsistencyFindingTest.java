package dev.loombench.analysis.validity;

import static dev.loombench.ChangedSampleRun.findings;
import static dev.loombench.ChangedSampleRun.grown;
import static dev.loombench.ChangedSampleRun.like;
import static dev.loombench.ChangedSampleRun.loaded;
import static dev.loombench.ChangedSampleRun.seen;
import static dev.loombench.ChangedSampleRun.with;
import static dev.loombench.ChangedSampleRun.withHandlerStats;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.validity.ConsistencyFinding.ClocksDisagree;
import dev.loombench.analysis.validity.ConsistencyFinding.CountsDisagree;
import dev.loombench.analysis.validity.ConsistencyFinding.OpenLittlesLawBroken;
import dev.loombench.analysis.validity.ConsistencyFinding.ServerIdle;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.result.LoadResult;
import dev.loombench.result.MetricId;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.spec.Metric;
import dev.loombench.spec.load.Arrival;
import dev.loombench.spec.load.LoadModel;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// The conditions that raise findings about figures that contradict one another.
class ConsistencyFindingTest {
    @Test
    void an_idle_server_with_slow_responses_is_a_finding() {
        // 200/s in 2 s each is 400 users, and neither 100 threads nor 400 users of 100 ms bound it.
        var findings =
                findings(
                        SampleRun.manifest(),
                        _ ->
                                seen(
                                        SampleRun.completed(200, 2_000),
                                        grown(MetricId.MACHINE_CPU_BUSY, 0.2e9)));
        assertThat(findings).anyMatch(ServerIdle.class::isInstance);
        // The pool's bound accounts for its 400 ms; nothing does for those of virtual threads.
        assertThat(with(t -> seen(t, grown(MetricId.MACHINE_CPU_BUSY, 0.2e9))))
                .filteredOn(ServerIdle.class::isInstance)
                .extracting(f -> ((ServerIdle) f).variant())
                .containsExactly(SampleRun.VIRTUAL);
    }

    @Test
    void a_handler_that_takes_longer_than_its_response_is_a_finding() {
        assertThat(with(t -> withHandlerStats(t, 2_000, 0.1)))
                .noneMatch(ClocksDisagree.class::isInstance)
                .noneMatch(CountsDisagree.class::isInstance);
        // 1,000/s for 0.5 s each is 500 in handlers, and 400 ms make 400 in flight.
        assertThat(with(t -> withHandlerStats(t, 2_000, 0.5)))
                .filteredOn(ClocksDisagree.class::isInstance)
                .hasSize(2)
                .first()
                .isInstanceOfSatisfying(
                        ClocksDisagree.class,
                        f -> {
                            assertThat(f.severity()).isEqualTo(Severity.INVALID);
                            assertThat(f.handlerSeconds()).isEqualTo(0.5);
                            assertThat(f.inHandlers()).isEqualTo(500);
                            assertThat(f.inFlight()).isCloseTo(400, within(1.0));
                        });
    }

    @Test
    void more_handled_requests_than_responses_are_a_finding() {
        assertThat(with(t -> withHandlerStats(t, 4_000, 0.1)))
                .contains(new CountsDisagree(SampleRun.POOL, 2_000, 1_000));
    }

    @Test
    void in_an_open_load_arrivals_must_account_for_requests_in_flight() {
        var open = like(new LoadModel.Open(1_000, Arrival.CONSTANT, 600), Metric.THROUGHPUT);
        assertThat(findings(open, _ -> inFlight(OptionalDouble.of(600))))
                .filteredOn(OpenLittlesLawBroken.class::isInstance)
                .hasSize(2)
                .first()
                .isInstanceOfSatisfying(
                        OpenLittlesLawBroken.class,
                        f -> assertThat(f.accounted()).isCloseTo(400, within(1.0)));
        assertThat(findings(open, _ -> inFlight(OptionalDouble.of(410))))
                .noneMatch(OpenLittlesLawBroken.class::isInstance);
        assertThat(findings(open, _ -> inFlight(OptionalDouble.empty())))
                .noneMatch(OpenLittlesLawBroken.class::isInstance);
        // 1,000/s x 1 ms accounts for one
        var quick = SampleRun.completed(1_000, 1);
        assertThat(findings(open, _ -> inFlight(quick, OptionalDouble.of(1.9))))
                .noneMatch(OpenLittlesLawBroken.class::isInstance);
        assertThat(findings(open, _ -> inFlight(quick, OptionalDouble.of(2.1))))
                .anyMatch(OpenLittlesLawBroken.class::isInstance);
    }

    private static Completed inFlight(OptionalDouble requests) {
        return inFlight(SampleRun.completed(1_000, 400), requests);
    }

    private static Completed inFlight(Completed trial, OptionalDouble requests) {
        var load = trial.load();
        return loaded(
                trial,
                new LoadResult(
                        load.window(),
                        load.counts(),
                        new LoadResult.Connections(400, 400, 0, 0, requests, new Histogram(3)),
                        load.generator(),
                        load.intervals()));
    }
}
