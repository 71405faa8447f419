package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.transport.TransportChoice;
import java.time.Duration;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Response and service times of servers with known delays, over every available transport; those
/// of stalls are exact in virtual time, in `OpenLoadTest` and `ClosedLoadTest`.
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
            assertThat(result.responseTime().getMinValue()).isGreaterThanOrEqualTo(atLeast(5));
            assertThat(sum(result.responseTime())).isLessThanOrEqualTo(atMost(4 * elapsed));
            assertThat(sum(result.serviceTime()))
                    .isLessThanOrEqualTo(atMost(sum(result.responseTime())));
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
            assertThat(result.responseTime().getTotalCount()).isEqualTo(sent);
            assertThat(result.responseTime().getMinValue()).isGreaterThanOrEqualTo(atLeast(100));
            assertThat(result.connections().closed()).isPositive();
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
