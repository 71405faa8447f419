package dev.loombench.analysis.bottleneck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleCommand;
import dev.loombench.analysis.concurrency.ConfiguredLimits;
import dev.loombench.analysis.server.PinningSummary;
import dev.loombench.analysis.server.PinningSummary.PinnedLocation;
import dev.loombench.analysis.server.ThreadSummary;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Virtual threads on 2 carriers, observed for pinned waits over 2 s: the carriers' time is 4 s.
class BottleneckAnalysisTest {
    private static final long MILLI = 1_000_000;
    private static final String PATH = "Thread.sleep < Work.holding";

    @Test
    void carriers_held_by_pinned_waits_are_the_bound() {
        // 200 responses per second, 10 ms each
        var explanation = explanation(200, 0.011, Optional.of(pinned(400, 10 * MILLI, 400)));

        var bound = explanation.bounds().getFirst();
        assertThat(bound).isEqualTo(new Bound.Pinned(2, 0.010, place(400, 10 * MILLI)));
        assertThat(bound.maxThroughput()).isCloseTo(200, within(1e-9));
        assertThat(explanation.explainsThroughput()).isTrue();
        assertThat(explanation.bounds())
                .as("the observed bound replaces the inferred one")
                .noneMatch(Bound.Carriers.class::isInstance);
    }

    @Test
    void pinned_waits_can_be_a_part_of_the_response_time() {
        // 100 ms unloaded, of which 10 ms pinned: inferred, 2 carriers would allow 20/s.
        var explanation = explanation(198, 0.100, Optional.of(pinned(396, 10 * MILLI, 396)));

        assertThat(explanation.bounds().getFirst().maxThroughput()).isCloseTo(200, within(1e-9));
        assertThat(explanation.explainsThroughput()).isTrue();
    }

    @Test
    void several_waits_per_response_add_up() {
        var explanation = explanation(50, 0.050, Optional.of(pinned(400, 9 * MILLI, 100)));

        assertThat(explanation.bounds().getFirst().maxThroughput())
                .isCloseTo(2 / 0.036, within(1e-9));
    }

    @Test
    void a_few_pinned_waits_do_not_replace_the_inferred_bound() {
        // As blocking in native code does: 10 pinned waits of 10 ms are 2.5 % of the carriers'
        // time.
        var explanation = explanation(198, 0.010, Optional.of(pinned(10, 10 * MILLI, 396)));

        assertThat(explanation.bounds().getFirst())
                .isEqualTo(new Bound.Carriers(2, HeldTime.ofMean(0.010), Optional.empty()));
        assertThat(explanation.explainsThroughput()).isTrue();
    }

    @Test
    void a_few_threads_that_have_begun_are_on_the_carriers() {
        var waiting = virtual(48, "without Java code");
        var leaving = virtual(1, "ServerImpl.addEvent");
        var seen = listed(waiting, virtual(2, "NativeWait.poll"), leaving);

        assertThat(explanation(198, 0.010, Optional.empty(), Optional.of(seen)).bounds())
                .contains(
                        new Bound.Carriers(
                                2, HeldTime.ofMean(0.010), Optional.of("NativeWait.poll")));
        assertThat(listed(waiting, virtual(3, "NativeWait.poll")).onCarriers(2))
                .as("at least one of them is not mounted")
                .isEmpty();
        assertThat(listed(virtual(2, "Thread.sleep"), virtual(2, "Cache.get")).onCarriers(2))
                .isEmpty();
        assertThat(listed(waiting).onCarriers(2)).isEmpty();
    }

    private static ThreadSummary.ThreadLocation virtual(int count, String where) {
        return new ThreadSummary.ThreadLocation(ThreadKind.VIRTUAL, count, where, where);
    }

    private static ThreadSummary listed(ThreadSummary.ThreadLocation... places) {
        int virtual = Stream.of(places).mapToInt(ThreadSummary.ThreadLocation::count).sum();
        return new ThreadSummary(17, 2, virtual, List.of(places), 0);
    }

    @Test
    void without_observed_waits_the_inferred_bound_stays() {
        var none = new PinningSummary(0, 0, 0, OptionalDouble.of(0), List.of());

        assertThat(explanation(198, 0.010, Optional.of(none)).bounds())
                .isEqualTo(explanation(198, 0.010, Optional.empty()).bounds())
                .contains(new Bound.Carriers(2, HeldTime.ofMean(0.010), Optional.empty()));
    }

    private static PinnedLocation place(long waits, long nanosEach) {
        return new PinnedLocation(waits, waits * nanosEach, "in Thread.sleep", PATH);
    }

    private static PinningSummary pinned(long waits, long nanosEach, long responses) {
        long nanos = waits * nanosEach;
        return new PinningSummary(
                waits,
                nanos,
                nanos / 4e9,
                OptionalDouble.of((double) nanos / responses),
                List.of(place(waits, nanosEach)));
    }

    /// 20 threads / 20.6 ms.
    @Test
    void a_pool_that_the_command_sets_is_a_bound() {
        for (var setting :
                List.of(
                        "--server.tomcat.threads.max=20",
                        "-Dserver.jetty.threads.max=20",
                        "--server.undertow.threads.worker=20",
                        "-Dquarkus.thread-pool.max-threads=20",
                        "-Dmicronaut.executors.blocking.n-threads=20")) {
            var analysis = explanation(service(setting), 961, 0.0206);
            assertThat(analysis.bounds().getFirst())
                    .as(setting)
                    .isEqualTo(new Bound.Pool(20, HeldTime.ofMean(0.0206)));
            assertThat(analysis.bounds().getFirst().maxThroughput()).isCloseTo(970.9, within(0.1));
            assertThat(analysis.explainsThroughput()).isTrue();
        }
    }

    @Test
    void a_pool_that_serves_no_requests_is_no_bound() {
        var pool = "--server.tomcat.threads.max=20";
        var virtual = service(pool, "--spring.threads.virtual.enabled=true");
        assertThat(explanation(virtual, 4_000, 0.0206).bounds())
                .noneMatch(Bound.Pool.class::isInstance);
        assertThat(explanation(service(pool), 1_200, 0.0206).bounds())
                .as("24 % above 971/s: requests release their thread before their response")
                .noneMatch(Bound.Pool.class::isInstance);
        assertThat(explanation(service("--server.port={port}"), 961, 0.0206).bounds())
                .as("no default is assumed")
                .noneMatch(Bound.Pool.class::isInstance);
    }

    /// 20 permits / 20.6 ms.
    @Test
    void a_limit_on_virtual_threads_is_a_bound() {
        var bounded =
                Variant.of(
                        "jetty", "virtual-bounded", Threading.VIRTUAL, Map.of("concurrency", "20"));
        var analysis = explanation(bounded, 961, 0.0206);
        assertThat(analysis.bounds().getFirst())
                .isEqualTo(new Bound.Permits("semaphore", 20, HeldTime.ofMean(0.0206)));
        assertThat(analysis.explainsThroughput()).isTrue();
    }

    /// 2 carriers / 10 ms.
    @Test
    void carriers_are_a_bound_of_a_service_on_virtual_threads() {
        var virtual = service("-Dspring.threads.virtual.enabled=true");
        assertThat(explanation(virtual, 198, 0.010).bounds().getFirst())
                .isEqualTo(new Bound.Carriers(2, HeldTime.ofMean(0.010), Optional.empty()));
    }

    private static Variant service(String... settings) {
        var words = new ArrayList<>(List.of("java", "-jar", "app.jar"));
        words.addAll(List.of(settings));
        return Variant.of("app", SampleCommand.of(words));
    }

    private static BottleneckAnalysis explanation(
            Variant variant, double throughput, double unloadedSeconds) {
        return explanation(
                variant, throughput, unloadedSeconds, Optional.empty(), Optional.empty(), 2);
    }

    private static BottleneckAnalysis explanation(
            double throughput, double unloadedSeconds, Optional<PinningSummary> pinned) {
        return explanation(throughput, unloadedSeconds, pinned, Optional.empty());
    }

    /// One core / 100 µs; two cores / (100 + 10) µs.
    @Test
    void a_server_on_fewer_processors_has_a_lower_cpu_bound() {
        var bounds = explanation(9_500, 0.001, Optional.empty(), Optional.empty(), 1).bounds();
        assertThat(bounds)
                .filteredOn(Bound.Cpu.class::isInstance)
                .extracting(Bound::maxThroughput)
                .containsExactly(10_000.0, 2 / 110e-6);
    }

    /// One carrier / 10 ms.
    @Test
    void a_server_on_fewer_processors_has_fewer_carriers() {
        var bounds = explanation(99, 0.010, Optional.empty(), Optional.empty(), 1).bounds();
        assertThat(bounds.getFirst())
                .isEqualTo(new Bound.Carriers(1, HeldTime.ofMean(0.010), Optional.empty()));
    }

    /// 1,000 users / 200 ms = 5,000/s.
    @Test
    void users_who_are_served_faster_than_a_single_one_are_the_bound() {
        var explanation = explanation(5_000, 0.250, Optional.empty());
        assertThat(explanation.bounds().getFirst())
                .isEqualTo(new Bound.Users(1_000, HeldTime.ofMean(0.200), 0));
        assertThat(explanation.explainsThroughput()).isTrue();
    }

    /// 26 requests in 4 s of 5/s are 6.5/s; 21 are 5.25/s, as many as 5/s by less than 15 %. At a
    /// constant rate a generator that sends fewer is late, which is no bound of the arrivals.
    @ParameterizedTest
    @CsvSource({
        "POISSON, 6.5, 6.5",
        "POISSON, 5.25, 5",
        "REPLAY, 8, 8",
        "CONSTANT, 5, 5",
        "CONSTANT, 4, 5"
    })
    void arrivals_that_differ_from_their_schedule_are_the_bound(
            Arrival arrival, double perSecond, double bound) {
        var explanation = open(new LoadModel.Open(5, arrival, 100), perSecond, 0.010);
        assertThat(explanation.bounds().getFirst()).isInstanceOf(Bound.ArrivalRate.class);
        assertThat(explanation.bounds().getFirst().maxThroughput()).isCloseTo(bound, within(1e-9));
        assertThat(explanation.explainsThroughput()).isEqualTo(perSecond > 4);
    }

    /// 10 connections / 2 ms = 5,000/s, by the time of a single user.
    @ParameterizedTest
    @CsvSource({"5600, true", "5900, false"})
    void connections_that_serve_more_than_they_allow_are_no_bound(double rate, boolean bounds) {
        var analysis = open(new LoadModel.Open(rate, Arrival.CONSTANT, 10), rate, 0.002);
        assertThat(analysis.bounds().stream().anyMatch(Bound.Connections.class::isInstance))
                .isEqualTo(bounds);
        assertThat(analysis.explainsThroughput()).isTrue();
    }

    private static BottleneckAnalysis open(
            LoadModel.Open load, double throughput, double unloadedSeconds) {
        return explanation(
                load,
                Variant.of("tomcat", "virtual", Threading.VIRTUAL, Map.of()),
                throughput,
                unloadedSeconds,
                Optional.empty(),
                Optional.empty(),
                2,
                Optional.empty());
    }

    /// 10 connections x 4 streams / 10 ms = 4,000/s; at 5,000/s each is in use for 8 ms.
    @Test
    void streams_that_the_server_allows_are_a_bound() {
        var limited = limited(3_900, true);
        assertThat(limited.bounds().getFirst())
                .isEqualTo(new Bound.Streams(10, 4, HeldTime.ofMean(0.010)));
        assertThat(limited.bounds().getFirst().maxThroughput()).isCloseTo(4_000, within(1e-9));
        assertThat(limited.saysMoreThanWaits()).isTrue();
        assertThat(limited(3_000, true).saysMoreThanWaits()).isFalse();
        assertThat(limited(5_000, true).bounds().getFirst())
                .isEqualTo(new Bound.Streams(10, 4, HeldTime.ofMean(0.008)));
        assertThat(limited(5_000, false).bounds())
                .as("some are free, so that they do not bound it")
                .noneMatch(Bound.Streams.class::isInstance);
    }

    @Test
    void streams_are_no_bound_of_held_ones() {
        assertThat(limited(new LoadModel.HeldConnections(80, 1_000), 3_900, true).bounds())
                .noneMatch(Bound.Streams.class::isInstance);
    }

    private static BottleneckAnalysis limited(double throughput, boolean allInUse) {
        return limited(new LoadModel.Closed(1_000, Duration.ZERO), throughput, allInUse);
    }

    private static BottleneckAnalysis limited(LoadModel load, double throughput, boolean allInUse) {
        return explanation(
                load,
                Variant.of("tomcat", "virtual", Threading.VIRTUAL, Map.of()),
                throughput,
                0.010,
                Optional.empty(),
                Optional.empty(),
                2,
                Optional.of(new BottleneckInputs.StreamSlots(10, 4, allInUse)));
    }

    /// 1,000 users, 100 µs of CPU per response.
    private static BottleneckAnalysis explanation(
            double throughput,
            double unloadedSeconds,
            Optional<PinningSummary> pinned,
            Optional<ThreadSummary> threads) {
        return explanation(throughput, unloadedSeconds, pinned, threads, 2);
    }

    private static BottleneckAnalysis explanation(
            double throughput,
            double unloadedSeconds,
            Optional<PinningSummary> pinned,
            Optional<ThreadSummary> threads,
            int serverCores) {
        return explanation(
                Variant.of("tomcat", "virtual", Threading.VIRTUAL, Map.of()),
                throughput,
                unloadedSeconds,
                pinned,
                threads,
                serverCores);
    }

    private static BottleneckAnalysis explanation(
            Variant variant,
            double throughput,
            double unloadedSeconds,
            Optional<PinningSummary> pinned,
            Optional<ThreadSummary> threads,
            int serverCores) {
        return explanation(
                new LoadModel.Closed(1_000, Duration.ZERO),
                variant,
                throughput,
                unloadedSeconds,
                pinned,
                threads,
                serverCores,
                Optional.empty());
    }

    private static BottleneckAnalysis explanation(
            LoadModel load,
            Variant variant,
            double throughput,
            double unloadedSeconds,
            Optional<PinningSummary> pinned,
            Optional<ThreadSummary> threads,
            int serverCores,
            Optional<BottleneckInputs.StreamSlots> streams) {
        return BottleneckAnalysis.of(
                load,
                variant,
                new BottleneckInputs(
                        2_000 * MILLI,
                        throughput,
                        OptionalDouble.of(throughput),
                        false,
                        Optional.of(HeldTime.ofMean(unloadedSeconds)),
                        streams,
                        new BottleneckInputs.Cpu(
                                2, serverCores, OptionalDouble.of(100e-6), 10e-6, 1),
                        new BottleneckInputs.Threads(
                                OptionalDouble.empty(), pinned, threads, Optional.empty()),
                        ConfiguredLimits.of(variant, List.of()),
                        OptionalDouble.empty(),
                        Optional.empty()));
    }
}
