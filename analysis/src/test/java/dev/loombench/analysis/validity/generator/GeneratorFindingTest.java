package dev.loombench.analysis.validity.generator;

import static dev.loombench.ChangedSampleRun.SECOND;
import static dev.loombench.ChangedSampleRun.findings;
import static dev.loombench.ChangedSampleRun.generated;
import static dev.loombench.ChangedSampleRun.late;
import static dev.loombench.ChangedSampleRun.like;
import static dev.loombench.ChangedSampleRun.severity;
import static dev.loombench.ChangedSampleRun.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.ErrorCodes;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Connections;
import dev.loombench.load.result.LoadResult.Stalls;
import dev.loombench.load.result.LoadResults;
import dev.loombench.load.result.Streams;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The conditions that raise findings about the load generator. The sample's window is 2 s.
class GeneratorFindingTest {
    @ParameterizedTest
    @CsvSource({"0.89, none", "0.91, invalid"})
    void a_generator_is_saturated_beyond_90_percent(double busyShare, String severity) {
        var trial = SampleRun.completed(1_000, 400, Map.of(), 400, busyShare);
        assertThat(severity(GeneratorSaturated.class, with(_ -> trial))).isEqualTo(severity);
    }

    /// 0.93 is above 90 %, and its mean with two of 0.8 is 0.843; with two of 0.89 it is 0.903.
    @ParameterizedTest
    @CsvSource({"0.80, note", "0.89, invalid"})
    void a_generator_that_is_saturated_in_one_trial_is_a_note_unless_the_mean_is(
            double others, String severity) {
        var found =
                findings(
                        SampleRun.manifest(),
                        t ->
                                SampleRun.completed(
                                        1_000, 400, Map.of(), 400, t.block() == 2 ? 0.93 : others));
        assertThat(severity(GeneratorSaturated.class, found)).isEqualTo(severity);
        assertThat(found)
                .filteredOn(GeneratorSaturated.class::isInstance)
                .first()
                .isInstanceOfSatisfying(
                        GeneratorSaturated.class,
                        f -> {
                            assertThat(f.highest()).isEqualTo(0.93);
                            assertThat(f.trials()).isEqualTo(1);
                            assertThat(f.completed()).isEqualTo(3);
                        });
    }

    /// Half of the response time, and at least 10 ms.
    @ParameterizedTest
    @CsvSource({
        "400, 195, none",
        "400, 205, invalid",
        "10, 9.5, none",
        "10, 10.5, invalid",
    })
    void requests_of_an_open_load_lag_from_half_of_a_response_on(
            int responseMillis, double lagMillis, String severity) {
        var open = like(new LoadModel.Open(1_000, Arrival.CONSTANT, 600), Metric.THROUGHPUT);
        var trial = late(SampleRun.completed(1_000, responseMillis), lagMillis);
        assertThat(severity(ScheduleLagged.class, findings(open, _ -> trial))).isEqualTo(severity);
        assertThat(severity(ScheduleLagged.class, with(_ -> trial)))
                .as("in a closed load, which has no schedule")
                .isEqualTo("none");
    }

    /// One request in a hundred, of 2,000. A generator that waited for a processor explains what is
    /// late before streams do.
    @ParameterizedTest
    @CsvSource({
        "0, 0, 20, 0.005, UNKNOWN",
        "0, 0, 21, 0.005, CONNECTIONS",
        "0, 0, 20, 0.05, GENERATOR",
        "0, 0, 21, 0.05, BOTH",
        "0, 20, 0, 0.005, UNKNOWN",
        "0, 21, 0, 0.005, STREAMS",
        "0, 21, 21, 0.005, STREAMS",
        "21, 0, 0, 0.005, REFUSED",
        "21, 21, 21, 0.005, REFUSED",
        "0, 21, 0, 0.05, GENERATOR"
    })
    void what_late_requests_waited_for_is_counted(
            long refused, long waited, long allInUse, double waitedShare, LateCause cause) {
        var load = waiting(SampleRun.completed(1_000, 400), waitedShare).load();
        var loads = List.of(overHttp2(load, refused, waited, allInUse));
        assertThat(LateCause.of(LateCause.waitedShare(loads), loads)).isEqualTo(cause);
    }

    private static LoadResult overHttp2(LoadResult load, long refused, long waited, long allInUse) {
        var connections = load.connections();
        var streams =
                new Streams(
                        10,
                        OptionalLong.empty(),
                        0,
                        ErrorCodes.NONE,
                        refused,
                        waited,
                        0,
                        Map.of(),
                        new Histogram(3),
                        Optional.empty());
        return LoadResults.of(
                load.window(),
                load.counts(),
                new Connections(
                        connections.requested(),
                        connections.established(),
                        connections.closed(),
                        connections.timedOut(),
                        connections.earlyResponses(),
                        allInUse,
                        connections.inFlight(),
                        connections.connectTime(),
                        connections.tls(),
                        Optional.of(streams)),
                load.generator(),
                load.intervals());
    }

    /// A tenth of the percentile; a longer wait than the tick is not one for the tick.
    @ParameterizedTest
    @CsvSource({
        "1ms, 5, 4.6, none",
        "1ms, 5, 4.4, note",
        "1ms, 20, 4, none",
        "0.1ms, 5, 4.4, none",
        "0.1ms, 0.5, 0.4, note",
        "exact, 5, 4.4, none"
    })
    void ticks_are_noticed_from_a_tenth_of_a_percentile_that_is_judged_on(
            String pacing, double responseMillis, double serviceMillis, String severity) {
        var trial = paced(SampleRun.completed(1_000, 400), pacing, responseMillis, serviceMillis);
        var open = new LoadModel.Open(1_000, Arrival.CONSTANT, 600);
        assertThat(severity(PacedInTicks.class, findings(like(open, Metric.P99), _ -> trial)))
                .isEqualTo(severity);
        assertThat(
                        severity(
                                PacedInTicks.class,
                                findings(like(open, Metric.THROUGHPUT), _ -> trial)))
                .as("where no percentile is judged")
                .isEqualTo("none");
    }

    private static Completed paced(
            Completed trial, String pacing, double responseMillis, double serviceMillis) {
        var load = trial.load();
        var generator = load.generator();
        var response = SampleRun.histogram(1_000, responseMillis);
        var service = SampleRun.histogram(1_000, serviceMillis);
        return trial.with(
                LoadResults.of(
                        load.window(),
                        load.counts(),
                        load.connections(),
                        new LoadResult.Generator(
                                generator.transport(),
                                generator.transportReason(),
                                pacing,
                                generator.timerCostNanos(),
                                generator.threads(),
                                generator.cpuNanos(),
                                generator.busyShare(),
                                OptionalLong.of(0),
                                generator.runQueueWaitShare(),
                                generator.sendLag(),
                                generator.stalls()),
                        List.of(new LoadResult.Second(load.window(), response, service))));
    }

    /// @param timed whether response times or arrivals count
    @ParameterizedTest
    @CsvSource({
        "true, 0.095, none",
        "true, 0.105, note",
        "true, 0.475, note",
        "true, 0.525, invalid",
        "false, 0.475, none",
        "false, 0.525, note"
    })
    void a_generator_is_starved_from_a_tenth_or_from_half_of_the_window_on(
            boolean timed, double waitShare, String severity) {
        var trial = waiting(SampleRun.completed(1_000, 400), waitShare);
        var found = GeneratorStarved.of(SampleRun.POOL, timed, List.of(trial.load()));
        assertThat(severity(GeneratorStarved.class, found.stream().toList())).isEqualTo(severity);
    }

    @Test
    void a_stalled_generator_makes_the_result_invalid() {
        var still = new Stalls(1, 100_000_000, 100_000_000, OptionalLong.of(5), 0);
        assertThat(with(t -> stalled(t, still)))
                .filteredOn(GeneratorStalled.class::isInstance)
                .hasSize(2) // in each variant
                .allMatch(f -> f.severity() == Severity.INVALID);
        var suspended = new Stalls(0, 0, 0, OptionalLong.empty(), 5 * SECOND);
        assertThat(with(t -> stalled(t, suspended)))
                .filteredOn(GeneratorStalled.class::isInstance)
                .allMatch(f -> f.severity() == Severity.INVALID)
                .first()
                .extracting(f -> f.text().message())
                .asString()
                .contains("the machine was suspended for 5.0 s within the window", "3 of 3");
        assertThat(with(t -> stalled(t, Stalls.NONE)))
                .noneMatch(GeneratorStalled.class::isInstance);
    }

    /// 2 % of a window of 10 s are 0.2 s, of stalls and suspension together; in one of 100 s, the
    /// longest of either is limited to 1 s.
    @ParameterizedTest
    @CsvSource({
        "10, 190, 190, 0, note",
        "10, 210, 100, 0, invalid",
        "10, 0, 0, 190, note",
        "10, 0, 0, 210, invalid",
        "10, 100, 100, 90, note",
        "10, 100, 100, 110, invalid",
        "100, 1500, 950, 0, note",
        "100, 1500, 1050, 0, invalid",
        "100, 0, 0, 950, note",
        "100, 0, 0, 1050, invalid"
    })
    void a_stall_is_invalid_from_two_percent_of_the_window_or_one_second_on(
            int windowSeconds,
            long totalMillis,
            long longestMillis,
            long suspendedMillis,
            String severity) {
        var stalls =
                new Stalls(
                        2,
                        totalMillis * 1_000_000,
                        longestMillis * 1_000_000,
                        OptionalLong.of(5),
                        suspendedMillis * 1_000_000);
        assertThat(new GeneratorStalled("a", stalls, windowSeconds, 1, 1).severity().label())
                .isEqualTo(severity);
    }

    private static Completed stalled(Completed trial, Stalls stalls) {
        return generated(trial, LoadResults.with(trial.load().generator(), stalls));
    }

    private static Completed waiting(Completed trial, double waitShare) {
        var generator = trial.load().generator();
        return generated(
                trial,
                new LoadResult.Generator(
                        generator.transport(),
                        generator.transportReason(),
                        generator.pacing(),
                        generator.timerCostNanos(),
                        generator.threads(),
                        generator.cpuNanos(),
                        generator.busyShare(),
                        OptionalLong.of(5),
                        OptionalDouble.of(waitShare),
                        generator.sendLag(),
                        generator.stalls()));
    }
}
