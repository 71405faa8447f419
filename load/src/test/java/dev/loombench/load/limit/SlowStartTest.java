package dev.loombench.load.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.load.limit.RecordedQueue.Service;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Servers that start each request at once, at 100 requests per second, 2 s before a window of 10
/// s.
class SlowStartTest {
    private static final int BEFORE = 2;
    private static final int SECONDS = 10;
    private static final int RATE = 100;
    private static final int SERVERS = 5_000;

    @ParameterizedTest
    @CsvSource({"1, CONSTANT, 0", "5, CONSTANT, 300", "30, CONSTANT, 1000", "5, EXPONENTIAL, 290"})
    void what_is_missing_is_what_was_not_yet_due(double seconds, Service service, double expected) {
        var queue = new RecordedQueue(RATE, Arrival.CONSTANT, SERVERS, SERVERS / seconds, service);
        double sum = 0;
        for (int seed = 0; seed < 20; seed++) {
            var load = queue.window(BEFORE, SECONDS, new SplittableRandom(seed));
            sum += SlowStart.missing(RATE, BEFORE, load);
            assertThat(SlowStart.missing(RATE, BEFORE, load))
                    .isCloseTo(
                            load.counts().sent() - (double) load.counts().succeededInWindow(),
                            within(60.0));
        }
        assertThat(sum / 20).isCloseTo(expected, within(12.0));
    }

    /// 5 s of service time: 300 of 1,000 requests have no response within the window.
    @Test
    void a_slow_server_keeps_up() {
        var queue =
                new RecordedQueue(RATE, Arrival.CONSTANT, SERVERS, SERVERS / 5.0, Service.CONSTANT);
        var load = queue.window(BEFORE, SECONDS, new SplittableRandom(1));
        var open = new LoadModel.Open(RATE, Arrival.CONSTANT, SERVERS);
        assertThat(RateShortfall.of(open, load, 5_000_000_000L, BEFORE)).isEmpty();
        assertThat(RateShortfall.of(open, load, 5_000_000_000L, 60)).isPresent();
        assertThat(Backlog.of(open, traffic(), List.of(load), BEFORE)).isEmpty();
    }

    /// At 1.18 times the capacity of servers whose requests of 4 s begin 2 s before the window: of
    /// 160 that are missing, 100 were not yet due.
    @Test
    void a_backlog_of_a_slow_server_is_found_beside_its_slow_start() {
        var queue = new RecordedQueue(50, Arrival.CONSTANT, 170, 42.5, Service.CONSTANT);
        var load = queue.window(BEFORE, SECONDS, new SplittableRandom(1));
        var open = new LoadModel.Open(50, Arrival.CONSTANT, SERVERS);
        assertThat(Backlog.of(open, traffic(), List.of(load), BEFORE)).isPresent();
    }

    /// A queue at 1.2 to 4 times its capacity, and at 1.3 where the load begins with the window.
    @ParameterizedTest
    @CsvSource({"77, 0", "83, 2", "67, 0", "67, 2", "50, 0", "50, 5", "25, 0", "25, 3"})
    void a_backlog_is_no_slow_start(double capacity, int before) {
        var queue = new RecordedQueue(RATE, Arrival.CONSTANT, 10, capacity, Service.CONSTANT);
        var load = queue.window(before, SECONDS, new SplittableRandom(1));
        var open = new LoadModel.Open(RATE, Arrival.CONSTANT, SERVERS);
        long median = load.serviceTime().getValueAtPercentile(50);
        assertThat(RateShortfall.of(open, load, median, before)).isPresent();
        assertThat(Backlog.of(open, traffic(), List.of(load), before)).isPresent();
    }

    private static Traffic traffic() {
        return Traffic.of(new Request("GET", "/", Map.of(), "", Duration.ofSeconds(60)));
    }
}
