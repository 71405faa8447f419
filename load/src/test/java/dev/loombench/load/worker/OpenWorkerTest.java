package dev.loombench.load.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.result.LoadProgress;
import dev.loombench.load.transport.Ticker;
import dev.loombench.load.transport.Transport;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class OpenWorkerTest {
    private static final long SECOND = 1_000_000_000;

    /// At a million per second for 20 s, 20 million arrivals are overdue when the worker starts.
    @Test
    void an_iteration_fails_a_limited_number_of_overdue_arrivals() {
        var errorsAtWait = new ArrayList<Long>();
        var worker = new AtomicReference<LoadWorker>();
        var transport =
                new StubTransport((_, _) -> {
                    errorsAtWait.add(worker.get().addTo(LoadProgress.none(0)).errors());
                    if (errorsAtWait.size() == 2) {
                        worker.get().close();
                    }
                });
        worker.set(overdue(transport, 20));
        worker.get().run();
        long each = OpenWorker.MAX_OVERDUE_PER_ITERATION;
        assertThat(errorsAtWait.getFirst()).isEqualTo(each);
        // the connection, which does not open in time, fails one more
        assertThat(errorsAtWait.getLast()).isBetween(2 * each, 2 * each + 1);
    }

    /// Without a warm-up. The generator stands still from 44 to 104 ms, and the window of 200 ms
    /// was to begin after 50: arrivals are due 5, 15, ... 195 ms after 104.
    @Test
    void a_window_that_begins_late_has_all_its_requests() throws Exception {
        var load =
                new VirtualLoad(
                        new LoadModel.Open(100, Arrival.CONSTANT, 20),
                        Traffic.of(Request.get("/", VirtualLoad.TIMEOUT)),
                        WorkerShard.WHOLE,
                        true,
                        VirtualLoad.responding(VirtualLoad.MILLI));
        var result = load.stall(44, 60).windowAt(50, 250).result(400);
        assertThat(result.counts().succeeded()).isEqualTo(20);
        assertThat(result.counts().succeededInWindow()).isEqualTo(20);
        assertThat(result.window().nanos()).isEqualTo(200 * VirtualLoad.MILLI);
    }

    /// A worker behind its schedule by more than the deadline of 0.5 ms, as its connection opens
    /// late. Each reading of the clock takes 1 us, as long as lies between two arrivals: by the
    /// reading before, each of them can be sent in time, and by its own it is too late.
    @Test
    void arrivals_that_miss_their_deadline_one_after_the_other_are_failed_in_one_loop() {
        var clock = new TickingClock();
        var worker = new AtomicReference<LoadWorker>();
        var waits = new AtomicInteger();
        var transport =
                new StubTransport(
                        clock,
                        (_, events) -> {
                            if (waits.incrementAndGet() == 1) {
                                clock.nanos += 2_000_000;
                                events.opened(0);
                            } else {
                                worker.get().close();
                            }
                        });
        var config = WorkerFixture.config(transport, 1, clock.nanos, 500_000);
        var model = new LoadModel.Open(1_000_000, Arrival.CONSTANT, 1);
        worker.set(new OpenWorker(config, model, 1, 1, 1));
        worker.get().run();
        assertThat(worker.get().failure()).isNull();
        assertThat(worker.get().addTo(LoadProgress.none(0)).errors()).isGreaterThan(2_000);
    }

    /// A clock that each reading advances.
    private static final class TickingClock extends Ticker {
        long nanos = 7 * SECOND;

        @Override
        public long nanoTime() {
            nanos += 1_000;
            return nanos;
        }
    }

    /// Every 2 ms, the first arrival after 1 ms: the pause begins 0.5 ms after the start, so 0.5 ms
    /// remain after it.
    @Test
    void the_schedule_stands_still_within_a_pause() {
        long start = 7 * SECOND;
        var config = WorkerFixture.config(new StubTransport((_, _) -> {}), 1, start);
        var worker = new OpenWorker(config, new LoadModel.Open(500, Arrival.CONSTANT, 1), 1, 1, 1);
        assertThat(worker.nanosUntilDispatch(start)).isEqualTo(1_000_000);

        worker.pauses(start + 500_000);
        assertThat(worker.nanosUntilDispatch(start + 500_000)).isEqualTo(Long.MAX_VALUE);

        long resumed = start + 150_500_000;
        worker.resumes(resumed);
        assertThat(worker.nanosUntilDispatch(resumed)).isEqualTo(500_000);
        assertThat(worker.allStartedBefore(resumed + 500_000)).isTrue();
        assertThat(worker.allStartedBefore(resumed + 500_001)).isFalse();
    }

    /// The first arrival is due 1 ms after the start, and no connection is open.
    @Test
    void an_arrival_without_a_connection_is_overdue() {
        long start = 7 * SECOND;
        var config = WorkerFixture.config(new StubTransport((_, _) -> {}), 1, start);
        var worker = new OpenWorker(config, new LoadModel.Open(500, Arrival.CONSTANT, 1), 1, 1, 1);
        assertThat(worker.overdueNanos(start + 1_000_000)).isZero();
        assertThat(worker.overdueNanos(start + 5_000_000)).isEqualTo(4_000_000);
        worker.pauses(start + 5_000_000);
        assertThat(worker.overdueNanos(start + 9_000_000)).isZero();
        worker.resumes(start + 9_000_000);
        assertThat(worker.overdueNanos(start + 10_000_000)).isEqualTo(5_000_000);
    }

    /// Arrivals every 2 ms over one connection. The generator stands still until 230 ms, and then
    /// has the response for which those wait that it fails at once, as they are older than 100 ms.
    @Test
    void arrivals_that_fail_one_after_the_other_have_found_all_connections_in_use()
            throws Exception {
        var result =
                new VirtualLoad(
                                new LoadModel.Open(500, Arrival.CONSTANT, 1),
                                Duration.ofMillis(100),
                                VirtualLoad.responding(20 * VirtualLoad.MILLI))
                        .stall(30, 200)
                        .window(0, 300)
                        .result(1_000);
        long late = result.generator().lateArrivals().orElseThrow();
        assertThat(late).isGreaterThan(60);
        assertThat(result.connections().allInUse()).isEqualTo(late);
    }

    /// @param seconds since the first arrival was due
    static OpenWorker overdue(Transport transport, int seconds) {
        var config = WorkerFixture.config(transport, 1, System.nanoTime() - seconds * SECOND);
        var model = new LoadModel.Open(LoadModel.Open.MAX_RATE_PER_THREAD, Arrival.CONSTANT, 1);
        return new OpenWorker(config, model, 1, 1, 1);
    }
}
