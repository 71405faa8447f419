package dev.loombench.observe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.Observer;
import dev.loombench.observe.ScriptableProcess;
import dev.loombench.observe.SessionObservations;
import dev.loombench.observe.proc.thread.VirtualThreadUse;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.OptionalObservation;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JvmObserverIT {
    private static final long MIB = 1 << 20;

    /// Longer than any test may take: even on a busy machine no sample leaves a gap.
    private static final Duration NO_TIMEOUT = Duration.ofMinutes(2);

    private final Observer observer = new JvmObserver(NO_TIMEOUT, NO_TIMEOUT, Set.of());

    @Test
    void memory_in_use_is_exact() {
        try (var process = ScriptableProcess.start();
                var session = observer.start(target(process))) {
            process.call("gc", 1);
            session.sample();
            long before = SessionObservations.of(session).last(MetricId.HEAP_USED);
            process.call("direct-bytes", 12_345_678);
            process.call("heap-mib", 50);
            process.call("gc", 1);
            session.sample();

            var observations = SessionObservations.of(session);
            assertThat(observations.growth(MetricId.DIRECT_USED)).isEqualTo(12_345_678);
            // The allocations of replying differ by a few MiB between samples.
            assertThat(observations.last(MetricId.HEAP_USED) - before)
                    .isBetween(45 * MIB, 55 * MIB);
            assertThat(observations.last(MetricId.HEAP_COMMITTED))
                    .isGreaterThanOrEqualTo(observations.last(MetricId.HEAP_USED))
                    .isLessThanOrEqualTo(256 * MIB);
            assertThat(observations.last(MetricId.NON_HEAP_USED)).isGreaterThan(MIB);
            assertThat(observations.last(MetricId.CLASSES_LOADED)).isGreaterThan(400);
            assertThat(observations.unavailable()).isEmpty();
        }
    }

    @Test
    void threads_and_collections_match_the_jvm_s_own_counts() {
        try (var process = ScriptableProcess.start();
                var session = observer.start(target(process))) {
            long collections = process.call("gc", 5);
            long threads;
            do { // the JVM's own threads for remote calls come and go
                threads = process.call("threads", 23);
                session.sample();
            } while (process.call("threads", 0) != threads);

            var observations = SessionObservations.of(session);
            assertThat(observations.last(MetricId.JAVA_THREADS))
                    .isEqualTo(threads)
                    .isGreaterThan(23);
            assertThat(observations.last(MetricId.GC_COUNT)).isEqualTo(collections);
            assertThat(observations.growth(MetricId.GC_COUNT)).isEqualTo(5);
            assertThat(observations.growth(MetricId.GC_TIME)).isPositive();
        }
    }

    @Test
    void a_concurrent_cycle_counts_once_and_its_time_is_that_of_its_pauses() {
        try (var process = ScriptableProcess.start(List.of("-XX:+UseZGC"));
                var session = observer.start(target(process))) {
            long before = System.nanoTime();
            process.call("gc", 4);
            long elapsed = System.nanoTime() - before;
            session.sample();

            // A forced collection is one major cycle with five pauses of some µs: whole cycles
            // would fill the time.
            var observations = SessionObservations.of(session);
            assertThat(observations.growth(MetricId.GC_COUNT)).isEqualTo(4);
            assertThat(observations.growth(MetricId.GC_TIME)).isLessThan(elapsed / 2);
        }
    }

    @Test
    void virtual_threads_waiting_for_a_carrier_are_counted() {
        var oneCarrier =
                List.of(
                        "-Djdk.virtualThreadScheduler.parallelism=1",
                        "-Djdk.virtualThreadScheduler.maxPoolSize=1");
        try (var process = ScriptableProcess.start(oneCarrier);
                var session = observer.start(target(process))) {
            process.call("spin-virtual", 7);
            do { // until the carrier has taken the first from the queue, which it does once active
                session.sample();
            } while (SessionObservations.of(session).last(MetricId.VIRTUAL_QUEUED) != 6);
            session.sample();

            var observations = SessionObservations.of(session);
            assertThat(observations.last(MetricId.CARRIERS_PARALLELISM)).isEqualTo(1);
            assertThat(observations.last(MetricId.CARRIERS_POOL)).isEqualTo(1);
            assertThat(observations.last(MetricId.CARRIERS_MOUNTED)).isEqualTo(1);
            assertThat(observations.last(MetricId.VIRTUAL_QUEUED)).isEqualTo(6);
        }
    }

    /// Reading the scheduler's bean would start the scheduler.
    @Test
    void a_jvm_without_virtual_threads_is_observed_without_starting_their_scheduler() {
        try (var process = ScriptableProcess.start();
                var session = observer.start(target(process))) {
            session.sample();
            assertThat(SessionObservations.of(session).last(MetricId.CARRIERS_POOL)).isZero();
            assertThat(VirtualThreadUse.mayBeIn(process.pid())).isFalse();

            process.call("sleep-virtual", 2);
            assertThat(VirtualThreadUse.mayBeIn(process.pid())).isTrue();
            session.sample();
            assertThat(SessionObservations.of(session).last(MetricId.CARRIERS_PARALLELISM))
                    .isPositive();
        }
    }

    @Test
    void threads_are_grouped_by_kind_and_stack(@TempDir Path folder) {
        try (var process = ScriptableProcess.start();
                var session = observer.start(new ObservedProcess(process.pid(), folder))) {
            process.call("threads", 23);
            process.call("sleep-virtual", 40);
            session.afterWindow(true);

            var dump = SessionObservations.of(session).threads();
            assertThat(dump.virtual()).isEqualTo(40);
            assertThat(dump.carriers()).isPositive();
            assertThat(dump.total()).isGreaterThan(63 + 1);
            assertThat(dump.groups().getFirst())
                    .satisfies(g -> assertThat(g.count()).isEqualTo(40))
                    .satisfies(g -> assertThat(g.kind()).isEqualTo(ThreadKind.VIRTUAL))
                    .satisfies(g ->
                            assertThat(g.frames())
                                    .anyMatch(f -> f.startsWith("java.lang.Thread.sleep(")));
            assertThat(dump.groups().get(1))
                    .satisfies(g -> assertThat(g.count()).isEqualTo(23))
                    .satisfies(g -> assertThat(g.kind()).isEqualTo(ThreadKind.PLATFORM));
            assertThat(folder.resolve("threads.json")).isNotEmptyFile();
            assertThat(SessionObservations.of(session).unavailable()).isEmpty();
        }
    }

    @Test
    void a_folder_that_is_not_writable_is_reported() {
        try (var process = ScriptableProcess.start();
                var session =
                        observer.start(
                                new ObservedProcess(process.pid(), Path.of("no/such/folder")))) {
            session.afterWindow(true);
            session.sample();

            assertThat(SessionObservations.of(session).unavailable())
                    .singleElement()
                    .satisfies(m -> assertThat(m.reason()).contains("no list of threads"));
            assertThat(SessionObservations.of(session).points(MetricId.HEAP_USED)).hasSize(2);
        }
    }

    @Test
    void optional_observations_add_native_memory_and_pinned_waits(@TempDir Path folder) {
        var full = new JvmObserver(NO_TIMEOUT, NO_TIMEOUT, Set.of(OptionalObservation.values()));
        assertThat(observer.jvmFlags(folder)).containsExactly("-XX:+EnableDynamicAgentLoading");
        try (var process = ScriptableProcess.start(full.jvmFlags(folder));
                var session = full.start(new ObservedProcess(process.pid(), folder))) {
            process.call("threads", 23);
            session.sample();
            process.call("pin-virtual", 120);
            session.sample();
            session.afterWindow(true);

            var observations = SessionObservations.of(session);
            assertThat(observations.unavailable()).isEmpty();
            // The stack of a waiting thread uses some pages; the rest of its 1 MiB is reserved and
            // unused.
            assertThat(observations.last(MetricId.NATIVE_STACKS)).isBetween(23 * 8_192L, 32 * MIB);
            assertThat(observations.last(MetricId.NATIVE_OTHERS))
                    .isGreaterThan(
                            observations.last(MetricId.METASPACE_COMMITTED)
                                    + observations.last(MetricId.CODE_COMMITTED));
            var pinned = observations.pinned();
            assertThat(pinned.count()).isEqualTo(1);
            assertThat(pinned.nanos()).isBetween(119_000_000L, 10_000_000_000L);
            assertThat(pinned.waits().getFirst().frames())
                    .anyMatch(f -> f.startsWith("java.lang.Thread.sleep("))
                    .anyMatch(f -> f.contains("ScriptableProgram$PinningInitializer.<clinit>"));
            assertThat(folder.resolve("recording.jfr")).isNotEmptyFile();
        }
    }

    @Test
    void a_server_that_hangs_does_not_block_the_first_sample() {
        try (var process = ScriptableProcess.start()) {
            process.suspend();
            var timeLimited = new JvmObserver(Duration.ofMillis(300), NO_TIMEOUT, Set.of());

            // Returns although the process never replies, and reports its own limit, not that of
            // attach.
            try (var session = timeLimited.start(target(process))) {
                assertThat(SessionObservations.of(session).unavailable())
                        .singleElement()
                        .satisfies(m -> assertThat(m.reason()).contains("within 300 ms"));
            }
        }
    }

    /// Further gaps, which a busy machine may add before and after, are reported in the same words.
    @Test
    void a_temporary_hang_of_the_server_leaves_a_gap() {
        var timeLimited = new JvmObserver(NO_TIMEOUT, Duration.ofMillis(300), Set.of());
        try (var process = ScriptableProcess.start();
                var session = timeLimited.start(target(process))) {
            sampleUntilComplete(session);
            var before = SessionObservations.of(session);
            process.suspend();
            session.sample();
            session.sample(); // the previous sample is still pending, so this one does nothing
            var suspended = SessionObservations.of(session);
            process.resume();
            sampleUntilComplete(session);

            assertThat(suspended.unavailable())
                    .singleElement()
                    .satisfies(
                            m -> assertThat(m.reason()).isEqualTo("no reply within 300 ms: a gap"));
            assertThat(suspended.points(MetricId.HEAP_USED)).isEqualTo(points(before));
        }
    }

    /// Two samples in a row: the first values may be those of a sample that is still pending.
    private static void sampleUntilComplete(ObservationSession session) {
        for (int completed = 0; completed < 2; ) {
            int before = points(SessionObservations.of(session)).size();
            session.sample();
            completed = points(SessionObservations.of(session)).size() > before ? completed + 1 : 0;
        }
    }

    private static List<Observation.Point> points(SessionObservations observations) {
        return observations.has(MetricId.HEAP_USED)
                ? observations.points(MetricId.HEAP_USED)
                : List.of();
    }

    @Test
    void the_series_end_with_the_process() {
        try (var process = ScriptableProcess.start();
                var session = observer.start(target(process))) {
            process.exit();
            session.sample();
            session.sample();

            var observations = SessionObservations.of(session);
            assertThat(observations.points(MetricId.HEAP_USED)).hasSize(1);
            assertThat(observations.unavailable())
                    .singleElement()
                    .satisfies(m -> assertThat(m.reason()).contains("has ended"));
        }
    }

    @Test
    void a_program_that_is_not_a_jvm_survives_and_is_reported() throws IOException {
        var other = new ProcessBuilder("sleep", "600").start();
        try (var session = observer.start(new ObservedProcess(other.pid(), Path.of(".")))) {
            assertThat(SessionObservations.of(session).unavailable())
                    .singleElement()
                    .satisfies(m -> assertThat(m.reason()).contains("is not a JVM"));
            assertThat(other.isAlive()).isTrue();
        } finally {
            other.destroyForcibly();
        }
    }

    private static ObservedProcess target(ScriptableProcess process) {
        return new ObservedProcess(process.pid(), Path.of("."));
    }
}
