package dev.loombench.governor.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Uses real probes, which wait because every carrier of this JVM is blocked. The test sets the
/// scheduler's figures.
class SchedulerSamplerTest {
    /// Carriers that another test may have left: until they find nothing to do, they take threads
    /// beyond the parallelism.
    private static final int MOST_LEFT = 64;

    private final StubScheduler scheduler = new StubScheduler();
    private final SchedulerSampler sampler =
            new SchedulerSampler(scheduler, new CarrierCpuTimes.Unreadable("not here"));
    private final List<Thread> blocked = new ArrayList<>();
    private volatile boolean over;

    private static final class StubScheduler implements Scheduler {
        private int parallelism = 2;
        private int free;
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
            return parallelism - free;
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
        for (int i = 0; i < carriers + MOST_LEFT; i++) {
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
        sampler.close();
    }

    @Test
    void neither_the_probe_nor_stale_probes_count_as_queued() {
        assertThat(sampler.sample(false).queued()).isZero();
        for (int probes = 1; probes <= 4; probes++) {
            scheduler.queued = probes + 7L;
            assertThat(sampler.sample(false).queued()).isEqualTo(7);
            scheduler.parallelism++;
            assertThat(sampler.sample(false).probeResult())
                    .isEqualTo(new SchedulerSample.ProbeResult.NotTried());
        }
    }

    /// As on a machine that has no CPU for the new carriers.
    @Test
    void threads_that_only_wake_carriers_do_not_pile_up_while_none_runs() {
        scheduler.queued = 10_000;
        scheduler.parallelism = 300;
        scheduler.free = 298;
        for (int i = 0; i < 10; i++) {
            var unused = sampler.sample(false);
        }
        assertThat(sampler.sample(false).queued())
                .isBetween(10_000L - SchedulerSampler.MAX_WAITING, 10_000L - 298);
    }

    /// The first reading is the constructor's; the second starts the span of a probe.
    @ParameterizedTest
    @CsvSource({"false, 2", "true, 1"})
    void the_times_of_a_calm_load_are_not_read_when_a_probe_starts(boolean calm, int readings) {
        var read = new AtomicInteger();
        var times =
                new CarrierCpuTimes() {
                    @Override
                    public SchedulerSample.Activity since(long nanos, int occupied, int threads) {
                        read.incrementAndGet();
                        return new SchedulerSample.Activity.Pending();
                    }

                    @Override
                    public void reset() {}
                };
        try (var counting = new SchedulerSampler(scheduler, times)) {
            var unused = counting.sample(calm);
            assertThat(read).hasValue(readings);
        }
    }

    /// Pauses of the collector are known before the first times are read.
    @Test
    void every_sample_is_told_to_the_carriers_times() {
        var observed = new ArrayList<Long>();
        var times =
                new CarrierCpuTimes() {
                    @Override
                    public SchedulerSample.Activity since(long nanos, int occupied, int threads) {
                        return new SchedulerSample.Activity.Unknown("not here");
                    }

                    @Override
                    public void observe(long nanos) {
                        observed.add(nanos);
                    }

                    @Override
                    public void reset() {}
                };
        try (var observing =
                new SchedulerSampler(scheduler, new TimesWithMemory(times, () -> 0.5))) {
            assertThat(observed).isEmpty();
            assertThat(List.of(observing.sample(false).nanos(), observing.sample(false).nanos()))
                    .isEqualTo(observed);
        }
    }
}
