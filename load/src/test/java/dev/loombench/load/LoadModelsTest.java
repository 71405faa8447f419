package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.Await;
import dev.loombench.load.pace.Pacing;
import dev.loombench.load.record.SchedStat;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Loads that vary, hold connections, think and are counted, on real sockets and two workers.
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class LoadModelsTest {
    private static final Request HELLO = Request.get("/hello", Duration.ofSeconds(20));
    private static final Duration LONG = Duration.ofMinutes(1);

    private final LoadSettings settings;

    LoadModelsTest(TransportChoice transport) {
        settings = new LoadSettings(transport, Pacing.AUTO, 2);
    }

    @Test
    void the_window_begins_at_the_returned_instant() throws Exception {
        var one = new LoadSettings(settings.transport(), Pacing.AUTO, 1);
        var load = new LoadModel.Open(1_000, Arrival.CONSTANT, 10);
        try (var server = Responder.always(Responder.HELLO);
                var run = LoadFixture.start(server.address(), load, HELLO, 1, one)) {
            long opens = run.openWindow();
            Await.until(run::progress, () -> run.windowOver(Duration.ofMillis(100)));
            var result = run.closeWindow();
            assertThat(result.window().startNanos()).isEqualTo(opens);
            double due = result.window().nanos() / 1e6; // arrival i is due i ms after that
            assertThat((double) result.counts().sent()).isCloseTo(due, within(2.0));
        }
    }

    private static void assertConnections(int all, LoadResult.Connections connections) {
        assertThat(connections.requested()).isEqualTo(all);
        assertThat(connections.established()).isEqualTo(all);
        assertThat(connections.closed()).isZero();
    }

    @Test
    void held_connections_send_one_request_each_and_stay_open() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var run = start(server, new LoadModel.HeldConnections(101, 1_000))) {
            LoadFixture.await(run, p -> p.succeeded() > 5); // the single user of the warm-up
            long before = server.requests();
            run.openWindow();
            Await.until(run::progress, () -> run.windowOver(Duration.ofMillis(1)));
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
    void a_counted_window_sends_exactly_its_number_of_requests() throws Exception {
        for (var model :
                new LoadModel[] {
                    new LoadModel.Closed(7, Duration.ZERO),
                    new LoadModel.Open(2_000, Arrival.POISSON, 20)
                }) {
            try (var server = Responder.always(Responder.HELLO);
                    var run = start(server, model)) {
                LoadFixture.await(run, p -> p.succeeded() > 20);
                run.openWindow(OptionalLong.of(333), _ -> {});
                Await.until(run::progress, () -> run.windowOver(LONG));
                // A request of the warm-up may still be on its way where its server was slow.
                LoadFixture.await(run, p -> p.inFlight() == 0);
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

    @Test
    void a_window_may_have_fewer_requests_than_workers() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var run = start(server, new LoadModel.Closed(4, Duration.ZERO))) {
            run.openWindow(OptionalLong.of(1), _ -> {});
            Await.until(run::progress, () -> run.windowOver(LONG));
            assertThat(run.closeWindow().counts().sent()).isEqualTo(1);
            run.openWindow(OptionalLong.of(5), _ -> {});
            Await.until(run::progress, () -> run.windowOver(LONG));
            assertThat(run.closeWindow().counts().succeeded()).isEqualTo(5);
        }
    }

    @Test
    void a_time_limit_ends_a_counted_window() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var run = start(server, new LoadModel.Open(100, Arrival.CONSTANT, 4))) {
            run.openWindow(OptionalLong.of(1_000_000), _ -> {});
            Await.until(run::progress, () -> run.windowOver(Duration.ofMillis(200)));
            assertThat(run.closeWindow().counts().sent()).isBetween(1L, 1_000L);
        }
    }

    @Test
    void models_without_a_schedule_have_no_late_arrivals() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var run = start(server, new LoadModel.Closed(2, Duration.ZERO))) {
            run.openWindow(OptionalLong.of(10), _ -> {});
            Await.until(run::progress, () -> run.windowOver(LONG));
            assertThat(run.closeWindow().generator().lateArrivals()).isEmpty();
        }
    }

    @Test
    void the_run_queue_wait_is_the_second_number_of_schedstat() {
        assertThat(SchedStat.parse("123456 789 42\n")).hasValue(789);
        assertThat(SchedStat.parse("0 0 0\n")).isEmpty(); // a kernel without these statistics
        assertThat(SchedStat.parse("")).isEmpty();
    }

    private LoadRun start(Responder server, LoadModel model) throws IOException {
        return LoadFixture.start(server.address(), model, HELLO, 1, settings);
    }
}
