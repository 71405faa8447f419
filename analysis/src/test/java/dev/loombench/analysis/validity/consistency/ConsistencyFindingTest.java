package dev.loombench.analysis.validity.consistency;

import static dev.loombench.ChangedSampleRun.findings;
import static dev.loombench.ChangedSampleRun.grown;
import static dev.loombench.ChangedSampleRun.like;
import static dev.loombench.ChangedSampleRun.loaded;
import static dev.loombench.ChangedSampleRun.ofRequests;
import static dev.loombench.ChangedSampleRun.seen;
import static dev.loombench.ChangedSampleRun.severity;
import static dev.loombench.ChangedSampleRun.sliced;
import static dev.loombench.ChangedSampleRun.with;
import static dev.loombench.ChangedSampleRun.withHandlerStats;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding.ClocksDisagree;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding.CountsDisagree;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding.LittlesLawBroken;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding.OpenLittlesLawBroken;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding.ServerIdle;
import dev.loombench.experiment.Metric;
import dev.loombench.load.result.LoadResults;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The conditions that raise findings about figures that contradict one another.
///
/// The sample has 400 users and 1,000 responses/s in 400 ms each, in a window of two seconds.
class ConsistencyFindingTest {
    private static final RunManifest OPEN =
            like(new LoadModel.Open(1_000, Arrival.CONSTANT, 600), Metric.THROUGHPUT);

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

    /// Half of 2 s of two processors are 2 s; a single user waits for 100 ms.
    @ParameterizedTest
    @CsvSource({"1.9, 400, note", "2.1, 400, none", "0.2, 210, note", "0.2, 190, none"})
    void a_server_is_idle_below_half_of_the_processors_and_from_twice_the_unloaded_time_on(
            double busySeconds, int responseMillis, String severity) {
        var trial =
                seen(
                        SampleRun.completed(1_000, responseMillis),
                        grown(MetricId.MACHINE_CPU_BUSY, busySeconds * 1e9));
        assertThat(severity(ServerIdle.class, with(_ -> trial))).isEqualTo(severity);
    }

    /// The same 2.1 s, of 16 processors, of which the lab may use two.
    @Test
    void a_machine_is_busy_by_all_its_processors() {
        var processors =
                new Series(
                        "a test",
                        MetricId.MACHINE_PROCESSORS,
                        List.of(new Point(4_000_000_000L, 16)));
        var busy = seen(SampleRun.completed(1_000, 400), grown(MetricId.MACHINE_CPU_BUSY, 2.1e9));
        assertThat(severity(ServerIdle.class, with(_ -> seen(busy, processors)))).isEqualTo("note");
    }

    /// 400,000 responses/s of 1 ms account for 400 users, and the window's edges for 0.1 %.
    @ParameterizedTest
    @CsvSource({"381000, none", "379000, invalid", "419000, none", "421000, invalid"})
    void littles_law_is_broken_beyond_five_percent(int responses, String severity) {
        var trial = SampleRun.completed(responses, 1);
        assertThat(severity(LittlesLawBroken.class, with(_ -> trial))).isEqualTo(severity);
    }

    /// 400 ms at both edges of 2 s add 33 % to the 5 %: 62 % of 400 users have to be accounted for.
    @ParameterizedTest
    @CsvSource({"640, 1, none", "605, 1, invalid", "605, 4, none"})
    void littles_law_allows_for_the_edges_of_each_slice(
            int responses, int slices, String severity) {
        var trial = sliced(SampleRun.completed(responses, 400), slices, 0);
        assertThat(severity(LittlesLawBroken.class, with(_ -> trial))).isEqualTo(severity);
    }

    /// 1,000/s x 200 ms account for half of the 400 users.
    @ParameterizedTest
    @CsvSource({"39000, none", "41000, invalid"})
    void littles_law_is_not_checked_with_fewer_than_100_requests_per_user(
            int requests, String severity) {
        var found = findings(ofRequests(requests), _ -> SampleRun.completed(1_000, 200));
        assertThat(severity(LittlesLawBroken.class, found)).isEqualTo(severity);
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
                            assertThat(f.handlerSeconds()).isEqualTo(0.5);
                            assertThat(f.inHandlers()).isEqualTo(500);
                            assertThat(f.inFlight()).isCloseTo(400, within(1.0));
                        });
    }

    /// 1.1 x 400 ms are 440 ms. Fewer than 500 requests are in handlers.
    @ParameterizedTest
    @CsvSource({"0.436, none", "0.444, invalid"})
    void handlers_may_take_up_to_ten_percent_longer_than_responses(
            double secondsEach, String severity) {
        var found = with(t -> withHandlerStats(t, 2_000, secondsEach));
        assertThat(severity(ClocksDisagree.class, found)).isEqualTo(severity);
    }

    /// A handler takes as long as a response. In 2 s, 2,480 of 400 ms are 496 on average where 1 +
    /// 1.25 x 400 are allowed, and 4,400 of 1 ms are 2.2 where 1 + 1.25 x 1 are.
    @ParameterizedTest
    @CsvSource({"400, 2480, none", "400, 2530, invalid", "1, 4400, none", "1, 4600, invalid"})
    void handlers_may_have_a_quarter_and_one_request_more_than_are_in_flight(
            int responseMillis, int handled, String severity) {
        var trial =
                withHandlerStats(
                        SampleRun.completed(1_000, responseMillis), handled, responseMillis / 1e3);
        assertThat(severity(ClocksDisagree.class, with(_ -> trial))).isEqualTo(severity);
    }

    @Test
    void more_handled_requests_than_responses_are_a_finding() {
        assertThat(with(t -> withHandlerStats(t, 4_000, 0.1)))
                .contains(new CountsDisagree(SampleRun.POOL, 2_000, 1_000));
    }

    /// One process is four times as fast as the others, and the only one whose server reported: its
    /// 4,000/s are those of its own responses, 1.75 of the mean of the variant, and its handlers
    /// took 100 of 100 ms.
    @Test
    void a_server_is_compared_with_the_responses_of_its_own_trial() {
        var found =
                findings(
                        SampleRun.manifest(),
                        t ->
                                t.block() == 1
                                        ? withHandlerStats(
                                                SampleRun.completed(4_000, 100), 8_000, 0.1)
                                        : SampleRun.completed(1_000, 10));
        assertThat(found)
                .noneMatch(CountsDisagree.class::isInstance)
                .noneMatch(ClocksDisagree.class::isInstance);
    }

    /// In a window with 2,000 responses. One that ends after a number of requests has no server
    /// time at its end to compare with.
    @ParameterizedTest
    @CsvSource({"2480, none", "2520, invalid", "1520, none", "1480, invalid"})
    void counts_disagree_beyond_a_quarter(int handled, String severity) {
        var trial = withHandlerStats(SampleRun.completed(1_000, 1), handled, 0.001);
        assertThat(severity(CountsDisagree.class, with(_ -> trial))).isEqualTo(severity);
        assertThat(severity(CountsDisagree.class, findings(ofRequests(2_000), _ -> trial)))
                .isEqualTo("none");
    }

    /// 400 ms at both edges of 2 s are 33 %: of 2,000 responses up to 2,000 x 1.25 / 0.67 = 3,710
    /// may have been handled, and down to 2,000 x 0.75 x 0.67 = 1,010.
    @ParameterizedTest
    @CsvSource({"3680, none", "3740, invalid", "1030, none", "990, invalid"})
    void counts_may_differ_by_what_is_underway_at_the_edges(int handled, String severity) {
        var trial = withHandlerStats(SampleRun.completed(1_000, 400), handled, 0.1);
        assertThat(severity(CountsDisagree.class, with(_ -> trial))).isEqualTo(severity);
    }

    @Test
    void in_an_open_load_arrivals_must_account_for_requests_in_flight() {
        assertThat(findings(OPEN, _ -> inFlight(400, 700)))
                .filteredOn(OpenLittlesLawBroken.class::isInstance)
                .hasSize(2)
                .first()
                .isInstanceOfSatisfying(
                        OpenLittlesLawBroken.class,
                        f -> assertThat(f.accounted()).isCloseTo(400, within(1.0)));
    }

    @Test
    void requests_queue_up_only_where_more_are_in_flight_than_are_accounted_for() {
        assertThat(new OpenLittlesLawBroken("a", 600, 400).text().impact()).contains("queued up");
        assertThat(new OpenLittlesLawBroken("a", 200, 400).text().impact())
                .doesNotContain("queued up");
    }

    /// 0.4 ms are no 0 ms.
    @Test
    void times_of_a_fast_server_have_their_digits() {
        assertThat(new ServerIdle("a", 0.1, 0.0004, 0.0001).text().message())
                .contains("400 µs", "100 µs");
        assertThat(new ClocksDisagree("a", 0.00005, 0.00004, 5, 4).text().message())
                .contains("50.0 µs", "40.0 µs");
    }

    /// 1,000/s x 400 ms account for 400, which may differ from those in flight by 5 % of these and
    /// by 33 % for the window's edges; 1,000/s x 1 ms account for one, which may differ by one.
    @ParameterizedTest
    @CsvSource({
        "400, 635, none",
        "400, 650, invalid",
        "400, 292, none",
        "400, 289, invalid",
        "1, 1.95, none",
        "1, 2.05, invalid"
    })
    void the_open_law_is_broken_beyond_five_percent_and_one_request(
            int responseMillis, double requests, String severity) {
        var trial = inFlight(responseMillis, requests);
        assertThat(severity(OpenLittlesLawBroken.class, findings(OPEN, _ -> trial)))
                .isEqualTo(severity);
    }

    /// Of 1,100 arrivals/s, 1,000 are answered; the others wait for a connection. Between 1 and 1.1
    /// are sent while one is, and one more or less is allowed.
    @ParameterizedTest
    @CsvSource({"2.05, none", "2.15, invalid"})
    void the_open_law_allows_for_requests_that_are_not_sent(double requests, String severity) {
        var trial = inFlight(1, requests);
        var counts = trial.load().counts();
        var waiting =
                trial.with(
                        LoadResults.of(
                                trial.load().window(),
                                LoadResults.counts(
                                        2_200,
                                        2_200,
                                        counts.errors(),
                                        0,
                                        counts.succeededInWindow(),
                                        counts.bytes()),
                                trial.load().connections(),
                                trial.load().generator(),
                                trial.load().intervals()));
        assertThat(severity(OpenLittlesLawBroken.class, findings(OPEN, _ -> waiting)))
                .isEqualTo(severity);
    }

    private static Completed inFlight(int responseMillis, double requests) {
        var trial = SampleRun.completed(1_000, responseMillis);
        var load = trial.load();
        return loaded(
                trial,
                LoadResults.of(
                        load.window(),
                        load.counts(),
                        LoadResults.connections(400, 400, 0, 0, 0, requests, new Histogram(3)),
                        load.generator(),
                        load.intervals()));
    }
}
