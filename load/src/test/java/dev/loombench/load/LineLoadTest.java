package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.Await;
import dev.loombench.load.pace.Pacing;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// The line protocol in every load model.
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class LineLoadTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final LoadModel USERS = new LoadModel.Closed(7, Duration.ZERO);

    private final LoadSettings settings;

    LineLoadTest(TransportChoice transport) {
        settings = new LoadSettings(transport, Pacing.AUTO, 2);
    }

    @Test
    void each_user_sends_a_line_and_awaits_its_echo() throws Exception {
        assertAllCompleted(USERS);
    }

    @Test
    void lines_leave_by_schedule() throws Exception {
        assertAllCompleted(new LoadModel.Open(2_000, Arrival.POISSON, 20));
    }

    /// The line is long enough to arrive in pieces.
    private void assertAllCompleted(LoadModel model) throws Exception {
        try (var server = LineServer.echo()) {
            var line = "a line ".repeat(1_000);
            var result = measured(server, model, Traffic.of(Request.line(line, TIMEOUT)), 200);
            assertThat(result.counts().sent()).isEqualTo(200);
            assertThat(result.counts().succeeded()).isEqualTo(200);
            assertThat(result.connections().closed()).isZero();
            assertThat(server.received()).containsExactly(line);
        }
    }

    @Test
    void held_connections_carry_a_line_each_and_stay_open() throws Exception {
        try (var server = LineServer.echo();
                var run =
                        LoadFixture.start(
                                server.address(),
                                new LoadModel.HeldConnections(50, 1_000),
                                Request.line("hold", TIMEOUT),
                                1,
                                settings)) {
            run.openWindow();
            Await.until(run::progress, () -> run.windowOver(Duration.ofMillis(1)));
            assertThat(run.progress().connectionsOpen()).isEqualTo(50);
            var result = run.closeWindow();
            assertThat(result.counts().succeeded()).isEqualTo(50);
            assertThat(result.connections().established()).isEqualTo(50);
        }
    }

    @Test
    void lines_may_have_values_and_a_connection_of_their_own() throws Exception {
        var values = Map.<String, ValueSource>of("i", new ValueSource.Counter(1));
        var closing = new ConnectionPolicy(false, Optional.empty(), List.of());
        var traffic =
                new Traffic(List.of(Request.line("number ${i}, $$5", TIMEOUT)), values, closing);
        try (var server = LineServer.echo()) {
            var result = measured(server, USERS, traffic, 30);
            assertThat(result.counts().succeeded()).isEqualTo(30);
            assertThat(server.received()).contains("number 1, $5", "number 30, $5");
        }
    }

    @Test
    void more_than_one_line_is_malformed() throws Exception {
        try (var server = new LineServer(line -> line + "\nmore")) {
            var result = measured(server, USERS, Traffic.of(Request.line("a", TIMEOUT)), 10);
            assertThat(result.counts().succeeded()).isZero();
            assertThat(result.counts().errors()).containsExactly(Map.entry("malformed", 10L));
        }
    }

    private LoadResult measured(LineServer server, LoadModel model, Traffic traffic, long requests)
            throws Exception {
        try (var run = LoadFixture.start(server.address(), model, traffic, 1, settings)) {
            run.openWindow(OptionalLong.of(requests), _ -> {});
            Await.until(run::progress, () -> run.windowOver(Duration.ofMinutes(1)));
            return run.closeWindow();
        }
    }
}
