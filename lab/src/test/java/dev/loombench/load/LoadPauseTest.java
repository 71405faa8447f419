package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.load.transport.TransportChoice;
import dev.loombench.result.LoadResult;
import dev.loombench.spec.load.Arrival;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.Request;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Loads that pause and resume, on real sockets and two workers.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class LoadPauseTest {
    private static final Request HELLO = Request.get("/hello", Duration.ofSeconds(20));

    private final LoadSettings settings;

    LoadPauseTest(TransportChoice transport) {
        settings = new LoadSettings(transport, Pacing.AUTO, 2);
    }

    @Test
    void a_paused_load_sends_nothing_and_keeps_its_connections() throws Exception {
        var received = new AtomicInteger();
        try (var server = counting(received);
                var run = start(server, new LoadModel.Closed(8, Duration.ZERO))) {
            await(() -> run.progress().connectionsOpen() == 8 && received.get() > 100);
            run.pause();
            await(run::rests);
            int before = received.get();
            Thread.sleep(200);
            assertThat(received.get()).isEqualTo(before);
            assertThat(run.progress().connectionsOpen()).isEqualTo(8);
            assertThat(run.progress().succeeded()).isEqualTo(before);
            run.resume();
            await(() -> received.get() > before + 100);
            assertThat(run.progress().errors()).isZero();
        }
    }

    @Test
    void a_load_does_not_rest_before_its_last_response() throws Exception {
        var release = new AtomicInteger();
        try (var server =
                        new Responder(exchange -> {
                            while (release.get() == 0) {
                                Thread.sleep(1);
                            }
                            exchange.write(Responder.HELLO);
                        });
                var run = start(server, new LoadModel.Closed(2, Duration.ZERO))) {
            await(() -> run.progress().inFlight() == 2);
            run.pause();
            Thread.sleep(50);
            assertThat(run.rests()).isFalse();
            release.set(1);
            await(run::rests);
            assertThat(run.progress().succeeded()).isEqualTo(2);
        }
    }

    /// Arrivals every 2 ms: as many as the time without the pauses has room for. A schedule that
    /// ran on would send 75 more after each pause of 150 ms; a worker that the machine stops for up
    /// to 50 ms at the end of a slice sends up to 25 of them in the next.
    @Test
    void the_schedule_stands_still_within_a_pause() throws Exception {
        var one = new LoadSettings(settings.transport(), Pacing.AUTO, 1);
        var load = new LoadModel.Open(500, Arrival.CONSTANT, 20);
        try (var server = Responder.always(Responder.HELLO);
                var run = LoadEngine.start(server.address(), load, HELLO, 1, one)) {
            await(() -> run.progress().succeeded() > 20);
            for (var slice : slices(run, 3, 200, 150)) {
                var counts = slice.counts();
                double due = slice.window().nanos() / 2e6;
                assertThat((double) counts.sent()).isCloseTo(due, within(25.0));
                assertThat(counts.succeeded()).isEqualTo(counts.sent());
            }
        }
    }

    /// One user with a think time of 300 ms: a pause in the middle of it leaves its rest.
    @Test
    void a_think_time_stands_still_within_a_pause() throws Exception {
        var last = new AtomicLong();
        var received = new AtomicInteger();
        try (var server =
                        new Responder(exchange -> {
                            last.set(System.nanoTime());
                            exchange.write(Responder.HELLO);
                            received.incrementAndGet();
                        });
                var run = start(server, new LoadModel.Closed(1, Duration.ofMillis(300)))) {
            await(() -> received.get() == 1);
            long first = last.get();
            Thread.sleep(100);
            run.pause();
            await(run::rests);
            long pausedFrom = System.nanoTime(); // the pause lasts at least from here
            Thread.sleep(500);
            long pausedUntil = System.nanoTime();
            run.resume();
            await(() -> received.get() == 2);
            long loaded = last.get() - first - (pausedUntil - pausedFrom);
            assertThat(loaded / 1e6).isGreaterThan(299.0);
        }
    }

    /// Users whose responses come 100 ms after one another continue at that distance.
    @Test
    void users_keep_their_distance_over_a_pause() throws Exception {
        var sent = new ArrayList<Long>();
        try (var server =
                        new Responder(exchange -> {
                            synchronized (sent) {
                                sent.add(System.nanoTime());
                            }
                            // the users' first requests are 10 ms apart
                            Thread.sleep(
                                    exchange.onConnection() == 1 ? exchange.number() * 200L : 400);
                            exchange.write(Responder.HELLO);
                        });
                var run = start(server, new LoadModel.Closed(2, Duration.ZERO))) {
            await(() -> size(sent) == 2);
            run.pause();
            await(run::rests);
            Thread.sleep(100);
            run.resume();
            await(() -> size(sent) == 4);
            // user 2 has its response about 200 ms after user 1
            assertThat((sent.get(3) - sent.get(2)) / 1e6).isGreaterThan(150.0);
        }
    }

    @Test
    void a_load_cannot_pause_within_a_window() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var run = start(server, new LoadModel.Closed(1, Duration.ZERO))) {
            run.openWindow();
            assertThatIllegalStateException()
                    .isThrownBy(run::pause)
                    .withMessageContaining("window");
            run.closeWindow();
            run.pause();
            await(run::rests);
        }
    }

    private static List<LoadResult> slices(LoadRun run, int count, int millis, int restMillis)
            throws InterruptedException {
        var results = new ArrayList<LoadResult>();
        for (int k = 0; k < count; k++) {
            if (k == 0) {
                run.openWindow();
            } else {
                run.openNextSlice();
            }
            await(() -> run.windowOver(Duration.ofMillis(millis)));
            results.add(run.closeWindow());
            run.pause();
            await(run::rests);
            Thread.sleep(restMillis);
            long before = run.progress().succeeded();
            run.resume();
            await(() -> run.progress().succeeded() > before); // the worker has resumed
        }
        return results;
    }

    private static Responder counting(AtomicInteger received) throws IOException {
        return new Responder(exchange -> {
            received.incrementAndGet();
            exchange.write(Responder.HELLO);
        });
    }

    private LoadRun start(Responder server, LoadModel model) throws IOException {
        return LoadEngine.start(server.address(), model, HELLO, 1, settings);
    }

    private static int size(List<Long> sent) {
        synchronized (sent) {
            return sent.size();
        }
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(1);
        }
    }
}
