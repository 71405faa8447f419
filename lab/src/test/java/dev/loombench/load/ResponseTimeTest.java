package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.loombench.load.transport.TransportChoice;
import dev.loombench.spec.load.LoadModel;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Response and service times of servers with known delays, over every available transport.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class ResponseTimeTest extends LoadFixture {
    ResponseTimeTest(TransportChoice transport) {
        super(transport);
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

    /// The sum of all values, as the histogram rounds them.
    private static long sum(Histogram histogram) {
        return Math.round(histogram.getMean() * histogram.getTotalCount());
    }

    /// A time in ns, plus the 0.1 % that a histogram of three digits may round up.
    private static long atMost(long nanos) {
        return nanos + nanos / 1_000;
    }
}
