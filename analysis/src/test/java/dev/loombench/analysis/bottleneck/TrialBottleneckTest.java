package dev.loombench.analysis.bottleneck;

import static dev.loombench.ChangedSampleRun.SECOND;
import static dev.loombench.ChangedSampleRun.UNLOADED;
import static dev.loombench.ChangedSampleRun.bounds;
import static dev.loombench.ChangedSampleRun.loaded;
import static dev.loombench.ChangedSampleRun.paused;
import static dev.loombench.ChangedSampleRun.seen;
import static dev.loombench.ChangedSampleRun.withHandlerStats;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.SampleRuntimes;
import dev.loombench.analysis.concurrency.ConcurrencyLimit;
import dev.loombench.analysis.concurrency.ConcurrencyLimit.Basis;
import dev.loombench.analysis.concurrency.ConcurrencyReason;
import dev.loombench.analysis.concurrency.ImpliedConcurrency;
import dev.loombench.load.result.ErrorCodes;
import dev.loombench.load.result.LoadResult.Connections;
import dev.loombench.load.result.LoadResults;
import dev.loombench.load.result.Streams;
import dev.loombench.observe.result.Observation.Event;
import dev.loombench.observe.result.Observation.Libraries;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// Bounds and latency derived from the trials of a run.
class TrialBottleneckTest {
    @Test
    void held_carriers_are_the_bound_of_virtual_threads() {
        // 2 carriers held for 100 ms each
        var bounds = bounds(t -> SampleRun.completed(20, 20_000));
        assertThat(bounds.bounds().getFirst())
                .isEqualTo(new Bound.Carriers(2, UNLOADED, Optional.empty()));
        assertThat(bounds.explainsThroughput()).isTrue();
        assertThat(bounds(_ -> SampleRun.completed(4_000, 100)).bounds())
                .noneMatch(Bound.Carriers.class::isInstance);
    }

    /// 20/s x 100 ms are 2 requests at once.
    @Test
    void held_carriers_are_the_reason() {
        var reason = bounds(t -> SampleRun.completed(20, 20_000)).reason().orElseThrow();
        assertThat(reason.limit().map(ConcurrencyLimit::basis)).contains(Basis.HELD);
        assertThat(reason.limit().map(ConcurrencyLimit::capacity)).contains(2L);
    }

    /// 1,000/s x 100 ms are 100 requests at once, of 400.
    @Test
    void permits_that_requests_wait_for_are_the_bound_and_the_reason() {
        var bounds = bounds(_ -> seen(SampleRun.completed(1_000, 400), permits(300, 100)));
        assertThat(bounds.reason().flatMap(ConcurrencyReason::limit).map(ConcurrencyLimit::basis))
                .contains(Basis.COUNTED);
        assertThat(bounds.bounds().getFirst())
                .isEqualTo(new Bound.Permits("Semaphore in shop.Svc.call", 100, UNLOADED));
        assertThat(bounds.explainsThroughput()).isTrue();
    }

    /// 20/s x 100 ms are two at once, as many as carriers, which 398 waiting threads have left.
    @Test
    void carriers_that_waiting_threads_have_left_are_no_bound() {
        var bounds = bounds(_ -> seen(SampleRun.completed(20, 20_000), permits(398, 2)));
        assertThat(bounds.bounds()).noneMatch(Bound.Carriers.class::isInstance);
        assertThat(bounds.bounds().getFirst())
                .isEqualTo(new Bound.Permits("Semaphore in shop.Svc.call", 2, UNLOADED));
    }

    /// On JDK 21 those who have a permit and wait for a carrier are listed as if they had none.
    @Test
    void permits_as_many_as_carriers_that_monitors_may_hold_are_of_unknown_number() {
        var java = SampleRuntimes.hotSpot("21.0.8");
        var libraries = new Libraries("libraries", java, true, List.of(), List.of());
        var bounds =
                bounds(_ ->
                        seen(seen(SampleRun.completed(20, 20_000), permits(398, 2)), libraries));
        assertThat(bounds.reason().flatMap(ConcurrencyReason::limit)).isEmpty();
        assertThat(bounds.explainsThroughput()).isFalse();
    }

    private static ThreadDump permits(int waiting, int taken) {
        var call = "shop.Svc.call(Svc.java:11)";
        return new ThreadDump(
                "attach",
                5 * SECOND,
                OptionalLong.of(1_000_000),
                0,
                0,
                waiting + taken,
                List.of(
                        new StackGroup(
                                ThreadKind.VIRTUAL,
                                "WAITING",
                                waiting,
                                List.of(
                                        "java.util.concurrent.locks.LockSupport.park(L.java:1)",
                                        "java.util.concurrent.Semaphore.acquire(S.java:318)",
                                        call)),
                        new StackGroup(
                                ThreadKind.VIRTUAL,
                                "TIMED_WAITING",
                                taken,
                                List.of("java.lang.Thread.sleep(Thread.java:540)", call))),
                List.of());
    }

    @Test
    void pauses_lower_the_bound_and_the_generator_has_its_own() {
        var half = new Event(3 * SECOND, SECOND, "Pause Full");
        var bounds = bounds(_ -> paused(SampleRun.completed(2_000, 200), half));
        assertThat(bounds.bounds().getFirst())
                .isEqualTo(new Bound.Pauses(new Bound.Users(400, UNLOADED, 0), 0.5));
        assertThat(bounds.bounds()).contains(new Bound.Generator(1, 10e-6));
        assertThat(bounds.explainsThroughput()).isTrue();
    }

    /// 1,000/s x 100 ms are 100 requests at once, for 400 users. A time-out holds a user for 30 s:
    /// of 5/s hold 150 users, and the others could send 2,500/s; of 10/s hold 300, and the others
    /// could send 1,000/s, which is what was measured.
    @Test
    void users_whose_requests_time_out_do_not_show_a_limit_of_the_server() {
        assertThat(impliedConcurrency(0).orElseThrow().value()).isCloseTo(100, within(1.0));
        assertThat(impliedConcurrency(5)).isPresent();
        assertThat(impliedConcurrency(10)).isEmpty();
    }

    /// @param timedOut requests per second of the window of 2 s
    private static Optional<ImpliedConcurrency> impliedConcurrency(long timedOut) {
        Map<String, Long> errors = timedOut == 0 ? Map.of() : Map.of("timeout", 2 * timedOut);
        return bounds(_ -> SampleRun.completed(1_000, 400, errors, 400, 0.2))
                .reason()
                .flatMap(ConcurrencyReason::concurrency);
    }

    /// 10 connections x 10 streams / 100 ms = 1,000/s: the 100 requests at once show no limit of
    /// the server's threads.
    @Test
    void streams_that_the_server_allows_are_the_bound_and_no_limit_of_threads_is_inferred() {
        var limited = bounds(_ -> overHttp2(10));
        assertThat(limited.bounds().getFirst()).isEqualTo(new Bound.Streams(10, 10, UNLOADED));
        assertThat(limited.saysMoreThanWaits()).isTrue();
        assertThat(limited.reason().flatMap(ConcurrencyReason::concurrency)).isEmpty();
        var enough = bounds(_ -> overHttp2(40));
        assertThat(enough.bounds()).noneMatch(Bound.Streams.class::isInstance);
        assertThat(enough.reason().flatMap(ConcurrencyReason::concurrency)).isPresent();
    }

    /// 400 users on 10 connections, whose requests all wait for a stream.
    private static Completed overHttp2(long limit) {
        var trial = SampleRun.completed(1_000, 400, Map.of(), 400, 0.2);
        var load = trial.load();
        var open = load.connections();
        var streams =
                new Streams(
                        40,
                        OptionalLong.of(limit),
                        0,
                        ErrorCodes.NONE,
                        0,
                        load.counts().sent(),
                        0,
                        Map.of(),
                        new Histogram(3),
                        Optional.empty());
        return loaded(
                trial,
                LoadResults.of(
                        load.window(),
                        load.counts(),
                        new Connections(
                                10,
                                10,
                                open.closed(),
                                open.timedOut(),
                                open.earlyResponses(),
                                open.allInUse(),
                                open.inFlight(),
                                open.connectTime(),
                                open.tls(),
                                Optional.of(streams)),
                        load.generator(),
                        load.intervals()));
    }

    @Test
    void response_time_and_handler_time_are_separate() {
        var latency =
                bounds(_ -> withHandlerStats(SampleRun.completed(1_000, 400), 2_000, 0.1))
                        .latency();
        assertThat(latency.orElseThrow().handlerSeconds()).isEqualTo(0.1);
        assertThat(latency.orElseThrow().responseSeconds()).isCloseTo(0.4, within(0.001));
        assertThat(bounds(_ -> SampleRun.completed(1_000, 400)).latency()).isEmpty();
    }
}
