package dev.loombench.analysis.validity.load;

import static dev.loombench.ChangedSampleRun.findings;
import static dev.loombench.ChangedSampleRun.late;
import static dev.loombench.ChangedSampleRun.like;
import static dev.loombench.ChangedSampleRun.loaded;
import static dev.loombench.ChangedSampleRun.ofRequests;
import static dev.loombench.ChangedSampleRun.severity;
import static dev.loombench.ChangedSampleRun.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding.LittlesLawBroken;
import dev.loombench.analysis.validity.generator.ScheduleLagged;
import dev.loombench.analysis.validity.load.Http2Finding.ConnectionErrors;
import dev.loombench.analysis.validity.load.Http2Finding.StreamErrors;
import dev.loombench.analysis.validity.stationarity.NotSteady;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.ErrorCodes;
import dev.loombench.load.result.LoadResult.Connections;
import dev.loombench.load.result.LoadResults;
import dev.loombench.load.result.Streams;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.ErrorPolicy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The conditions that raise findings about requests, connections and the length of the window.
///
/// The sample's window is the two seconds from 3 s to 5 s.
class LoadFindingTest {
    @Test
    void closing_connections_every_hundred_responses_is_a_finding() {
        // 2,000 responses, 20 closed
        assertThat(with(t -> reopened(t, 20))).contains(closed(false));
    }

    private static ConnectionsClosed closed(boolean byGoAway) {
        return new ConnectionsClosed(SampleRun.POOL, 100, byGoAway, Optional.empty());
    }

    /// 200,000 responses: 2,105 and 1,905 per closed connection.
    @ParameterizedTest
    @CsvSource({"0, none", "95, none", "105, note"})
    void connections_closed_every_two_thousand_responses_are_a_note(long closed, String severity) {
        var trial = reopened(SampleRun.completed(100_000, 4), closed);
        assertThat(severity(ConnectionsClosed.class, with(_ -> trial))).isEqualTo(severity);
    }

    @ParameterizedTest
    @CsvSource({"400, none", "399, invalid"})
    void one_connection_less_than_requested_makes_the_result_invalid(
            int established, String severity) {
        var trial = SampleRun.completed(1_000, 400, Map.of(), established, 0.2);
        assertThat(severity(ConnectionsNotAchieved.class, with(_ -> trial))).isEqualTo(severity);
    }

    /// 20 of 400 are missing: as many time-outs explain them.
    @ParameterizedTest
    @CsvSource({"0, false", "19, false", "20, true"})
    void time_outs_explain_as_many_missing_connections(long timedOut, boolean explained) {
        assertThat(new ConnectionsNotAchieved("a", 400, 380, timedOut, 0, 1_000).followsTimeOuts())
                .isEqualTo(explained);
    }

    @Test
    void a_window_that_ended_before_its_requests_were_sent_makes_the_result_invalid() {
        Function<Trial, Completed> fewerInOne =
                t -> SampleRun.completed(t.block() == 2 ? 999 : 1_000, 400);
        assertThat(findings(ofRequests(2_000), fewerInOne))
                .contains(new RequestsNotSent(SampleRun.POOL, 2_000, 1_998))
                .filteredOn(RequestsNotSent.class::isInstance)
                .allMatch(f -> f.severity() == Severity.INVALID);
        assertThat(findings(ofRequests(1_998), fewerInOne))
                .noneMatch(RequestsNotSent.class::isInstance);
        assertThat(findings(SampleRun.manifest(), fewerInOne))
                .as("that only time ends")
                .noneMatch(RequestsNotSent.class::isInstance);
    }

    /// A single one may have met a connection that was being closed.
    @Test
    void one_error_in_a_thousand_and_one_more_are_a_note_and_more_make_the_result_invalid() {
        assertThat(Errors.tooMany(1, 200)).isFalse();
        assertThat(Errors.tooMany(2, 200)).isTrue();
        assertThat(Errors.tooMany(2, 1_000)).isFalse();
        assertThat(Errors.tooMany(3, 1_000)).isTrue();
        assertThat(Errors.tooMany(0, 0)).isFalse();
    }

    /// In each of two trials, beside 20,000 responses: 41 may fail.
    @ParameterizedTest
    @CsvSource({"0, none", "20, note", "21, invalid"})
    void errors_are_a_note_up_to_a_thousandth_of_the_requests(long errors, String severity) {
        var trial = SampleRun.completed(10_000, 40, Map.of("timeout", errors), 400, 0.2);
        assertThat(severity(Errors.class, with(_ -> trial))).isEqualTo(severity);
    }

    /// A response of 5xx leaves the connection open; a reset is itself what closed it.
    @Test
    void error_responses_keep_connections_open_and_resets_are_not_counted_twice() {
        assertThat(with(t -> reopened(t, 20, Map.of("status-5xx", 50L)))).contains(closed(false));
        assertThat(with(t -> reopened(t, 20, Map.of("reset", 15L, "closed-early", 5L))))
                .noneMatch(ConnectionsClosed.class::isInstance);
    }

    /// The load closes a connection whose request was not sent completely; over HTTP/2, its stream.
    @Test
    void connections_closed_for_early_responses_are_not_closed_by_the_server() {
        assertThat(with(t -> early(reopened(t, 20), 20)))
                .noneMatch(ConnectionsClosed.class::isInstance);
        assertThat(with(t -> early(reopened(t, 30), 10))).contains(closed(false));
        assertThat(with(t -> early(overHttp2(reopened(t, 20), 20), 20))).contains(closed(true));
    }

    /// Over HTTP/2, a malformed response resets its stream and leaves the connection open.
    @Test
    void errors_of_streams_do_not_hide_the_connections_that_the_server_announced_to_close() {
        assertThat(with(t -> overHttp2(reopened(t, 20, Map.of("malformed", 30L)), 20)))
                .contains(closed(true));
        assertThat(with(t -> overHttp2(reopened(t, 20, Map.of("closed-early", 200L)), 0)))
                .noneMatch(ConnectionsClosed.class::isInstance);
    }

    /// 2,000 responses in each of 3 trials, and 32 connections ended by GOAWAY, 12 of them with an
    /// error.
    @Test
    void a_connection_that_ended_with_an_error_is_not_one_that_was_closed_without() {
        var codes = new ErrorCodes(Map.of("ENHANCE_YOUR_CALM", 12L), Map.of("CANCEL", 30L));
        var errors = Map.of("go-away", 40L, "stream-reset", 30L);
        assertThat(with(t -> overHttp2(reopened(t, 32, errors), 32, codes)))
                .contains(closed(true))
                .contains(
                        new ConnectionErrors(
                                SampleRun.POOL, Map.of("ENHANCE_YOUR_CALM", 36L), Optional.empty()))
                .contains(new StreamErrors(SampleRun.POOL, Map.of("CANCEL", 90L)));
        assertThat(with(t -> overHttp2(reopened(t, 12, errors), 12, codes)))
                .noneMatch(ConnectionsClosed.class::isInstance);
        assertThat(with(t -> overHttp2(reopened(t, 12), 12)))
                .noneMatch(ConnectionErrors.class::isInstance)
                .noneMatch(StreamErrors.class::isInstance);
    }

    private static Completed early(Completed trial, long earlyResponses) {
        var open = trial.load().connections();
        return connected(
                trial,
                new Connections(
                        open.requested(),
                        open.established(),
                        open.closed(),
                        open.timedOut(),
                        earlyResponses,
                        open.allInUse(),
                        open.inFlight(),
                        open.connectTime(),
                        open.tls(),
                        open.streams()));
    }

    private static Completed connected(Completed trial, Connections connections) {
        var load = trial.load();
        return loaded(
                trial,
                LoadResults.of(
                        load.window(),
                        load.counts(),
                        connections,
                        load.generator(),
                        load.intervals()));
    }

    private static Completed overHttp2(Completed trial, long goAways) {
        return overHttp2(trial, goAways, ErrorCodes.NONE);
    }

    private static Completed overHttp2(Completed trial, long goAways, ErrorCodes codes) {
        var open = trial.load().connections();
        var streams =
                new Streams(
                        10,
                        OptionalLong.empty(),
                        goAways,
                        codes,
                        0,
                        0,
                        0,
                        Map.of(),
                        new Histogram(3),
                        Optional.empty());
        return connected(
                trial,
                new Connections(
                        open.requested(),
                        open.established(),
                        open.closed(),
                        open.timedOut(),
                        open.earlyResponses(),
                        open.allInUse(),
                        open.inFlight(),
                        open.connectTime(),
                        open.tls(),
                        Optional.of(streams)));
    }

    /// All responses take equally long, and the window 2 s.
    @ParameterizedTest
    @CsvSource({"480, none", "520, note", "1900, note", "2100, invalid"})
    void a_window_shorter_than_p99_is_invalid_and_shorter_than_four_a_note(
            int responseMillis, String severity) {
        var trial = SampleRun.completed(1_000, responseMillis);
        assertThat(severity(WindowTooShort.class, with(_ -> trial))).isEqualTo(severity);
    }

    /// 1,000 responses of 400 ms per second are those of 400 users: of 420, a wave is missing.
    @Test
    void a_window_that_cuts_waves_of_users_is_a_note() {
        assertThat(severity(WindowTooShort.class, with(_ -> ofUsers(420)))).isEqualTo("note");
        assertThat(severity(WindowTooShort.class, with(_ -> ofUsers(408)))).isEqualTo("none");
    }

    private static Completed ofUsers(double inFlight) {
        var trial = SampleRun.completed(1_000, 400);
        var load = trial.load();
        return loaded(
                trial,
                LoadResults.of(
                        load.window(),
                        load.counts(),
                        LoadResults.connections(400, 400, 0, 0, 0, inFlight, new Histogram(3)),
                        load.generator(),
                        load.intervals()));
    }

    /// A third of the requests fail, which have no response time: Little's law says nothing. 1 % of
    /// the arrivals leave 300 ms late where half of the responses take 400 ms.
    @Test
    void expected_errors_and_their_consequences_are_notes() {
        Map<String, Long> refused = Map.of("status-5xx", 1_000L);
        var users = new LoadModel.Closed(400, Duration.ZERO);
        var missing = SampleRun.completed(1_000, 200, refused, 400, 0.2);
        assertThat(invalid(failing(users, ErrorPolicy.INVALIDATE), missing))
                .hasAtLeastOneElementOfType(Errors.class)
                .noneMatch(LittlesLawBroken.class::isInstance);
        assertThat(invalid(failing(users, ErrorPolicy.EXPECTED), missing)).isEmpty();
        assertThat(findings(failing(users, ErrorPolicy.EXPECTED), _ -> missing))
                .contains(
                        new Errors(
                                SampleRun.POOL,
                                3_000,
                                1.0 / 3,
                                Map.of("status-5xx", 3_000L),
                                true));
        var arrivals = new LoadModel.Open(1_500, Arrival.CONSTANT, 600);
        var late = late(SampleRun.completed(1_000, 400, refused, 400, 0.2), 300);
        assertThat(invalid(failing(arrivals, ErrorPolicy.INVALIDATE), late))
                .hasAtLeastOneElementOfType(ScheduleLagged.class);
        assertThat(invalid(failing(arrivals, ErrorPolicy.EXPECTED), late)).isEmpty();
        assertThat(findings(failing(arrivals, ErrorPolicy.EXPECTED), _ -> late))
                .hasAtLeastOneElementOfType(ScheduleLagged.class);
    }

    /// Where none fails, all the rules hold.
    @Test
    void expected_errors_do_not_affect_other_findings() {
        var users = new LoadModel.Closed(400, Duration.ZERO);
        assertThat(invalid(failing(users, ErrorPolicy.EXPECTED), SampleRun.completed(1_000, 200)))
                .hasAtLeastOneElementOfType(LittlesLawBroken.class);
        var arrivals = new LoadModel.Open(1_000, Arrival.CONSTANT, 600);
        assertThat(
                        invalid(
                                failing(arrivals, ErrorPolicy.EXPECTED),
                                late(SampleRun.completed(1_000, 400), 300)))
                .hasAtLeastOneElementOfType(ScheduleLagged.class);
    }

    private static List<ResultFinding> invalid(RunManifest manifest, Completed outcome) {
        return findings(manifest, _ -> outcome).stream()
                .filter(f -> f.severity() == Severity.INVALID)
                .toList();
    }

    /// 30 of 1,000 requests failed: 20 were not sent, 9 were late, 1 was reset.
    @Test
    void requests_that_missed_the_deadline_are_no_errors() {
        var counts =
                LoadResults.counts(
                        1_000,
                        970,
                        Map.of("deadline-unsent", 20L, "deadline-late", 9L, "reset", 1L),
                        0,
                        970,
                        0);
        var window = SampleRun.completed(1_000, 10).load();
        var loads =
                List.of(
                        LoadResults.of(
                                window.window(),
                                counts,
                                window.connections(),
                                window.generator(),
                                window.intervals()));
        var traffic =
                Traffic.of(Request.get("/", Duration.ofSeconds(1)))
                        .withDeadline(Optional.of(Duration.ofMillis(100)));
        var missed = DeadlineMissed.of("pool", traffic, loads).orElseThrow();
        assertThat(missed).isEqualTo(new DeadlineMissed("pool", 100_000_000, 20, 9, 0.029));
        assertThat(missed.text().message())
                .contains(
                        "29 requests (2.9 %) missed the deadline of 100 ms: 20 not sent, 9 with a later response");
        var errors = Errors.of("pool", traffic, loads).orElseThrow();
        assertThat(errors.errors()).isEqualTo(1);
        assertThat(errors.kinds()).containsOnlyKeys("reset");
        assertThat(errors.severity()).isEqualTo(Severity.NOTE);
        assertThat(Errors.manyExpected(traffic, loads)).isTrue();
        assertThat(DeadlineMissed.of("pool", traffic.withDeadline(Optional.empty()), loads))
                .isEmpty();
    }

    private static RunManifest failing(LoadModel load, ErrorPolicy failures) {
        return SampleRun.manifest(SampleRun.experiment(load, failures));
    }

    @Test
    void held_connections_have_no_finding_about_speed() {
        var hold = like(new LoadModel.HeldConnections(400, 1_000), Metric.PEAK_RSS);
        var slow = SampleRun.completed(1_000, 2_500);
        var moving = new WarmUp(slow.warmUp().window(), 0, List.of());
        var held = SampleRun.completed(moving, slow.load(), Optional.empty(), slow.observations());
        assertThat(findings(hold, _ -> held))
                .noneMatch(WindowTooShort.class::isInstance)
                .noneMatch(NotSteady.class::isInstance);
    }

    private static Completed reopened(Completed trial, long times) {
        return reopened(trial, times, Map.of());
    }

    private static Completed reopened(Completed trial, long times, Map<String, Long> errors) {
        var load = trial.load();
        var counts = load.counts();
        return loaded(
                trial,
                LoadResults.of(
                        load.window(),
                        LoadResults.counts(
                                counts.sent(),
                                counts.succeeded(),
                                errors,
                                counts.unfinished(),
                                counts.succeededInWindow(),
                                counts.bytes()),
                        LoadResults.connections(400, 400, times, load.intervals()),
                        load.generator(),
                        load.intervals()));
    }
}
