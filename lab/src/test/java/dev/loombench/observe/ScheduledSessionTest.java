package dev.loombench.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.result.MetricId;
import dev.loombench.result.Observation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ScheduledSessionTest {
    private static final ObservedProcess TARGET = new ObservedProcess(1, Path.of("."));

    @Test
    void it_looks_again_and_again_until_closed() throws InterruptedException {
        var looks = new CountDownLatch(3);
        var beat = new Scripted(Duration.ofMillis(1), looks::countDown);

        try (var _ = new ScheduledSession(beat, TARGET)) {
            looks.await();
        }
    }

    @Test
    void without_a_beat_it_looks_only_when_told() {
        var looks = new AtomicInteger();

        var silent = new Scripted(Duration.ZERO, looks::incrementAndGet);
        try (var watch = new ScheduledSession(silent, TARGET)) {
            assertThat(looks).hasValue(0);
            watch.sample();
            assertThat(looks).hasValue(1);
        }
    }

    /// A look that is under way when it rests may still end, and no other begins.
    @Test
    void at_rest_it_looks_only_when_told() throws InterruptedException {
        var looks = new AtomicInteger();
        var beat = new Scripted(Duration.ofMillis(1), looks::incrementAndGet);

        try (var watch = new ScheduledSession(beat, TARGET)) {
            while (looks.get() < 3) {
                Thread.sleep(1);
            }
            watch.rest();
            int before = looks.get();
            Thread.sleep(50);
            assertThat(looks).hasValueBetween(before, before + 1);
            watch.sample();
            assertThat(looks).hasValueBetween(before + 1, before + 2);
        }
    }

    @Test
    void a_mistake_ends_the_watch_and_is_told_with_what_was_seen() {
        var looks = new AtomicInteger();
        var broken =
                new Scripted(
                        Duration.ZERO,
                        () -> {
                            looks.incrementAndGet();
                            throw new IllegalStateException("odd line");
                        });

        try (var watch = new ScheduledSession(broken, TARGET)) {
            watch.sample();
            watch.sample();

            assertThat(looks).hasValue(1);
            var seen = Seen.by(watch);
            assertThat(seen.last(MetricId.PROCESS_THREADS)).isEqualTo(7);
            assertThat(seen.missing())
                    .singleElement()
                    .satisfies(m -> assertThat(m.reason()).contains("odd line"));
        }
    }

    /// An observer that has seen seven threads and then does as told.
    private record Scripted(Duration beat, Runnable look) implements Observer {

        @Override
        public String name() {
            return "scripted";
        }

        @Override
        public List<String> jvmFlags(Path trialDirectory) {
            return List.of();
        }

        @Override
        public ObservationSession watch(ObservedProcess target) {
            var notebook = new ObservationBuffer(name());
            notebook.add(MetricId.PROCESS_THREADS, 7);
            return new ObservationSession() {
                @Override
                public void sample() {
                    look.run();
                }

                @Override
                public List<Observation> read() {
                    return notebook.observations();
                }

                @Override
                public void close() {
                    // nothing is open
                }
            };
        }
    }
}
