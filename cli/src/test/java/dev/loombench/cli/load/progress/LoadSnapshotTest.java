package dev.loombench.cli.load.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.result.LoadProgress;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfileParser;
import dev.loombench.traffic.ThinkTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadSnapshotTest {
    private static final LoadModel OPEN = new LoadModel.Open(5_000, Arrival.CONSTANT, 100);
    private static final LoadModel CLOSED = new LoadModel.Closed(100, Duration.ZERO);

    @Test
    void it_shows_the_requested_and_the_achieved_rate() {
        assertThat(snapshot(OPEN, 0, List.of(2_500.0, 5_000.0)).lines(AnsiStyle.NONE, 70))
                .containsExactly(
                        "measuring   ███████▌                       5 of 20 s",
                        "rate        4,998/s responses, 5,000/s requested",
                        "now         12 in flight, 0 errors, 100 of 100 connections open",
                        "response    p50 310 µs, p99 1.20 ms, p99.9 54.0 ms",
                        "throughput  ▅█",
                        "p99         ▁█");
    }

    @Test
    void the_closed_model_has_no_requested_rate() {
        assertThat(snapshot(CLOSED, 0, List.of()).plainLine())
                .isEqualTo(
                        "measuring 5 of 20 s: 4,998/s responses, 12 in flight, 0 errors,"
                                + " 100 of 100 connections open, p50 310 µs, p99 1.20 ms,"
                                + " p99.9 54.0 ms");
    }

    /// Three quarters of 30 columns, where 5 of 20 s would be one.
    @Test
    void a_number_of_requests_is_the_measure_of_a_window_that_ends_by_it() {
        var requests = Optional.of(new LoadSnapshot.Requests(75_000, 100_000));
        var snapshot = snapshot("measuring", CLOSED, 0, List.of(), requests);
        assertThat(snapshot.lines(AnsiStyle.NONE, 100).getFirst())
                .isEqualTo(
                        "measuring   ██████████████████████▌        75,000 of 100,000 requests, 5 s");
        assertThat(snapshot.plainLine()).startsWith("measuring 75,000 of 100,000 requests, 5 s: ");
    }

    /// 5 s into a line from 0 to 8,000 within 10 s; before that, its first level above 0.
    @Test
    void the_requested_rate_follows_the_profile() {
        var rate = LoadProfileParser.ofRates().line("0..8k/10s");
        var open = new LoadModel.Open(rate, Arrival.CONSTANT, 100);
        assertThat(snapshot(open, 0, List.of()).plainLine())
                .contains(" responses, 4,000/s requested,");
        assertThat(snapshot("warm-up", open, 0, List.of()).plainLine())
                .contains(", 8,000/s requested,");
        var users = LoadProfileParser.ofUsers(100).line("0..9/10s");
        var closed = new LoadModel.Closed(users, ThinkTime.NONE);
        assertThat(snapshot(closed, 0, List.of()).plainLine()).contains(" responses, 4 users,");
        assertThat(snapshot(new LoadModel.HeldConnections(9, 3), 0, List.of()).plainLine())
                .contains("responses, 3.00/s opened,");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 13, 20, 40, 80, 200})
    void no_line_is_wider_than_the_terminal(int columns) {
        var minute = Stream.iterate(1.0, v -> v + 1).limit(60).toList();
        var lines = snapshot(OPEN, 1_000_000, minute).lines(AnsiStyle.NONE, columns);
        // The label and one column are always written; the terminal cuts the rest.
        assertThat(lines).allSatisfy(l -> assertThat(l.length()).isLessThan(Math.max(columns, 14)));
    }

    /// 100 users on connections of ten streams.
    @Test
    void connections_that_requests_share_are_counted_once() {
        var shared = snapshot(CLOSED, 10, "measuring", 0, List.of(), Optional.empty());
        assertThat(shared.plainLine()).contains(" of 10 connections open,");
    }

    @Test
    void only_errors_are_highlighted() {
        assertThat(snapshot(OPEN, 0, List.of()).lines(AnsiStyle.ANSI, 80).get(2))
                .doesNotContain("\u001b[33m");
        assertThat(snapshot(OPEN, 3, List.of()).lines(AnsiStyle.ANSI, 80).get(2))
                .contains("\u001b[33m");
    }

    @Test
    void a_narrow_terminal_shows_the_newest_seconds() {
        var snapshot = snapshot(OPEN, 0, List.of(1.0, 1.0, 1.0, 8.0));
        assertThat(snapshot.lines(AnsiStyle.NONE, 15).get(4)).isEqualTo("throughput  ▂█");
    }

    private static LoadSnapshot snapshot(LoadModel model, long errors, List<Double> seconds) {
        return snapshot("measuring", model, errors, seconds);
    }

    private static LoadSnapshot snapshot(
            String phase, LoadModel model, long errors, List<Double> seconds) {
        return snapshot(phase, model, errors, seconds, Optional.empty());
    }

    private static LoadSnapshot snapshot(
            String phase,
            LoadModel model,
            long errors,
            List<Double> seconds,
            Optional<LoadSnapshot.Requests> requests) {
        return snapshot(model, model.connections(), phase, errors, seconds, requests);
    }

    private static LoadSnapshot snapshot(
            LoadModel model,
            int connections,
            String phase,
            long errors,
            List<Double> seconds,
            Optional<LoadSnapshot.Requests> requests) {
        return new LoadSnapshot(
                model,
                connections,
                phase,
                Duration.ofSeconds(5),
                Duration.ofSeconds(20),
                requests,
                new LoadProgress(0, 25_000, 0, errors, 12, 100, 0),
                4_998.4,
                seconds,
                new LatencyHistory.Percentiles(310_000, 1_200_000, 54_000_000),
                List.of(1.0, 1_200_000.0));
    }
}
