package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.loombench.load.pace.Schedule;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import java.time.Duration;
import java.util.Optional;
import java.util.PriorityQueue;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The percentiles of a server of ten streams at a load of 0.95, over sockets: the queue M/D/10. In
/// virtual time they are exact, in `Http2VirtualLoadTest`.
///
/// At this load a sample of any length that a test can have is far from the mean of all, so that
/// theory is the recursion of the queue over the very arrivals of the load. Its time of service is
/// the median that was measured, as a sleep takes longer than it should, and as the first of all
/// take long before there is a queue. 0.5 % more or less of it, as by the steps of a histogram or a
/// delay of the machine, add up over the thousand requests of a busy time.
@Tag("alone")
@Tag("nightly")
class QueueTruthIT extends LoadFixture {
    private static final long SEED = 1;
    private static final int STREAMS = 10;
    private static final int SERVICE_MILLIS = 100;
    private static final double SERVICE_ERROR = 0.005;
    private static final Duration WINDOW = Duration.ofSeconds(60);

    /// SETTINGS_MAX_CONCURRENT_STREAMS.
    private static final int MAX_STREAMS = 3;

    /// More than ever wait.
    private static final int SLOTS = 2_000;

    private static final LoadModel.Open MODEL = new LoadModel.Open(95, Arrival.POISSON, SLOTS);

    QueueTruthIT() {
        super(TransportChoice.AUTO);
    }

    @Test
    void ten_streams_at_a_load_of_95_percent_have_the_p99_of_theory() throws Exception {
        Http2Responder.RequestHandler serving =
                exchange -> {
                    Thread.sleep(SERVICE_MILLIS);
                    exchange.ok();
                };
        try (var server = new Http2Responder(serving, MAX_STREAMS, STREAMS);
                var run = LoadEngine.start(plan(server))) {
            await(run, progress -> progress.connectionsOpen() == 1);
            run.openWindow();
            while (!run.windowOver(WINDOW)) {
                Thread.sleep(10);
            }
            var result = run.closeWindow();
            assertThat(result.counts().errors()).isEmpty();
            var streams = result.connections().streams().orElseThrow();
            assertThat(streams.limit()).hasValue(STREAMS);
            assertThat(streams.waited()).isPositive();
            double service = result.serviceTime().getValueAtPercentile(50);
            var exact = exact(service);
            var times = result.responseTime();
            assertThat((double) times.getTotalCount())
                    .isCloseTo((double) exact.getTotalCount(), withPercentage(0.1));
            assertThat(times.getValueAtPercentile(99))
                    .isBetween(
                            exact((1 - SERVICE_ERROR) * service).getValueAtPercentile(99),
                            exact((1 + SERVICE_ERROR) * service).getValueAtPercentile(99));
            assertThat(result.serviceTime().getValueAtPercentile(99))
                    .isLessThan(exact.getValueAtPercentile(99) / 2);
        }
    }

    /// Nothing is sent before the window, so that its queue is empty at first.
    private LoadPlan plan(Http2Responder server) {
        var traffic =
                Traffic.of(Request.get("/", Duration.ofMinutes(1)))
                        .withHttp2(Optional.of(new Http2Policy(SLOTS)));
        var share = LoadShare.whole(settings);
        return new LoadPlan(
                server.address(), MODEL, traffic, SEED, settings, share, true, System.getenv());
    }

    /// The response times by the arrivals of the window, each of which takes the stream that is
    /// free first.
    ///
    /// @param median time of service, ns
    private static Histogram exact(double median) {
        long service = Math.round(median);
        var times = new Histogram(3);
        var arrivals = Schedule.of(MODEL, Optional.empty(), SEED, 0, 1);
        var free = new PriorityQueue<Long>();
        for (int i = 0; i < STREAMS; i++) {
            free.add(0L);
        }
        for (long at = arrivals.nextNanos(); at < WINDOW.toNanos(); at = arrivals.nextNanos()) {
            long end = Math.max(at, free.remove()) + service;
            free.add(end);
            times.recordValue(end - at);
        }
        return times;
    }
}
