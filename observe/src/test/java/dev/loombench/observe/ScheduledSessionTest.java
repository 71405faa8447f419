package dev.loombench.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ScheduledSessionTest {
    private static final ObservedProcess TARGET = new ObservedProcess(1, Path.of("."));

    @Test
    void it_samples_repeatedly_until_closed() throws InterruptedException {
        var samples = new CountDownLatch(3);
        var periodic = new ScriptedObserver(Duration.ofMillis(1), samples::countDown);

        try (var _ = new ScheduledSession(periodic, TARGET)) {
            samples.await();
        }
    }

    @Test
    void with_interval_zero_it_samples_only_on_request() {
        var samples = new AtomicInteger();

        var passive = new ScriptedObserver(Duration.ZERO, samples::incrementAndGet);
        try (var session = new ScheduledSession(passive, TARGET)) {
            assertThat(samples).hasValue(0);
            session.sample();
            assertThat(samples).hasValue(1);
        }
    }

    /// A sample that is already running may still end, but no other begins.
    @Test
    void after_periodic_sampling_stops_it_samples_only_on_request() throws InterruptedException {
        var samples = new AtomicInteger();
        var periodic = new ScriptedObserver(Duration.ofMillis(1), samples::incrementAndGet);

        try (var session = new ScheduledSession(periodic, TARGET)) {
            while (samples.get() < 3) {
                Thread.sleep(1);
            }
            session.stopPeriodicSampling();
            int before = samples.get();
            Thread.sleep(50);
            assertThat(samples).hasValueBetween(before, before + 1);
            session.sample();
            assertThat(samples).hasValueBetween(before + 1, before + 2);
        }
    }

    @Test
    void a_bug_ends_the_sampling_and_is_reported_with_the_observations() {
        var samples = new AtomicInteger();
        var broken =
                new ScriptedObserver(
                        Duration.ZERO,
                        () -> {
                            samples.incrementAndGet();
                            throw new IllegalStateException("odd line");
                        });

        try (var session = new ScheduledSession(broken, TARGET)) {
            session.sample();
            session.sample();

            assertThat(samples).hasValue(1);
            var observations = SessionObservations.of(session);
            assertThat(observations.last(MetricId.PROCESS_THREADS)).isEqualTo(7);
            assertThat(observations.unavailable())
                    .singleElement()
                    .satisfies(m -> assertThat(m.reason()).contains("odd line"));
        }
    }

    /// An observer that has sampled seven threads and runs the given action per sample.
    private record ScriptedObserver(Duration interval, Runnable sample) implements Observer {

        @Override
        public String name() {
            return "scripted";
        }

        @Override
        public ObservationSession start(ObservedProcess target) {
            var buffer = new ObservationBuffer(name());
            buffer.add(MetricId.PROCESS_THREADS, 7);
            return new ObservationSession() {
                @Override
                public void sample() {
                    sample.run();
                }

                @Override
                public List<Observation> read() {
                    return buffer.observations();
                }

                @Override
                public void close() {
                    // nothing is open
                }
            };
        }
    }
}
