package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.load.record.SchedStat;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.result.LoadResult;
import dev.loombench.spec.load.Arrival;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.Request;
import dev.loombench.spec.load.ThinkTime;
import dev.loombench.spec.load.TrafficSpec;
import dev.loombench.spec.yaml.LoadProfileParser;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Loads that vary, hold connections, think and are counted, on real sockets and two workers.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class LoadModelsTest {
    private static final Request HELLO = Request.get("/hello", Duration.ofSeconds(20));
    private static final Duration LONG = Duration.ofMinutes(1);

    private final LoadSettings settings;

    LoadModelsTest(TransportChoice transport) {
        settings = new LoadSettings(transport, Pacing.AUTO, 2);
    }

    /// 0 to 1,000/s within 1 s, then nothing: 500 arrivals, whatever the warm-up did before.
    @Test
    void a_profile_begins_with_the_window_and_sends_exactly_its_integral() throws Exception {
        var rate = LoadProfileParser.ofRates().line("0..1k/1s,0/1s").withWarmUp(200);
        try (var server = Responder.always(Responder.HELLO);
                var run = start(server, new LoadModel.Open(rate, Arrival.CONSTANT, 50))) {
            await(() -> run.progress().succeeded() > 20);
            run.openWindow();
            await(() -> run.windowOver(Duration.ofMillis(1_200)));
            var counts = run.closeWindow().counts();
            assertThat(counts.sent()).isEqualTo(500);
            assertThat(counts.succeeded()).isEqualTo(500);
        }
    }

    @Test
    void the_window_begins_at_the_returned_instant() throws Exception {
        var one = new LoadSettings(settings.transport(), Pacing.AUTO, 1);
        var load = new LoadModel.Open(1_000, Arrival.CONSTANT, 10);
        try (var server = Responder.always(Responder.HELLO);
                var run = LoadEngine.start(server.address(), load, HELLO, 1, one)) {
            long opens = run.openWindow();
            await(() -> run.windowOver(Duration.ofMillis(100)));
            var result = run.closeWindow();
            assertThat(result.window().startNanos()).isEqualTo(opens);
            double due = result.window().nanos() / 1e6; // arrival i is due i ms after that
            assertThat((double) result.counts().sent()).isCloseTo(due, within(2.0));
        }
    }

    /// Two users warm up; six more join at once, and all but one leave after 1 s.
    @Test
    void users_join_and_leave_with_the_level() throws Exception {
        var users = LoadProfileParser.ofUsers(10).line("8/1s,1/1h").withWarmUp(2);
        var model = new LoadModel.Closed(users, ThinkTime.constant(Duration.ofMillis(1)));
        try (var server = Responder.always(Responder.HELLO);
                var run = start(server, model)) {
            await(() -> run.progress().connectionsOpen() == 2);
            run.openWindow();
            await(() -> run.windowOver(Duration.ofMillis(1_001)));
            await(() -> run.progress().connectionsOpen() == 1);
            long succeeded = run.progress().succeeded();
            await(() -> run.progress().succeeded() > succeeded + 10);
            var result = run.closeWindow();
            assertConnections(8, result.connections());
            assertThat(result.counts().failed()).isZero();
            assertThat(result.counts().succeeded()).isEqualTo(result.counts().sent());
        }
    }

    private static void assertConnections(int all, LoadResult.Connections connections) {
        assertThat(connections.requested()).isEqualTo(all);
        assertThat(connections.established()).isEqualTo(all);
        assertThat(connections.reconnects()).isZero();
    }

    @Test
    void a_leaving_user_awaits_its_response_and_may_return() throws Exception {
        var users = LoadProfileParser.ofUsers(10).line("4/100ms,0/2s,4/1h");
        try (var server =
                        new Responder(exchange -> {
                            Thread.sleep(150);
                            exchange.write(Responder.HELLO);
                        });
                var run = start(server, new LoadModel.Closed(users, ThinkTime.NONE))) {
            await(() -> run.progress().connectionsOpen() == 4);
            run.openWindow();
            await(() -> run.progress().connectionsOpen() == 0);
            await(() -> run.progress().connectionsOpen() == 4);
            var counts = run.closeWindow().counts();
            assertThat(counts.failed()).isZero();
            assertThat(counts.unfinished()).isZero();
        }
    }

    @Test
    void held_connections_send_one_request_each_and_stay_open() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var run = start(server, new LoadModel.HeldConnections(101, 1_000))) {
            await(() -> run.progress().succeeded() > 5); // the single user of the warm-up
            long before = server.requests();
            run.openWindow();
            await(() -> run.windowOver(Duration.ofMillis(1)));
            assertThat(run.progress().connectionsOpen()).isEqualTo(101);
            var result = run.closeWindow();
            assertThat(result.counts().sent()).isEqualTo(101);
            assertThat(result.counts().succeeded()).isEqualTo(101);
            assertConnections(101, result.connections());
            // The 101st is due 100 ms after the first, and not before.
            assertThat(result.window().nanos()).isGreaterThanOrEqualTo(100_000_000);
            assertThat(server.requests() - before)
                    .isGreaterThanOrEqualTo(101); // and the warm-up user's
        }
    }

    @Test
    void a_hold_does_not_wait_for_the_warm_up_user() throws Exception {
        var never = new CountDownLatch(1);
        try (var server =
                        new Responder(exchange -> {
                            if (exchange.number() == 1) {
                                never.await();
                            }
                            exchange.write(Responder.HELLO);
                        });
                var run = start(server, new LoadModel.HeldConnections(20, 1_000))) {
            await(() -> server.requests() == 1);
            run.openWindow();
            await(() -> run.windowOver(Duration.ofMillis(1)));
            var result = run.closeWindow();
            assertThat(result.counts().succeeded()).isEqualTo(20);
            assertThat(result.counts().failed()).isZero();
            assertThat(run.progress().inFlight()).isZero();
            assertThat(run.progress().errors()).isZero();
            assertConnections(20, result.connections());
        } finally {
            never.countDown();
        }
    }

    @Test
    void requests_in_flight_are_counted_over_the_whole_window() throws Exception {
        try (var server =
                        new Responder(exchange -> {
                            Thread.sleep(50);
                            exchange.write(Responder.HELLO);
                        });
                var run = start(server, new LoadModel.Closed(10, Duration.ZERO))) {
            await(() -> run.progress().inFlight() == 10);
            run.openWindow();
            await(() -> run.windowOver(Duration.ofMillis(300)));
            // Each is in flight except for the moment between a response and the next request.
            assertThat(run.closeWindow().connections().inFlight().orElseThrow())
                    .isBetween(9.5, 10.0);
        }
    }

    @Test
    void a_held_connection_closed_by_the_server_does_not_count_as_open() throws Exception {
        var last = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok";
        try (var server = Responder.always(last);
                var run = start(server, new LoadModel.HeldConnections(20, 100))) {
            run.openWindow();
            await(() -> run.windowOver(Duration.ofMillis(1)));
            var result = run.closeWindow();
            assertThat(result.counts().succeeded()).isEqualTo(20);
            assertThat(result.connections().established()).isLessThan(20);
        }
    }

    @Test
    void a_counted_window_sends_exactly_its_number_of_requests() throws Exception {
        for (var model :
                new LoadModel[] {
                    new LoadModel.Closed(7, Duration.ZERO),
                    new LoadModel.Open(2_000, Arrival.POISSON, 20)
                }) {
            try (var server = Responder.always(Responder.HELLO);
                    var run = start(server, model)) {
                await(() -> run.progress().succeeded() > 20);
                run.openWindow(OptionalLong.of(333), _ -> {});
                await(() -> run.windowOver(LONG));
                long succeeded = run.progress().succeeded();
                int received = server.requests();
                var result = run.closeWindow();
                assertThat(result.counts().sent()).isEqualTo(333);
                assertThat(result.counts().succeeded()).isEqualTo(333);
                // not the responses to requests of the warm-up
                assertThat(result.counts().succeededInWindow()).isEqualTo(333);
                assertThat(run.progress().inFlight()).isZero();
                assertThat(server.requests()).isEqualTo(received);
                assertThat(run.progress().succeeded()).isGreaterThanOrEqualTo(succeeded);
            }
        }
    }

    /// Nothing is sent before the window, and of a number of requests nothing after it.
    @Test
    void a_load_may_begin_with_its_window() throws Exception {
        for (var model :
                new LoadModel[] {
                    new LoadModel.Closed(7, Duration.ZERO),
                    new LoadModel.Open(2_000, Arrival.POISSON, 20),
                    new LoadModel.HeldConnections(33, 1_000)
                }) {
            try (var server = Responder.always(Responder.HELLO);
                    var run =
                            LoadEngine.start(
                                    new LoadPlan(
                                            server.address(),
                                            model,
                                            TrafficSpec.of(HELLO),
                                            1,
                                            settings,
                                            LoadShare.whole(settings),
                                            true,
                                            Map.of()))) {
                Thread.sleep(100);
                assertThat(server.requests()).isZero();
                boolean held = model instanceof LoadModel.HeldConnections;
                run.openWindow(held ? OptionalLong.empty() : OptionalLong.of(33), _ -> {});
                await(() -> run.windowOver(held ? Duration.ofMillis(1) : LONG));
                assertThat(run.closeWindow().counts().succeeded()).isEqualTo(33);
                Thread.sleep(50);
                assertThat(server.requests()).isEqualTo(33);
            }
        }
    }

    @Test
    void no_request_follows_a_counted_window_that_time_ended() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var run = start(server, new LoadModel.Closed(2, Duration.ofMillis(50)))) {
            run.openWindow(OptionalLong.of(1_000), _ -> {});
            await(() -> run.windowOver(Duration.ofMillis(200)));
            run.closeWindow();
            int received = server.requests();
            Thread.sleep(200);
            assertThat(server.requests()).isEqualTo(received);
        }
    }

    @Test
    void a_window_may_have_fewer_requests_than_workers() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var run = start(server, new LoadModel.Closed(4, Duration.ZERO))) {
            run.openWindow(OptionalLong.of(1), _ -> {});
            await(() -> run.windowOver(LONG));
            assertThat(run.closeWindow().counts().sent()).isEqualTo(1);
            run.openWindow(OptionalLong.of(5), _ -> {});
            await(() -> run.windowOver(LONG));
            assertThat(run.closeWindow().counts().succeeded()).isEqualTo(5);
        }
    }

    @Test
    void a_time_limit_ends_a_counted_window() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var run = start(server, new LoadModel.Open(100, Arrival.CONSTANT, 4))) {
            run.openWindow(OptionalLong.of(1_000_000), _ -> {});
            await(() -> run.windowOver(Duration.ofMillis(200)));
            assertThat(run.closeWindow().counts().sent()).isBetween(1L, 1_000L);
        }
    }

    /// One connection and responses that take 20 ms: of 500 arrivals per second nine in ten find it
    /// busy.
    @Test
    void arrivals_without_a_connection_in_time_are_late() throws Exception {
        try (var server =
                        new Responder(exchange -> {
                            Thread.sleep(20);
                            exchange.write(Responder.HELLO);
                        });
                var run = start(server, new LoadModel.Open(500, Arrival.CONSTANT, 1))) {
            await(() -> run.progress().succeeded() > 1);
            run.openWindow();
            await(() -> run.windowOver(Duration.ofMillis(100)));
            var result = run.closeWindow();
            assertThat(result.generator().lateArrivals().orElseThrow())
                    .isGreaterThan(result.counts().sent() / 2);
        }
    }

    @Test
    void models_without_a_schedule_have_no_late_arrivals() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var run = start(server, new LoadModel.Closed(2, Duration.ZERO))) {
            run.openWindow(OptionalLong.of(10), _ -> {});
            await(() -> run.windowOver(LONG));
            assertThat(run.closeWindow().generator().lateArrivals()).isEmpty();
        }
    }

    /// Of 20,000 exponential think times: standard error of the mean 0.7 %.
    @Test
    void exponential_think_times_have_their_mean_and_differ_per_user() {
        var time = new ThinkTime(Duration.ofMillis(2), ThinkTime.Distribution.EXPONENTIAL);
        var whole = new ThinkTimes(time, 7, WorkerShard.WHOLE, 4);
        var half = new ThinkTimes(time, 7, new WorkerShard(1, 2), 2);
        double[] sampled = new double[20_000];
        Arrays.setAll(sampled, _ -> whole.nextNanos(2));
        assertThat(Arrays.stream(sampled).average().orElseThrow()).isCloseTo(2e6, within(0.06e6));
        // User 3 of four is the second user of the second of two workers.
        for (int i = 0; i < 10; i++) {
            assertThat(half.nextNanos(1)).isEqualTo(whole.nextNanos(3));
        }
        assertThat(
                        new ThinkTimes(
                                        ThinkTime.constant(Duration.ofNanos(5)),
                                        7,
                                        WorkerShard.WHOLE,
                                        1)
                                .nextNanos(0))
                .isEqualTo(5);
    }

    @Test
    void users_are_distributed_round_robin() {
        assertThat(new WorkerShard(0, 3).globalIndex(2)).isEqualTo(6);
        assertThat(new WorkerShard(2, 3).globalIndex(2)).isEqualTo(8);
        assertThat(new WorkerShard(0, 3).shareOf(8)).isEqualTo(3);
        assertThat(new WorkerShard(2, 3).shareOf(8)).isEqualTo(2);
    }

    @Test
    void the_run_queue_wait_is_the_second_number_of_schedstat() {
        assertThat(SchedStat.parse("123456 789 42\n")).hasValue(789);
        assertThat(SchedStat.parse("0 0 0\n")).isEmpty(); // a kernel without these statistics
        assertThat(SchedStat.parse("")).isEmpty();
    }

    private LoadRun start(Responder server, LoadModel model) throws IOException {
        return LoadEngine.start(server.address(), model, HELLO, 1, settings);
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(1);
        }
    }
}
