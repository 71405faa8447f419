package dev.loombench.governor.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The probes are real, and wait: every carrier of this JVM is blocked. What the scheduler says of
/// itself is set by the test.
class SchedulerSamplerTest {
    private final StubScheduler said = new StubScheduler();
    private final SchedulerSampler watch =
            new SchedulerSampler(said, new CarrierCpuTimes.Unreadable("not here"));
    private final List<Thread> blocked = new ArrayList<>();
    private volatile boolean over;

    private static final class StubScheduler implements Scheduler {
        private int parallelism = 2;
        private long queued;

        @Override
        public int parallelism() {
            return parallelism;
        }

        @Override
        public void parallelism(int carriers) {
            parallelism = carriers;
        }

        @Override
        public int carriers() {
            return parallelism;
        }

        @Override
        public int mounted() {
            return parallelism;
        }

        @Override
        public long queued() {
            return queued;
        }

        @Override
        public OptionalLong turns() {
            return OptionalLong.empty();
        }
    }

    @BeforeEach
    void block() throws InterruptedException {
        int carriers = JdkScheduler.find().parallelism();
        var all = new CountDownLatch(carriers);
        for (int i = 0; i < carriers; i++) {
            blocked.add(
                    Thread.startVirtualThread(() -> {
                        all.countDown();
                        while (!over) {
                            NativeSleep.sleep(1_000);
                        }
                    }));
        }
        all.await();
    }

    @AfterEach
    void unblock() throws InterruptedException {
        over = true;
        for (var thread : blocked) {
            thread.join();
        }
        watch.close();
    }

    @Test
    void neither_a_probe_nor_those_abandoned_before_it_are_taken_for_a_queue() {
        assertThat(watch.look().queued()).isZero();
        for (int probes = 1; probes <= 4; probes++) {
            said.queued = probes + 7L;
            assertThat(watch.look().queued()).isEqualTo(7);
            said.parallelism++;
            assertThat(watch.look().newcomer())
                    .isEqualTo(new SchedulerSample.ProbeResult.NotTried());
        }
    }
}
