package dev.loombench.analysis.validity.stationarity;

import static dev.loombench.ChangedSampleRun.SECOND;
import static dev.loombench.ChangedSampleRun.findings;
import static dev.loombench.ChangedSampleRun.like;
import static dev.loombench.ChangedSampleRun.loaded;
import static dev.loombench.ChangedSampleRun.severity;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.base.Window;
import dev.loombench.experiment.Metric;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResults;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.stats.series.Trend;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfileParser;
import dev.loombench.traffic.ThinkTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The conditions that raise findings about trends. A window has ten seconds.
class StationarityFindingTest {
    private static final Completed FLAT = responses(_ -> 1_000);
    private static final Completed FALLING = responses(s -> s < 4 ? 1_000 : 800);
    private static final Completed SLOWER = responseTimes(s -> s < 4 ? 400 : 500);

    @Test
    void a_falling_speed_within_the_window_is_a_finding() {
        assertThat(nonStationary(SampleRun.manifest(), _ -> FALLING))
                .hasSize(2)
                .allMatch(f -> f.trend() instanceof Trend.SlowingDown);
        assertThat(nonStationary(SampleRun.manifest(), _ -> FLAT)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"955, none", "945, note"})
    void a_change_of_up_to_five_percent_is_no_trend(int responses, String severity) {
        var trial = responses(s -> s < 4 ? 1_000 : responses);
        assertThat(severity(NonStationary.class, findings(SampleRun.manifest(), _ -> trial)))
                .isEqualTo(severity);
    }

    @Test
    void a_load_that_changes_is_not_checked() {
        var rising = LoadProfileParser.ofUsers(400).line("0..400/2s");
        var changing =
                SampleRun.manifest(
                        SampleRun.experiment(new LoadModel.Closed(rising, ThinkTime.NONE)));
        assertThat(nonStationary(changing, _ -> FALLING)).isEmpty();
    }

    /// A window whose last four intervals are slower and of another length.
    @ParameterizedTest
    @CsvSource({"0.45, none", "0.55, note"})
    void intervals_of_less_than_half_a_second_do_not_count(double seconds, String severity) {
        var intervals = new ArrayList<>(FLAT.load().intervals());
        for (int i = 0; i < 4; i++) {
            long nanos = Math.round(seconds * SECOND);
            intervals.add(
                    interval(13 * SECOND + i * nanos, nanos, (int) Math.round(800 * seconds), 400));
        }
        var trial = window(intervals);
        assertThat(severity(NonStationary.class, findings(SampleRun.manifest(), _ -> trial)))
                .isEqualTo(severity);
    }

    @ParameterizedTest
    @CsvSource({"3, 1, none", "3, 2, note", "4, 1, none", "4, 2, note"})
    void trends_in_half_of_the_windows_are_a_finding(int trials, int falling, String severity) {
        var found = findings(of(trials), t -> t.block() <= falling ? FALLING : FLAT);
        assertThat(severity(NonStationary.class, found)).isEqualTo(severity);
    }

    /// The users of a closed load send less where the server slows down; the arrivals of an open
    /// load do not depend on it.
    @Test
    void speed_is_throughput_in_a_closed_load_and_response_time_in_an_open_one() {
        var closed = SampleRun.manifest();
        var open = like(new LoadModel.Open(1_000, Arrival.CONSTANT, 600), Metric.THROUGHPUT);
        assertThat(nonStationary(open, _ -> SLOWER))
                .hasSize(2)
                .allMatch(f -> f.trend() instanceof Trend.SlowingDown);
        assertThat(nonStationary(open, _ -> FALLING)).isEmpty();
        assertThat(nonStationary(closed, _ -> SLOWER)).isEmpty();
    }

    /// Its users wait for four seconds and send nothing.
    @Test
    void a_server_that_stands_still_in_a_closed_load_is_not_flat() {
        assertThat(nonStationary(SampleRun.manifest(), _ -> standingStill(1_000)))
                .hasSize(2)
                .allMatch(f -> f.trend().equals(new Trend.WarmUp(7)));
        assertThat(nonStationary(SampleRun.manifest(), _ -> standingStill(5)))
                .as("few responses")
                .isEmpty();
        var open = like(new LoadModel.Open(1_000, Arrival.CONSTANT, 600), Metric.THROUGHPUT);
        assertThat(nonStationary(open, _ -> standingStill(1_000)))
                .as("a second without arrivals")
                .isEmpty();
    }

    private static Completed standingStill(int responses) {
        return responses(s -> s >= 3 && s < 7 ? 0 : responses);
    }

    @Test
    void the_first_trend_of_the_most_common_type_is_reported() {
        var found =
                nonStationary(
                        of(3),
                        t ->
                                switch (t.block()) {
                                    case 1 -> FALLING;
                                    case 2 -> rising(3);
                                    default -> rising(5);
                                });
        assertThat(found.getFirst())
                .isEqualTo(new NonStationary(SampleRun.POOL, new Trend.WarmUp(3), 3, 3));
    }

    @Test
    void of_equally_common_trends_the_first_is_reported() {
        assertThat(nonStationary(of(2), t -> t.block() == 1 ? FALLING : rising(3)))
                .hasSize(2)
                .allMatch(f -> f.trend() instanceof Trend.SlowingDown);
    }

    private static Completed rising(int second) {
        return responses(s -> s < second ? 800 : 1_000);
    }

    private static RunManifest of(int trials) {
        return SampleRun.manifest(SampleRun.experiment(trials, trials));
    }

    private static List<NonStationary> nonStationary(
            RunManifest manifest, Function<Trial, Completed> outcome) {
        return findings(manifest, outcome).stream()
                .filter(NonStationary.class::isInstance)
                .map(NonStationary.class::cast)
                .toList();
    }

    /// @param inSecond number of responses in each second, of 400 ms
    private static Completed responses(IntUnaryOperator inSecond) {
        return seconds(inSecond, _ -> 400);
    }

    /// @param millis response time in each second, of 1,000 responses
    private static Completed responseTimes(IntUnaryOperator millis) {
        return seconds(_ -> 1_000, millis);
    }

    private static Completed seconds(IntUnaryOperator responses, IntUnaryOperator millis) {
        var intervals = new ArrayList<LoadResult.Second>();
        for (int s = 0; s < 10; s++) {
            intervals.add(
                    interval(
                            (3 + s) * SECOND,
                            SECOND,
                            responses.applyAsInt(s),
                            millis.applyAsInt(s)));
        }
        return window(intervals);
    }

    private static LoadResult.Second interval(long start, long nanos, int responses, int millis) {
        var times = SampleRun.histogram(responses, millis);
        return new LoadResult.Second(new Window(start, start + nanos), times, times);
    }

    private static Completed window(List<LoadResult.Second> intervals) {
        var trial = SampleRun.completed(1_000, 400);
        return loaded(
                trial,
                LoadResults.of(
                        new Window(
                                intervals.getFirst().window().startNanos(),
                                intervals.getLast().window().endNanos()),
                        trial.load().counts(),
                        trial.load().connections(),
                        trial.load().generator(),
                        intervals));
    }
}
