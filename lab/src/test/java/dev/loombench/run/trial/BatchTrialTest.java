package dev.loombench.run.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.base.Window;
import dev.loombench.launch.BatchProcess.Done;
import dev.loombench.launch.LaunchFailed;
import dev.loombench.launch.process.output.DoneLine;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.Observer;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.BatchResult;
import dev.loombench.result.TrialOutcome;
import dev.loombench.result.TrialOutcome.BatchCompleted;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.run.server.Observers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// A simulated program: a sample of it takes 20 ms, and its end 50 ms.
class BatchTrialTest {
    private static final long START = 5_000_000_000L;
    private static final long MILLI = 1_000_000L;
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private long now = START;
    private final List<String> events = new ArrayList<>();
    private final List<String> updates = new ArrayList<>();

    private void event(String name) {
        events.add(name + " " + (now - START) / MILLI);
    }

    /// A program that prints its line after a time.
    private class FakeProgram implements BatchTrial.Program {
        private final long doneNanos;
        private final DoneLine line;

        FakeProgram(long doneMillis, DoneLine line) {
            this.doneNanos = START + doneMillis * MILLI;
            this.line = line;
        }

        @Override
        public long pid() {
            return 1;
        }

        @Override
        public long startedNanos() {
            return START;
        }

        @Override
        public Optional<Done> awaitDone(Duration timeout) {
            now = Math.min(now + timeout.toNanos(), doneNanos);
            return now == doneNanos ? Optional.of(new Done(line, doneNanos)) : Optional.empty();
        }

        @Override
        public long release() {
            event("release");
            return 50 * MILLI;
        }

        @Override
        public List<String> logTail(int maxLines) {
            return List.of("its last line");
        }
    }

    private final class FakeObserver implements Observer {
        private final List<Observation> observations;

        FakeObserver(List<Observation> observations) {
            this.observations = observations;
        }

        @Override
        public String name() {
            return "fake";
        }

        @Override
        public Duration interval() {
            return Duration.ZERO;
        }

        @Override
        public ObservationSession start(ObservedProcess target) {
            return new ObservationSession() {
                @Override
                public void sample() {
                    event("sample");
                    now += 20 * MILLI;
                }

                @Override
                public List<Observation> read() {
                    return observations;
                }

                @Override
                public void close() {
                    event("close");
                }
            };
        }
    }

    private TrialOutcome run(BatchTrial.Program program, Observation... observations)
            throws Exception {
        return new BatchTrial(
                        program,
                        new Observers(List.of(new FakeObserver(List.of(observations)))),
                        Path.of("trial"),
                        LIMIT,
                        (activity, elapsed, _) -> updates.add(activity + " " + elapsed.toMillis()),
                        () -> now)
                .run();
    }

    private static DoneLine worked(long millis) {
        return new DoneLine(
                10,
                OptionalLong.of(millis * MILLI),
                OptionalLong.of(7),
                OptionalLong.of(64),
                OptionalLong.of(128));
    }

    @Test
    void the_window_ends_with_the_sample_after_the_last_task() throws Exception {
        var outcome = (BatchCompleted) run(new FakeProgram(330, worked(300)));
        assertThat(outcome.batch())
                .isEqualTo(
                        new BatchResult(
                                new Window(START, START + 350 * MILLI),
                                10,
                                OptionalLong.of(300 * MILLI),
                                380 * MILLI,
                                OptionalLong.of(7)));
        assertThat(updates).containsExactly("running 100", "running 200", "running 300");
    }

    @Test
    void the_program_is_released_after_the_observation_has_ended() throws Exception {
        run(new FakeProgram(330, worked(300)));
        assertThat(events).containsExactly("sample 330", "close 350", "release 350");
    }

    @Test
    void a_program_still_running_after_the_time_limit_fails() throws Exception {
        assertThat(run(new FakeProgram(3_000, worked(300))))
                .isEqualTo(
                        new Failed(
                                "run",
                                "it was still running after the time limit of 2.0 s for a batch",
                                List.of("its last line")));
        assertThat(events).containsExactly("sample 2100", "close 2120");
    }

    @Test
    void a_program_that_ends_at_the_time_limit_is_measured() throws Exception {
        assertThat(run(new FakeProgram(2_000, worked(300)))).isInstanceOf(BatchCompleted.class);
    }

    @Test
    void a_program_cannot_have_worked_longer_than_it_ran() throws Exception {
        assertThat(run(new FakeProgram(330, worked(331))))
                .isEqualTo(
                        new Failed(
                                "run",
                                "it reported 331000000 ns of work, but had run for 330000000 ns",
                                List.of("its last line")));
        assertThat(run(new FakeProgram(330, worked(330)))).isInstanceOf(BatchCompleted.class);
    }

    @Test
    void cpu_counts_from_the_start_of_the_process_and_the_heap_is_that_of_its_line()
            throws Exception {
        var later = List.of(new Point(START + 20 * MILLI, 5));
        var threads = new Series("fake", MetricId.PROCESS_THREADS, later);
        var outcome =
                (BatchCompleted)
                        run(
                                new FakeProgram(330, worked(300)),
                                new Series("fake", MetricId.PROCESS_CPU, later),
                                threads);
        var atDone = START + 330 * MILLI;
        assertThat(outcome.observations())
                .containsExactly(
                        new Series(
                                "fake",
                                MetricId.PROCESS_CPU,
                                List.of(new Point(START, 0), later.getFirst())),
                        threads,
                        new Series("program", MetricId.HEAP_USED, List.of(new Point(atDone, 64))),
                        new Series(
                                "program",
                                MetricId.HEAP_COMMITTED,
                                List.of(new Point(atDone, 128))));
    }

    @Test
    void a_program_that_ends_without_its_line_fails_with_the_reason() throws Exception {
        var program =
                new FakeProgram(330, worked(300)) {
                    @Override
                    public Optional<Done> awaitDone(Duration timeout) {
                        throw new LaunchFailed("it ended", List.of("bye"));
                    }
                };
        assertThat(run(program)).isEqualTo(new Failed("run", "it ended", List.of("bye")));
        assertThat(events).containsExactly("close 0");
    }
}
