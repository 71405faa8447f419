package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.loombench.load.transport.TransportChoice;
import dev.loombench.result.LoadResult;
import dev.loombench.spec.load.Arrival;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.Request;
import dev.loombench.spec.yaml.LoadProfileParser;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// The load generator against servers that behave and misbehave in known ways, over every available
/// transport.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class LoadEngineTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final long MILLI = 1_000_000;

    private final LoadSettings settings;

    LoadEngineTest(TransportChoice transport) {
        settings = new LoadSettings(transport, Pacing.AUTO, 1);
    }

    /// At most four requests are in flight at any time, so their times add up to at most four times
    /// the elapsed time, however slow the machine.
    @Test
    void a_known_delay_is_measured() throws Exception {
        try (var server =
                        new Responder(exchange -> {
                            Thread.sleep(5);
                            exchange.write(Responder.HELLO);
                        });
                var run = start(server, users(4), TIMEOUT)) {
            awaitResponses(run, 50);
            long opened = run.openWindow();
            awaitResponses(run, 200);
            var result = run.closeWindow();
            long elapsed = System.nanoTime() - opened;
            assertThat(response(result).getMinValue()).isGreaterThanOrEqualTo(atLeast(5));
            assertThat(sum(response(result))).isLessThanOrEqualTo(atMost(4 * elapsed));
            assertThat(sum(service(result))).isLessThanOrEqualTo(atMost(sum(response(result))));
        }
    }

    /// 500 requests/s over one connection, with one response delayed by 200 ms: 100 arrivals wait
    /// behind it, the first for 200 ms, the last for almost nothing. So 50 of them wait 100 ms or
    /// more, and all together 10 s. Service times do not show this: they are those of one
    /// connection, which cannot be in use for longer than the window.
    @Test
    void a_stall_shows_in_the_response_time_of_an_open_load() throws Exception {
        var stall = new AtomicBoolean();
        long start = System.nanoTime();
        try (var server = new Responder(exchange -> stallOnce(exchange, stall));
                var run = start(server, constant(500, 1), TIMEOUT)) {
            awaitResponses(run, 100);
            long opened = run.openWindow();
            long dueBefore = (opened - start) / (2 * MILLI); // and perhaps without a response yet
            await(run, p -> p.succeeded() > dueBefore + 50);
            stall.set(true);
            awaitResponses(run, 350);
            var result = run.closeWindow();
            long elapsed = System.nanoTime() - opened;
            var response = response(result);
            assertThat(response.getCountBetweenValues(atLeast(100), response.getMaxValue()))
                    .isGreaterThanOrEqualTo(49);
            assertThat(sum(response)).isGreaterThanOrEqualTo(atLeast(9_800));
            assertThat(sum(service(result))).isLessThanOrEqualTo(atMost(elapsed));
            assertThat(service(result).getMaxValue()).isGreaterThanOrEqualTo(atLeast(200));
        }
    }

    /// The same stall with one user that waits for each response: it sends nothing meanwhile, so
    /// its response times add up to at most the elapsed time, while those of the open load above
    /// add up to 10 s. This is the coordinated omission that the open model avoids.
    @Test
    void the_same_stall_is_hidden_in_a_closed_load() throws Exception {
        var stall = new AtomicBoolean();
        var user = new LoadModel.Closed(1, Duration.ofMillis(1));
        try (var server = new Responder(exchange -> stallOnce(exchange, stall));
                var run = start(server, user, TIMEOUT)) {
            awaitResponses(run, 20);
            long opened = run.openWindow();
            awaitResponses(run, 20);
            stall.set(true);
            awaitResponses(run, 50);
            var result = run.closeWindow();
            long elapsed = System.nanoTime() - opened;
            assertThat(response(result).getMaxValue()).isGreaterThanOrEqualTo(atLeast(200));
            assertThat(sum(response(result))).isLessThanOrEqualTo(atMost(elapsed));
        }
    }

    /// A server that responds at once, except in the first 200 ms of each second, under 1,000
    /// evenly spaced requests/s. A request due u ms into a stall waits at least 200 - u ms, so each
    /// percentile is at least that of these waits; a busy machine only adds to them. The addition
    /// cannot hide an error: response times are the waits for a connection plus the service times,
    /// which are measured separately.
    @Test
    void periodic_stalls_give_the_calculated_percentiles() throws Exception {
        long start = System.nanoTime();
        try (var server = new Responder(exchange -> stallEachSecond(exchange, start));
                var run = start(server, constant(1_000, 300), TIMEOUT)) {
            awaitResponses(run, 500);
            long opened = run.openWindow();
            await(run, p -> p.nanos() - opened >= 2_000 * MILLI);
            var result = run.closeWindow();
            var response = response(result);
            var waits = new Histogram(3);
            for (int i = 1; i <= result.counts().sent(); i++) {
                waits.recordValue(Math.max(0, stallLeft(opened + i * MILLI, start)));
            }
            assertThat(response.getTotalCount()).isEqualTo(waits.getTotalCount());
            assertThat(millis(waits, 99)).isBetween(100.0, 200.0);
            for (double percentile : new double[] {50, 90, 99, 99.9}) {
                assertThat(millis(response, percentile))
                        .as("p%s", percentile)
                        .isGreaterThanOrEqualTo(0.998 * millis(waits, percentile));
            }
            double apart = sum(service(result)) + sum(result.generator().sendLag());
            assertThat((double) sum(response)).isCloseTo(apart, withinPercentage(0.5));
        }
    }

    private static void stallEachSecond(Responder.RequestExchange exchange, long start)
            throws IOException, InterruptedException {
        long left = stallLeft(System.nanoTime(), start);
        if (left > 0) {
            Thread.sleep(Duration.ofNanos(left));
        }
        exchange.write(Responder.HELLO);
    }

    /// At or below 0 outside a stall.
    private static long stallLeft(long now, long start) {
        return 200 * MILLI - (now - start) % (1_000 * MILLI);
    }

    private static double millis(Histogram histogram, double percentile) {
        return (double) histogram.getValueAtPercentile(percentile) / MILLI;
    }

    private static void stallOnce(Responder.RequestExchange exchange, AtomicBoolean stall)
            throws IOException, InterruptedException {
        if (stall.compareAndSet(true, false)) {
            Thread.sleep(200);
        }
        exchange.write(Responder.HELLO);
    }

    @Test
    void every_request_is_counted_once() throws Exception {
        // Not idempotent: none is retried, so that each reset shows.
        var post = new Request("POST", "/hello", Map.of(), "", Duration.ofMillis(300));
        try (var server = new Responder(LoadEngineTest::misbehave);
                var run = LoadEngine.start(server.address(), users(8), post, 1, settings)) {
            awaitResponses(run, 20);
            run.openWindow();
            awaitResponses(run, 100);
            var counts = run.closeWindow().counts();
            assertThat(counts.sent())
                    .isEqualTo(counts.succeeded() + counts.failed() + counts.unfinished());
            assertThat(counts.unfinished()).isZero();
            assertThat(counts.errors())
                    .containsKeys("status-4xx", "status-5xx", "reset", "malformed", "closed-early");
        }
    }

    private static void misbehave(Responder.RequestExchange exchange)
            throws IOException, InterruptedException {
        switch (exchange.number() % 10) {
            case 1 -> exchange.write("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
            case 2 -> exchange.write("HTTP/1.1 503 Busy\r\nContent-Length: 2\r\n\r\nno");
            case 3 -> exchange.reset();
            case 4 -> exchange.write("what?\r\n\r\n");
            case 5 -> {
                exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf");
                exchange.socket().close();
            }
            default -> exchange.write(Responder.HELLO);
        }
    }

    @Test
    void the_histograms_hold_only_good_responses_and_timeouts() throws Exception {
        try (var server = new Responder(LoadEngineTest::misbehave);
                var run = start(server, users(8), TIMEOUT)) {
            run.openWindow();
            awaitResponses(run, 100);
            var result = run.closeWindow();
            assertThat(result.counts().errors()).doesNotContainKey("timeout");
            assertThat(response(result).getTotalCount()).isEqualTo(result.counts().succeeded());
            assertThat(service(result).getTotalCount()).isEqualTo(result.counts().succeeded());
        }
    }

    @Test
    void a_request_that_times_out_counts_with_the_time_it_waited() throws Exception {
        try (var server = new Responder(_ -> {});
                var run = start(server, users(3), Duration.ofMillis(100))) {
            run.openWindow();
            awaitErrors(run, 6);
            var result = run.closeWindow();
            long sent = result.counts().sent();
            assertThat(result.counts().errors()).isEqualTo(Map.of("timeout", sent));
            assertThat(response(result).getTotalCount()).isEqualTo(sent);
            assertThat(response(result).getMinValue()).isGreaterThanOrEqualTo(atLeast(100));
            assertThat(result.connections().reconnects()).isPositive();
        }
    }

    @Test
    void an_arrival_without_a_connection_times_out_too() throws Exception {
        try (var server = new Responder(_ -> {});
                var run = start(server, constant(200, 1), Duration.ofMillis(200))) {
            run.openWindow();
            awaitErrors(run, 100);
            var result = run.closeWindow();
            // One connection sends at most 5 requests per second; the others were never sent.
            assertThat((long) server.requests()).isLessThan(result.counts().sent() / 2);
            assertThat(result.counts().errors())
                    .isEqualTo(Map.of("timeout", result.counts().sent()));
            assertThat(response(result).getTotalCount()).isEqualTo(result.counts().sent());
            assertThat(response(result).getMinValue()).isGreaterThanOrEqualTo(atLeast(200));
        }
    }

    @Test
    void refused_connections_are_counted_and_retried_with_backoff() throws Exception {
        var unused = Responder.unusedAddress();
        for (var model : new LoadModel[] {users(2), constant(500, 2)}) {
            var request = Request.get("/", Duration.ofMillis(300));
            try (var run = LoadEngine.start(unused, model, request, 1, settings)) {
                long start = System.nanoTime();
                run.openWindow();
                // Arrivals from before the window time out first: 500 per second, for 300 ms.
                awaitErrors(run, model instanceof LoadModel.Open ? 400 : 8);
                var result = run.closeWindow();
                double seconds = (System.nanoTime() - start) / 1e9;
                long refused = result.counts().errors().getOrDefault("connect-refused", 0L);
                assertThat(result.counts().succeeded()).isZero();
                assertThat(result.counts().sent()).isEqualTo(result.counts().failed());
                assertThat(result.connections().established()).isZero();
                // Each of the two waits 10, 20 ... 640 ms first, then 1 s every time.
                assertThat((double) refused).isBetween(1.0, 2 * (8 + seconds));
            }
        }
    }

    @Test
    void a_connection_that_the_server_drops_is_reopened() throws Exception {
        try (var server =
                        new Responder(exchange -> {
                            exchange.write(Responder.HELLO);
                            if (exchange.onConnection() == 3) {
                                exchange.socket().close();
                            }
                        });
                var run = start(server, users(4), TIMEOUT)) {
            run.openWindow();
            awaitResponses(run, 100);
            var result = run.closeWindow();
            assertThat(result.counts().errors()).isEmpty();
            assertThat(result.connections().reconnects()).isGreaterThanOrEqualTo(20);
        }
    }

    @Test
    void an_announced_close_is_not_an_error() throws Exception {
        var last = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok";
        for (var model : new LoadModel[] {users(2), constant(200, 4)}) {
            try (var server =
                            new Responder(exchange -> {
                                exchange.write(last);
                                exchange.socket().close();
                            });
                    var run = start(server, model, TIMEOUT)) {
                run.openWindow();
                awaitResponses(run, 50);
                var result = run.closeWindow();
                assertThat(result.counts().errors()).isEmpty();
                assertThat(result.connections().reconnects()).isGreaterThanOrEqualTo(40);
            }
        }
    }

    @Test
    void a_response_that_ends_with_the_connection_is_good() throws Exception {
        try (var server =
                        new Responder(exchange -> {
                            exchange.write("HTTP/1.0 200 OK\r\n\r\nno length");
                            exchange.socket().close();
                        });
                var run = start(server, users(2), TIMEOUT)) {
            run.openWindow();
            awaitResponses(run, 20);
            assertThat(run.closeWindow().counts().errors()).isEmpty();
        }
    }

    @Test
    void a_response_in_single_bytes_is_one_response() throws Exception {
        var chunked =
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
        try (var server =
                        new Responder(exchange -> {
                            for (int i = 0; i < chunked.length(); i++) {
                                exchange.write(chunked.substring(i, i + 1));
                            }
                        });
                var run = start(server, users(2), TIMEOUT)) {
            run.openWindow();
            awaitResponses(run, 30); // a few may come before the worker opens its window
            var counts = run.closeWindow().counts();
            assertThat(counts.errors()).isEmpty();
            assertThat(counts.bytes()).isGreaterThanOrEqualTo(20L * chunked.length());
        }
    }

    @Test
    void an_endless_head_is_too_large() throws Exception {
        try (var server = Responder.always("HTTP/1.1 200 OK\r\n" + "X: y\r\n".repeat(20_000));
                var run = start(server, users(1), TIMEOUT)) {
            run.openWindow();
            awaitErrors(run, 4); // the first may have been sent before the window began
            var counts = run.closeWindow().counts();
            assertThat(counts.sent()).isPositive();
            assertThat(counts.errors()).isEqualTo(Map.of("too-large", counts.sent()));
        }
    }

    @Test
    void unrequested_bytes_close_the_connection() throws Exception {
        // The second response of each pair comes while no request is pending, or as the response to
        // the next request. A think time of 300 ms ensures the former, unless a thread of this JVM
        // waits for its CPU for that long; half of the pairs are enough.
        try (var server =
                        new Responder(exchange -> {
                            exchange.write(Responder.HELLO);
                            Thread.sleep(5);
                            exchange.write(Responder.HELLO);
                        });
                var run = start(server, new LoadModel.Closed(4, Duration.ofMillis(300)), TIMEOUT)) {
            run.openWindow();
            awaitResponses(run, 8);
            assertThat(run.closeWindow().connections().reconnects()).isGreaterThanOrEqualTo(4);
        }
    }

    @Test
    void a_request_larger_than_the_socket_buffer_arrives_complete() throws Exception {
        var body = "x".repeat(8 << 20);
        var request = new Request("POST", "/", Map.of("X-Test", "1"), body, TIMEOUT);
        // The responder reads as many bytes as Content-Length says, then expects a request line.
        try (var server = Responder.always(Responder.HELLO);
                var run = LoadEngine.start(server.address(), users(2), request, 1, settings)) {
            run.openWindow();
            awaitResponses(run, 6);
            var counts = run.closeWindow().counts();
            assertThat(counts.errors()).isEmpty();
        }
    }

    /// A worker counts what is due between two readings of its clock: exact except at the two ends.
    @Test
    void a_constant_schedule_sends_the_requested_number() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var run = start(server, constant(500, 20), TIMEOUT)) {
            awaitResponses(run, 100);
            long before = run.progress().succeeded();
            long opened = run.openWindow();
            awaitResponses(run, 1); // counts read from here on are within the window
            long within = run.progress().succeeded();
            await(run, p -> p.nanos() - opened >= 1_000 * MILLI);
            within = run.progress().succeeded() - within;
            var result = run.closeWindow();
            long around = run.progress().succeeded() - before;
            double due = 500 * result.window().seconds();
            assertThat((double) result.counts().sent()).isCloseTo(due, within(2.0));
            assertThat(result.counts().succeeded()).isEqualTo(result.counts().sent());
            assertThat(result.counts().succeededInWindow()).isBetween(within, around);
        }
    }

    @Test
    void the_intervals_are_in_order_and_cover_the_window() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var run = start(server, constant(500, 20), TIMEOUT)) {
            awaitResponses(run, 50);
            run.openWindow();
            long start = System.nanoTime();
            await(run, p -> p.nanos() - start >= 2_100 * MILLI);
            var result = run.closeWindow();
            var intervals = result.intervals();
            assertThat(intervals).hasSizeBetween(1, 3);
            assertThat(intervals.getFirst().window().startNanos())
                    .isEqualTo(result.window().startNanos());
            for (int i = 1; i < intervals.size(); i++) {
                assertThat(intervals.get(i).window().startNanos())
                        .isEqualTo(intervals.get(i - 1).window().endNanos());
            }
            assertThat(response(result).getTotalCount()).isEqualTo(result.counts().succeeded());
        }
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
                assertThat(result.generator().busyShare()).isBetween(0.0, 1.0);
            }
        }
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
            assertThat(response(result).getTotalCount()).isEqualTo(result.counts().succeeded());
            assertThat((long) server.requests()).isGreaterThanOrEqualTo(result.counts().sent());
            assertThat(result.generator().busyShare()).isBetween(0.0, 1.0);
        }
    }

    /// 500 in the first second and none after it, whichever worker sends them and however late.
    @Test
    void several_workers_send_each_arrival_of_the_schedule_once() throws Exception {
        var rate = LoadProfileParser.ofRates().line("500/1s,0/1h").withWarmUp(500);
        try (var server = Responder.always(Responder.HELLO);
                var run = startOnTwo(server, new LoadModel.Open(rate, Arrival.CONSTANT, 20))) {
            awaitResponses(run, 100);
            long opened = run.openWindow();
            await(run, p -> p.nanos() - opened >= 1_001 * MILLI);
            var result = run.closeWindow();
            assertThat(result.counts().sent()).isEqualTo(500);
            assertThat(result.counts().succeeded()).isEqualTo(500);
        }
    }

    private LoadRun startOnTwo(Responder server, LoadModel model) throws IOException {
        return LoadEngine.start(
                server.address(),
                model,
                Request.get("/hello", TIMEOUT),
                1,
                new LoadSettings(settings.transport(), Pacing.AUTO, 2));
    }

    @Test
    void the_result_names_the_pacing() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var open = start(server, constant(500, 2), TIMEOUT);
                var closed = start(server, users(1), TIMEOUT)) {
            boolean exact = settings.transport() == TransportChoice.IO_URING;
            assertThat(pacing(open)).isEqualTo(exact ? "exact" : "1ms");
            assertThat(pacing(closed)).isEqualTo("answers");
        }
    }

    private static String pacing(LoadRun run) throws InterruptedException {
        run.openWindow();
        awaitResponses(run, 10);
        return run.closeWindow().generator().pacing();
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
            var counts = closing.get(10, TimeUnit.SECONDS).counts();
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

    /// The sum of all values, as the histogram rounds them.
    private static long sum(Histogram histogram) {
        return Math.round(histogram.getMean() * histogram.getTotalCount());
    }

    /// A time in ns, plus the 0.1 % that a histogram of three digits may round up.
    private static long atMost(long nanos) {
        return nanos + nanos / 1_000;
    }

    /// A time in ms, minus the 0.1 % that a histogram of three digits may round down.
    private static long atLeast(long millis) {
        return millis * MILLI - millis * 1_000;
    }

    private static LoadModel users(int count) {
        return new LoadModel.Closed(count, Duration.ZERO);
    }

    private static LoadModel constant(double rate, int connections) {
        return new LoadModel.Open(rate, Arrival.CONSTANT, connections);
    }

    private LoadRun start(Responder server, LoadModel model, Duration timeout) throws IOException {
        return LoadEngine.start(
                server.address(), model, Request.get("/hello", timeout), 1, settings);
    }

    /// Waits for this many more good responses.
    private static void awaitResponses(LoadRun run, int more) throws InterruptedException {
        var before = run.progress();
        await(run, p -> p.succeeded() >= before.succeeded() + more);
    }

    /// Waits for this many more failures.
    private static void awaitErrors(LoadRun run, int more) throws InterruptedException {
        var before = run.progress();
        await(run, p -> p.errors() >= before.errors() + more);
    }

    private static void await(LoadRun run, Predicate<LoadProgress> reached)
            throws InterruptedException {
        while (!reached.test(run.progress())) {
            Thread.sleep(1);
        }
    }

    private static Histogram response(LoadResult result) {
        var sum = new Histogram(3);
        result.intervals().forEach(i -> sum.add(i.responseTime()));
        return sum;
    }

    private static Histogram service(LoadResult result) {
        var sum = new Histogram(3);
        result.intervals().forEach(i -> sum.add(i.serviceTime()));
        return sum;
    }
}
