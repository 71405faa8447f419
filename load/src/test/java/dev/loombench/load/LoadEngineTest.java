package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.pace.Pacing;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Schedules, windows, workers and the end of a load, over every available transport.
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class LoadEngineTest extends LoadFixture {
    private static final double TICK_NANOS = 10e6;

    LoadEngineTest(TransportChoice transport) {
        super(transport);
    }

    @Test
    void a_request_larger_than_the_socket_buffer_arrives_complete() throws Exception {
        var body = "x".repeat(8 << 20);
        var request = new Request("POST", "/", Map.of("X-Test", "1"), body, TIMEOUT);
        // The responder reads as many bytes as Content-Length says, then expects a request line.
        try (var server = Responder.always(Responder.HELLO);
                var run = LoadFixture.start(server.address(), users(2), request, 1, settings)) {
            run.openWindow();
            awaitResponses(run, 6);
            var counts = run.closeWindow().counts();
            assertThat(counts.errors()).isEmpty();
        }
    }

    /// Each number of the body occurs once, so that a part of it that is sent twice, or left out,
    /// makes another body.
    @Test
    void several_workers_send_the_same_large_request_whole() throws Exception {
        var body =
                IntStream.range(1_000_000, 1_200_000)
                        .mapToObj(String::valueOf)
                        .collect(Collectors.joining());
        var request = new Request("POST", "/", Map.of(), body, TIMEOUT);
        var others = new AtomicInteger();
        try (var server =
                        new Responder(exchange -> {
                            if (!exchange.body().equals(body)) {
                                others.incrementAndGet();
                            }
                            exchange.write(Responder.HELLO);
                        });
                var run =
                        LoadFixture.start(server.address(), users(4), request, 1, onTwoThreads())) {
            run.openWindow();
            awaitResponses(run, 40);
            assertThat(run.closeWindow().counts().errors()).isEmpty();
            assertThat(others).hasValue(0);
        }
    }

    private LoadSettings onTwoThreads() {
        return new LoadSettings(settings.transport(), Pacing.AUTO, 2);
    }

    @Test
    void a_load_can_have_several_windows() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var run = start(server, users(4), TIMEOUT)) {
            for (int i = 0; i < 3; i++) {
                run.openWindow();
                awaitResponses(run, 500);
                var result = run.closeWindow();
                assertThat(result.counts().succeeded()).isGreaterThan(100);
                assertThat(result.counts().failed()).isZero();
                assertThat(result.generator().cpuNanos()).isPositive();
            }
        }
    }

    /// A worker runs no code of its own while it waits. The kernel may work for it then, which
    /// counts as CPU time and as waiting. It samples at its ticks, of 10 ms at most, which part of
    /// the CPU time is the user's: the standard deviation of `n` ticks is at most `sqrt(n)`.
    @Test
    void a_worker_is_busy_at_least_for_its_user_time() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var run = start(server, users(200), TIMEOUT)) {
            await(run, p -> p.connectionsOpen() == 200);
            run.openWindow();
            long before = userNanos(run);
            awaitResponses(run, 20_000);
            double user = userNanos(run) - before;
            var result = run.closeWindow();
            double least = user - 3 * Math.sqrt(user * TICK_NANOS);
            assertThat(result.generator().busyShare())
                    .isGreaterThan(0.9 * least / result.window().nanos());
        }
    }

    private static long userNanos(LoadRun run) {
        var threads = ManagementFactory.getThreadMXBean();
        return run.threads().stream()
                .mapToLong(thread -> threads.getThreadUserTime(thread.threadId()))
                .sum();
    }

    @Test
    void a_thousand_connections_are_opened_and_used() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var run = start(server, constant(2000, 1000), TIMEOUT)) {
            await(run, p -> p.connectionsOpen() == 1000);
            run.openWindow();
            awaitResponses(run, 1000);
            var result = run.closeWindow();
            assertThat(result.connections().established()).isEqualTo(1000);
            assertThat(result.counts().errors()).isEmpty();
        }
    }

    @Test
    void several_workers_share_the_users_and_their_counts_add_up() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var run = startOnTwo(server, users(5))) {
            await(run, p -> p.connectionsOpen() == 5);
            run.openWindow();
            awaitResponses(run, 500);
            var result = run.closeWindow();
            assertThat(run.threads()).hasSize(2);
            assertThat(result.generator().threads()).isEqualTo(2);
            assertThat(result.connections().established()).isEqualTo(5);
            assertThat(result.counts().sent()).isEqualTo(result.counts().succeeded());
            assertThat(result.responseTime().getTotalCount())
                    .isEqualTo(result.counts().succeeded());
            assertThat((long) server.requests()).isGreaterThanOrEqualTo(result.counts().sent());
        }
    }

    private LoadRun startOnTwo(Responder server, LoadModel model) throws IOException {
        return LoadFixture.start(
                server.address(), model, Request.get("/hello", TIMEOUT), 1, onTwoThreads());
    }

    @Test
    void the_result_names_the_pacing() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var open = start(server, constant(500, 2), TIMEOUT);
                var closed = start(server, users(1), TIMEOUT)) {
            boolean exact = settings.transport() == TransportChoice.IO_URING;
            assertThat(pacing(open)).isEqualTo(exact ? "exact" : "1ms");
            assertThat(pacing(closed)).isEqualTo("closed-loop");
        }
    }

    private static String pacing(LoadRun run) throws InterruptedException {
        return generator(run).pacing();
    }

    private static LoadResult.Generator generator(LoadRun run) throws InterruptedException {
        run.openWindow();
        awaitResponses(run, 10);
        return run.closeWindow().generator();
    }

    /// Whatever it costs on this machine; a selector has its own resolution.
    @Test
    void a_fast_load_is_paced_by_the_cost_of_a_timer() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var run = start(server, constant(2_000, 2), TIMEOUT)) {
            var generator = generator(run);
            boolean hasTimer = settings.transport() == TransportChoice.IO_URING;
            assertThat(generator.timerCostNanos().isPresent()).isEqualTo(hasTimer);
            assertThat(generator.pacing())
                    .isEqualTo(
                            hasTimer
                                    ? Pacing.AUTO
                                            .resolve(2_000, 1, generator.timerCostNanos())
                                            .label()
                                    : "1ms");
        }
    }

    /// Another process may have other timers.
    @Test
    void a_share_of_a_load_is_paced_by_its_rate() throws Exception {
        try (var server = Responder.always(Responder.HELLO)) {
            var plan =
                    new LoadPlan(
                            server.address(),
                            constant(4_000, 2),
                            Traffic.of(Request.get("/hello", TIMEOUT)),
                            1,
                            settings,
                            new LoadShare(0, 2),
                            System.getenv());
            try (var run = LoadEngine.start(plan)) {
                var generator = generator(run);
                boolean exact = settings.transport() == TransportChoice.IO_URING;
                assertThat(generator.pacing()).isEqualTo(exact ? "exact" : "1ms");
                assertThat(generator.timerCostNanos()).isEmpty();
            }
        }
    }

    @Test
    void closing_the_load_leaves_pending_requests_unfinished() throws Exception {
        var silent = new AtomicBoolean();
        try (var server = new Responder(exchange -> respondUnless(silent, exchange));
                var run = start(server, users(5), TIMEOUT)) {
            run.openWindow();
            awaitResponses(run, 50);
            silent.set(true);
            await(run, p -> p.inFlight() == 5);
            awaitQuiet(run);
            var closing = CompletableFuture.supplyAsync(() -> closeWindow(run));
            Runnable close = run::close;
            close.run();
            close.run();
            var counts = closing.get().counts();
            assertThat(counts.unfinished()).isEqualTo(5);
            assertThat(counts.sent()).isEqualTo(counts.succeeded() + 5);
        }
    }

    private static void respondUnless(AtomicBoolean silent, Responder.RequestExchange exchange)
            throws IOException {
        if (!silent.get()) {
            exchange.write(Responder.HELLO);
        }
    }

    /// Waits until no response came for a while: each user's request is then one without a
    /// response.
    private static void awaitQuiet(LoadRun run) throws InterruptedException {
        long before;
        do {
            before = run.progress().succeeded();
            Thread.sleep(100);
        } while (run.progress().succeeded() != before);
    }

    private static LoadResult closeWindow(LoadRun run) {
        try {
            return run.closeWindow();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
