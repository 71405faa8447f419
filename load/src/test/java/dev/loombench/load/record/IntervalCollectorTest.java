package dev.loombench.load.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class IntervalCollectorTest {
    private final CountDownLatch listens = new CountDownLatch(1);
    private final CountDownLatch received = new CountDownLatch(1);
    private final AtomicBoolean interrupted = new AtomicBoolean();
    private final IntervalCollector collector = new IntervalCollector(1, _ -> send());
    private final OpenIntervals worker = new OpenIntervals(collector);

    /// As to another machine, which takes its time.
    private void send() {
        listens.countDown();
        try {
            received.await();
        } catch (InterruptedException _) {
            interrupted.set(true);
        }
    }

    /// One is being sent and another one waits when the collector is told to stop.
    @Test
    void the_end_waits_for_the_listener_and_interrupts_nothing() throws Exception {
        collector.start();
        collector.add(interval(0));
        listens.await();
        collector.add(interval(1));
        collector.stop();
        received.countDown();
        assertThat(collector.finish()).hasSize(2);
        assertThat(interrupted).isFalse();
        assertThat(collector.failure()).isNull();
    }

    private IntervalHistograms interval(int second) {
        var histograms = new IntervalHistograms(worker);
        histograms.second = second;
        histograms.startNanos = second * 1_000_000_000L;
        histograms.endNanos = histograms.startNanos + 1_000_000_000;
        return histograms;
    }
}
