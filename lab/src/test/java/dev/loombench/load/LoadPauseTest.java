package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.loombench.load.transport.TransportChoice;
import dev.loombench.spec.load.Arrival;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.Request;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
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
        var release = new CountDownLatch(1);
        try (var server =
                        new Responder(exchange -> {
                            release.await();
                            exchange.write(Responder.HELLO);
                        });
                var run = start(server, new LoadModel.Closed(2, Duration.ZERO))) {
            await(() -> run.progress().inFlight() == 2);
            run.pause();
            Thread.sleep(50);
            assertThat(run.rests()).isFalse();
            release.countDown();
            await(run::rests);
            assertThat(run.progress().succeeded()).isEqualTo(server.requests());
        }
    }

    /// Arrivals every 2 ms: never more than the time outside the pauses has room for. A schedule
    /// that ran on would send 75 more after each pause of 150 ms. No window begins the profile: one
    /// that the worker learns of late would send its first arrivals in addition to those before.
    @Test
    void the_schedule_stands_still_within_a_pause() throws Exception {
        var one = new LoadSettings(settings.transport(), Pacing.AUTO, 1);
        var load = new LoadModel.Open(500, Arrival.CONSTANT, 20);
        long started = System.nanoTime();
        try (var server = Responder.always(Responder.HELLO);
                var run = LoadEngine.start(server.address(), load, HELLO, 1, one)) {
            long pausedNanos = 0;
            for (int slice = 0; slice < 3; slice++) {
                awaitMoreResponses(run, 20);
                run.openNextSlice();
                awaitMoreResponses(run, 100);
                var counts = run.closeWindow().counts();
                assertThat(counts.succeeded()).isEqualTo(counts.sent());
                run.pause();
                await(run::rests);
                long pausedFrom = System.nanoTime(); // the pause lasts at least from here
                Thread.sleep(150);
                pausedNanos += System.nanoTime() - pausedFrom; // until here
                run.resume();
            }
            awaitMoreResponses(run, 20);
            run.pause();
            await(run::rests);
            long loadedNanos = System.nanoTime() - started - pausedNanos;
            assertThat(run.progress().succeeded()).isLessThanOrEqualTo(loadedNanos / 2_000_000);
        }
    }

    /// One user with a think time of 1 s: a pause in the middle of it leaves its rest. A pause that
    /// begins only after the second request is no part of the time between the two.
    @Test
    void a_think_time_stands_still_within_a_pause() throws Exception {
        var arrivals = new CopyOnWriteArrayList<Long>();
        try (var server =
                        new Responder(exchange -> {
                            arrivals.add(System.nanoTime());
                            exchange.write(Responder.HELLO);
                        });
                var run = start(server, new LoadModel.Closed(1, Duration.ofSeconds(1)))) {
            await(() -> !arrivals.isEmpty());
            run.pause();
            await(run::rests);
            long pausedFrom = System.nanoTime(); // the pause lasts at least from here
            Thread.sleep(200);
            long pausedUntil = System.nanoTime();
            run.resume();
            await(() -> arrivals.size() >= 2);
            long between = arrivals.get(1) - arrivals.get(0);
            long paused = arrivals.get(1) - pausedFrom > 0 ? pausedUntil - pausedFrom : 0;
            assertThat((between - paused) / 1e6).isGreaterThan(999.0);
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

    private static void awaitMoreResponses(LoadRun run, int count) throws InterruptedException {
        long before = run.progress().succeeded();
        await(() -> run.progress().succeeded() >= before + count);
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

    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(1);
        }
    }
}
