package dev.loombench.run.trial.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.base.Window;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Counts;
import dev.loombench.load.result.LoadResult.Generator;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.load.result.LoadResult.Stalls;
import dev.loombench.load.result.LoadResults;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Event;
import dev.loombench.observe.result.Observation.Events;
import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.observe.result.Observation.ThreadCpu;
import dev.loombench.observe.result.Observation.Unavailable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// The time of a server in an interleaved block. Times are in ms: a warm-up until 1000, then load
/// from 3000 to 3700 and from 5000 to 5700, measured from 3100 to 3600 and from 5100 to 5600; idle
/// from 6000 to 7000. Of 200 responses from 3100 to 5600, 180 arrive in the slices: 100 of 120 and
/// 80 of 100 responses of their cycles.
class LoadTimeTest {
    private static final long MILLI = 1_000_000;

    private static final LoadTime TIME =
            new LoadTime(
                    1_000 * MILLI,
                    List.of(
                            new LoadTime.Slice(
                                    window(3_000, 3_700), window(3_100, 3_600), 3_700 * MILLI),
                            new LoadTime.Slice(
                                    window(5_000, 5_700), window(5_100, 5_600), 5_700 * MILLI)),
                    Optional.of(new LastRest(window(6_000, 7_000), 7_000 * MILLI)),
                    Optional.of(
                            series(
                                    MetricId.LOAD_RESPONSES,
                                    at(3_000, 1_000),
                                    at(3_100, 1_010),
                                    at(3_600, 1_110),
                                    at(3_700, 1_120),
                                    at(5_000, 1_120),
                                    at(5_100, 1_130),
                                    at(5_600, 1_210),
                                    at(5_700, 1_220),
                                    at(7_000, 1_220))));

    private static Window window(long from, long to) {
        return new Window(from * MILLI, to * MILLI);
    }

    private static Series series(MetricId metric, Point... points) {
        return new Series("proc", metric, List.of(points));
    }

    private static Point at(long millis, double value) {
        return new Point(millis * MILLI, value);
    }

    @Test
    void the_slices_are_one_window_after_the_warm_up() {
        assertThat(TIME.window()).isEqualTo(window(1_000, 2_000));
        assertThat(TIME.window(1)).isEqualTo(window(1_500, 2_000));
    }

    /// It grows by 1 per ms, but by 10 per ms from 4000 to 5000, when the server rests.
    @Test
    void a_counter_loses_what_it_grew_by_outside_the_slices() {
        var points =
                LongStream.rangeClosed(0, 60)
                        .map(i -> 100 * i)
                        .mapToObj(t -> at(t, (double) (t + 9L * Math.clamp(t - 4_000, 0, 1_000))))
                        .toArray(Point[]::new);
        var mapped = (Series) TIME.of(series(MetricId.MACHINE_CPU_BUSY, points));
        assertThat(mapped.growth(TIME.window()).orElseThrow()).isCloseTo(1_000, within(1e-6));
        assertThat(mapped.growth(TIME.window(1)).orElseThrow()).isCloseTo(500, within(1e-6));
        assertThat(mapped.growth(window(0, 1_000)).orElseThrow()).isCloseTo(1_000, within(1e-6));
        assertThat(mapped.growth(window(1_200, 1_400)).orElseThrow()).isCloseTo(200, within(1e-6));
        assertThat(mapped.points())
                .isSortedAccordingTo((a, b) -> Long.compare(a.nanos(), b.nanos()));
    }

    /// 1 per ms under load; 260 in each rest, of which 130 are 0.1 per ms as when it is idle. Each
    /// cycle has 830: `830 * 100 / 120` are for the responses of the first slice, `830 * 80 / 100`
    /// for those of the second.
    private static final Series CPU =
            series(
                    MetricId.PROCESS_CPU,
                    at(900, 0),
                    at(3_000, 0),
                    at(3_100, 100),
                    at(3_600, 600),
                    at(3_700, 700),
                    at(5_000, 960),
                    at(5_100, 1_060),
                    at(5_350, 1_310),
                    at(5_600, 1_560),
                    at(5_700, 1_660),
                    at(6_000, 1_820),
                    at(7_000, 1_920));

    @Test
    void work_of_a_cycle_belongs_to_its_responses() {
        var mapped = (Series) TIME.of(CPU);
        assertThat(mapped.growth(TIME.window(0)).orElseThrow()).isCloseTo(691.667, within(1e-3));
        assertThat(mapped.growth(TIME.window(1)).orElseThrow()).isCloseTo(664, within(1e-6));
        // half of the second slice, as its samples are
        assertThat(mapped.growth(window(1_500, 1_750)).orElseThrow()).isCloseTo(332, within(1e-6));
    }

    @Test
    void the_share_at_rest_is_what_an_idle_server_does_not_do() {
        assertThat(TIME.shareAtRest(CPU).orElseThrow()).isCloseTo(260.0 / 1_660, within(1e-9));
    }

    /// 0.1 per ms in the 1,300 ms of the rest between the slices, beside 1,660 of work.
    @Test
    void the_share_when_idle_is_that_of_the_rests_between_slices() {
        assertThat(TIME.shareWhenIdle(CPU).orElseThrow()).isCloseTo(130.0 / 1_790, within(1e-9));
    }

    @Test
    void work_that_was_not_sampled_at_rest_has_no_share() {
        var points = CPU.points().subList(0, CPU.points().size() - 2);
        assertThat(TIME.shareAtRest(new Series("proc", MetricId.PROCESS_CPU, points))).isEmpty();
    }

    @Test
    void a_counter_that_is_sampled_only_around_the_slices_counts_them() {
        var mapped =
                (Series)
                        TIME.of(
                                series(
                                        MetricId.HANDLERS_LEFT,
                                        at(3_090, 100),
                                        at(3_610, 152),
                                        at(5_090, 500),
                                        at(5_610, 604)));
        assertThat(mapped.growth(TIME.window()).orElseThrow()).isCloseTo(150, within(1e-6));
    }

    @Test
    void a_counter_that_is_sampled_only_at_the_ends_has_the_share_of_the_responses() {
        var mapped =
                (Series)
                        TIME.of(
                                series(
                                        MetricId.ALLOCATED,
                                        at(500, 40),
                                        at(3_100, 100),
                                        at(4_500, 111), // periodic
                                        at(5_600, 600)));
        assertThat(mapped.growth(TIME.window()).orElseThrow()).isCloseTo(450, within(1e-6));
        assertThat(mapped.points().getFirst()).isEqualTo(at(500, 40));
    }

    @Test
    void without_a_response_a_counter_that_is_sampled_only_at_the_ends_is_unavailable() {
        var time = new LoadTime(TIME.origin(), TIME.slices(), TIME.last(), Optional.empty());
        var counter = series(MetricId.ALLOCATED, at(500, 40), at(3_100, 100), at(5_600, 600));
        assertThat(time.of(counter)).isInstanceOf(Unavailable.class);
    }

    /// 500 from 3100 to 5600, of which 180 of 200 responses are in the slices.
    @Test
    void cpu_time_of_a_thread_has_the_share_of_the_responses() {
        var thread =
                new ThreadCpu(
                        "attach",
                        "loop",
                        List.of(),
                        List.of(at(500, 40), at(3_100, 100), at(5_600, 600)),
                        List.of(at(500, 4), at(3_100, 10), at(5_600, 60)));
        var mapped = (ThreadCpu) TIME.of(thread);
        assertThat(mapped.thread()).isEqualTo("loop");
        assertThat(mapped.counter().growth(TIME.window()).orElseThrow())
                .isCloseTo(450, within(1e-6));
        assertThat(mapped.waited().growth(TIME.window()).orElseThrow()).isCloseTo(45, within(1e-6));
        var time = new LoadTime(TIME.origin(), TIME.slices(), TIME.last(), Optional.empty());
        assertThat(((ThreadCpu) time.of(thread)).points()).isEmpty();
        assertThat(((ThreadCpu) time.of(thread)).waits()).isEmpty();
    }

    @Test
    void a_counter_that_was_not_sampled_around_a_slice_is_unavailable() {
        var mapped =
                TIME.of(series(MetricId.PROCESS_CPU, at(900, 1), at(3_090, 100), at(3_610, 152)));
        assertThat(mapped).isInstanceOf(Unavailable.class);
        assertThat(((Unavailable) mapped).subject()).isEqualTo("process.cpu");
    }

    @Test
    void a_counter_that_is_sampled_too_late_has_no_value() {
        var late = series(MetricId.HANDLERS_LEFT, at(3_400, 100), at(3_610, 152));
        assertThat(((Series) TIME.of(late)).growth(TIME.window())).isEmpty();
    }

    @Test
    void a_gauge_keeps_the_points_under_load() {
        var mapped =
                (Series)
                        TIME.of(
                                series(
                                        MetricId.PROCESS_RSS,
                                        at(500, 1), // warm-up
                                        at(2_000, 2), // rest
                                        at(3_050, 3), // settling
                                        at(3_350, 4),
                                        at(4_000, 5), // rest
                                        at(5_650, 6))); // after the measured part
        assertThat(mapped.points())
                .containsExactly(
                        at(500, 1), at(1_000, 3), at(1_250, 4), new Point(2_000 * MILLI - 1, 6));
    }

    @Test
    void events_outside_the_slices_are_left_out() {
        var pauses =
                new Events(
                        "gc",
                        "gc.pause",
                        List.of(
                                event(500),
                                event(2_000),
                                event(3_200),
                                event(3_650),
                                event(5_500)));
        assertThat(((Events) TIME.of(pauses)).events())
                .containsExactly(event(500), event(1_100), event(1_900));
    }

    private static Event event(long millis) {
        return new Event(millis * MILLI, 5, "Pause Young");
    }

    @Test
    void pinned_waits_relate_to_the_time_under_load() {
        Observation pinned = new Pinned("jfr", 3, 9, 1, List.of());
        assertThat(((Pinned) TIME.of(pinned)).observedNanos()).isEqualTo(1_400 * MILLI);
    }

    private static LoadResult slice(Window window, long responses, long millis, double inFlight) {
        var times = new Histogram(3);
        times.recordValueWithCount(millis * MILLI, responses);
        return LoadResults.of(
                window,
                new Counts(
                        responses + 1,
                        responses,
                        Map.of("timeout", 1L),
                        0,
                        responses - 2,
                        10 * responses,
                        Map.of(503, 1L)),
                LoadResults.connections(8, 8, 1, 0, 2, inFlight, new Histogram(3)),
                new Generator(
                        "nio",
                        "",
                        "answers",
                        OptionalLong.of(23_900),
                        2,
                        7,
                        inFlight / 100,
                        OptionalLong.of(3),
                        OptionalDouble.of(0.5),
                        times.copy(),
                        new Stalls(1, millis, millis, OptionalLong.of(5), 0)),
                List.of(new Second(window, times, times.copy())));
    }

    @Test
    void counts_add_up_and_histograms_merge() {
        var merged =
                new MergedSlices(
                                List.of(
                                        slice(window(3_100, 3_600), 90, 10, 4),
                                        slice(window(5_100, 5_600), 10, 500, 8)),
                                TIME)
                        .result();
        assertThat(merged.window()).isEqualTo(TIME.window());
        assertThat(merged.counts())
                .isEqualTo(
                        new Counts(102, 100, Map.of("timeout", 2L), 0, 96, 1_000, Map.of(503, 2L)));
        assertThat(merged.connections().inFlight()).isEqualTo(6);
        assertThat(merged.connections().closed()).isEqualTo(2);
        assertThat(merged.generator().cpuNanos()).isEqualTo(14);
        assertThat(merged.generator().busyShare()).isCloseTo(0.06, within(1e-9));
        assertThat(merged.generator().lateArrivals()).hasValue(6);
        assertThat(merged.generator().timerCostNanos()).hasValue(23_900);
        assertThat(merged.generator().sendLag().getTotalCount()).isEqualTo(100);
        assertThat(merged.generator().stalls())
                .isEqualTo(new Stalls(2, 510, 500, OptionalLong.of(500 * MILLI + 5), 0));
        assertThat(merged.intervals()).hasSize(1); // two halves of a second
        var interval = merged.intervals().getFirst();
        assertThat(interval.window()).isEqualTo(TIME.window());
        assertThat(interval.responseTime().getTotalCount()).isEqualTo(100);
        assertThat(interval.responseTime().getValueAtPercentile(95) / MILLI).isGreaterThan(490);
    }

    /// A slice of 3 s from 5000, whose last interval ends with it.
    @Test
    void a_long_slice_keeps_its_intervals() {
        var window = window(5_000, 7_999);
        var like = slice(window, 10, 5, 1);
        var times = like.intervals().getFirst().responseTime();
        var slice =
                like.with(
                        List.of(
                                new Second(window(5_000, 6_000), times, times),
                                new Second(window(6_000, 7_000), times, times),
                                new Second(window(7_000, 7_999), times, times)));
        var time =
                new LoadTime(
                        1_000 * MILLI,
                        List.of(new LoadTime.Slice(window(4_900, 8_500), window, 8_500 * MILLI)),
                        Optional.empty(),
                        Optional.empty());
        var intervals = new MergedSlices(List.of(slice), time).result().intervals();
        assertThat(intervals)
                .extracting(Second::window)
                .containsExactly(window(1_000, 2_000), window(2_000, 3_000), window(3_000, 3_999));
        assertThat(intervals)
                .extracting(i -> i.responseTime().getTotalCount())
                .containsExactly(10L, 10L, 10L);
    }
}
