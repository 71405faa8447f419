package dev.loombench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.bottleneck.BottleneckAnalysis;
import dev.loombench.analysis.bottleneck.Bound;
import dev.loombench.analysis.bottleneck.HeldTime;
import dev.loombench.analysis.bottleneck.LatencyBreakdown;
import dev.loombench.analysis.bottleneck.ThreadUse;
import dev.loombench.analysis.server.PinningSummary.PinnedLocation;
import dev.loombench.stats.Interval;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BoundTextTest {
    private static final Bound PINNED =
            new Bound.Pinned(
                    2,
                    0.010,
                    new PinnedLocation(
                            396, 3_960_000_000L, "in Thread.sleep", "Thread.sleep < Work.lock"));

    private static String text(double measured, Bound... bounds) {
        return BoundText.of(new BottleneckAnalysis(List.of(bounds), measured, Optional.empty()));
    }

    private static HeldTime held(double seconds) {
        return new HeldTime(seconds, Optional.empty());
    }

    private static HeldTime held(double low, double seconds, double high) {
        return new HeldTime(seconds, Optional.of(new Interval(low, seconds, high)));
    }

    @Test
    void a_wide_interval_of_the_held_time_is_shown() {
        assertThat(text(325, new Bound.Pool(20, held(0.038, 0.061, 0.084))))
                .isEqualTo(
                        "bound by its pool: 20 threads / 61.0 ms [38.0 ms, 84.0 ms] = 328/s;"
                                + " measured 325/s");
        assertThat(BoundText.arithmetic(new Bound.Users(40, held(0.089, 0.1, 0.111), 1)))
                .isEqualTo("its users: 40 / (100 ms [89.0 ms, 111 ms] + 1.00 s think time)");
    }

    @Test
    void the_connections_are_those_of_the_load() {
        assertThat(BoundText.arithmetic(new Bound.Connections(1_000, held(0.5))))
                .isEqualTo("the connections of the load: 1,000 / 500 ms");
    }

    @Test
    void a_narrow_interval_of_the_held_time_is_not_shown() {
        assertThat(BoundText.arithmetic(new Bound.Pool(20, held(0.096, 0.1, 0.104))))
                .isEqualTo("its pool: 20 threads / 100 ms");
        assertThat(BoundText.arithmetic(new Bound.Pool(20, held(0.094, 0.1, 0.104))))
                .endsWith("[94.0 ms, 104 ms]");
    }

    @Test
    void the_trials_that_report_their_handlers_are_counted_where_not_all_do() {
        assertThat(text(new LatencyBreakdown(0.01, 0.03, 3, 3)))
                .endsWith(
                        "measured 99.0/s; mean response time 30.0 ms, of which 10.0 ms in the handler");
        assertThat(text(new LatencyBreakdown(0.01, 0.03, 2, 3)))
                .endsWith("of which 10.0 ms in the handler (2 of 3 trials report it)");
    }

    private static String text(LatencyBreakdown latency) {
        return BoundText.of(
                new BottleneckAnalysis(
                        List.of(new Bound.ArrivalRate(100)), 99, Optional.of(latency)));
    }

    @Test
    void observed_carriers_have_arithmetic_and_location() {
        assertThat(text(198, PINNED))
                .isEqualTo(
                        "bound by its carriers: 2 carriers / 10.0 ms pinned per request = 200/s;"
                                + " measured 198/s; pinned at Thread.sleep < Work.lock,"
                                + " 396 waits of 10.0 ms");
    }

    @Test
    void the_location_is_named_with_pauses_too() {
        assertThat(text(100, new Bound.Pauses(PINNED, 0.5)))
                .startsWith(
                        "bound by garbage collection: 50 % of the time remains for its carriers: 2")
                .contains("; pinned at Thread.sleep < Work.lock, 396 waits");
    }

    @Test
    void carriers_without_a_location_of_waits_are_said_to_be_inferred() {
        assertThat(text(195, new Bound.Carriers(2, held(0.010), Optional.empty())))
                .isEqualTo(
                        "bound by its carriers, held while threads wait: 2 carriers / 10.0 ms"
                                + " = 200/s; measured 195/s; inferred, as no list of threads shows"
                                + " what holds them");
        assertThat(text(195, new Bound.Carriers(2, held(0.010), Optional.of("NativeWait.poll"))))
                .endsWith("measured 195/s; mounted: NativeWait.poll");
    }

    @Test
    void permits_have_the_method_that_holds_them() {
        assertThat(text(48, new Bound.Permits("Semaphore in shop.Svc.call", 1, held(0.0204))))
                .isEqualTo(
                        "bound by its Semaphore in shop.Svc.call: 1 permit / 20.4 ms = 49.0/s;"
                                + " measured 48.0/s");
    }

    @Test
    void saturated_threads_have_their_use() {
        var one =
                new Bound.SaturatedThreads(
                        "vert.x-eventloop-thread-0",
                        1,
                        0.00485,
                        new ThreadUse(0.97, 0.001, 2.04, 0.1));
        assertThat(text(200, one))
                .isEqualTo(
                        "bound by its thread vert.x-eventloop-thread-0: 1 processor / 4.85 ms of CPU"
                                + " = 206/s; measured 200/s; it uses 0.97 of a processor,"
                                + " and 2 processors are free");
        var two =
                new Bound.SaturatedThreads(
                        "reactor-http-epoll", 2, 0.00475, new ThreadUse(0.95, 0, 1, 0.1));
        assertThat(text(400, two))
                .isEqualTo(
                        "bound by its threads reactor-http-epoll: 2 processors / 4.75 ms of CPU"
                                + " = 421/s; measured 400/s; each uses 0.95 of a processor,"
                                + " and 1 processor is free");
    }

    /// 3.75 ms on a processor for 0.75 of the time, and so 1 ms without one for 0.2 of it.
    @Test
    void saturated_threads_that_wait_for_a_processor_say_for_how_long_and_who_has_it() {
        var waits =
                new Bound.SaturatedThreads(
                        "loop", 1, 0.00375, new ThreadUse(0.75, 0.2, 0.31, 0.94));
        assertThat(text(200, waits))
                .isEqualTo(
                        "bound by its thread loop: 1 processor / (3.75 ms of CPU + 1.00 ms of"
                                + " waiting for a processor) = 211/s; measured 200/s; it uses 0.75"
                                + " of a processor and waits for one for 20 % of the time, and 0.3"
                                + " processors are free; others use 0.9");
    }

    @Test
    void other_bounds_have_no_location() {
        assertThat(text(100, new Bound.Pool(10, held(0.1)), PINNED)).doesNotContain("pinned");
    }
}
