package dev.loombench.observe.jmx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.Observer;
import dev.loombench.observe.Seen;
import dev.loombench.observe.SubjectProcess;
import dev.loombench.result.MetricId;
import dev.loombench.result.Observation;
import dev.loombench.result.StackGroup.ThreadKind;
import dev.loombench.spec.OptionalObservation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class JmxObserverIT {
    private static final long MIB = 1 << 20;

    /// Longer than any test may take: on a busy machine no sample leaves a gap.
    private static final Duration PATIENT = Duration.ofMinutes(2);

    private final Observer observer = new JmxObserver(PATIENT, PATIENT);

    @Test
    void what_the_jvm_holds_is_told_exactly() {
        try (var subject = SubjectProcess.start();
                var watch = observer.watch(target(subject))) {
            subject.tell("gc", 1);
            watch.sample();
            long before = Seen.by(watch).last(MetricId.HEAP_USED);
            subject.tell("direct-bytes", 12_345_678);
            subject.tell("heap-mib", 50);
            subject.tell("gc", 1);
            watch.sample();

            var seen = Seen.by(watch);
            assertThat(seen.growth(MetricId.DIRECT_USED)).isEqualTo(12_345_678);
            // What answering us allocates differs by a few MiB from look to look.
            assertThat(seen.last(MetricId.HEAP_USED) - before).isBetween(45 * MIB, 55 * MIB);
            assertThat(seen.last(MetricId.HEAP_COMMITTED))
                    .isGreaterThanOrEqualTo(seen.last(MetricId.HEAP_USED))
                    .isLessThanOrEqualTo(256 * MIB);
            assertThat(seen.last(MetricId.NON_HEAP_USED)).isGreaterThan(MIB);
            assertThat(seen.last(MetricId.CLASSES_LOADED)).isGreaterThan(400);
            assertThat(seen.missing()).isEmpty();
        }
    }

    @Test
    void threads_and_collections_are_those_the_jvm_counts_itself() {
        try (var subject = SubjectProcess.start();
                var watch = observer.watch(target(subject))) {
            long collections = subject.tell("gc", 5);
            long threads;
            do { // the JVM's own threads for remote calls come and go
                threads = subject.tell("threads", 23);
                watch.sample();
            } while (subject.tell("threads", 0) != threads);

            var seen = Seen.by(watch);
            assertThat(seen.last(MetricId.JAVA_THREADS)).isEqualTo(threads).isGreaterThan(23);
            assertThat(seen.last(MetricId.GC_COUNT)).isEqualTo(collections);
            assertThat(seen.growth(MetricId.GC_COUNT)).isEqualTo(5);
            assertThat(seen.growth(MetricId.GC_TIME)).isPositive();
        }
    }

    @Test
    void cycles_beside_the_application_count_once_and_their_time_is_that_of_pauses() {
        try (var subject = SubjectProcess.start(List.of("-XX:+UseZGC"));
                var watch = observer.watch(target(subject))) {
            long before = System.nanoTime();
            subject.tell("gc", 4);
            long took = System.nanoTime() - before;
            watch.sample();

            // A forced collection is one major cycle with five pauses of some µs: whole cycles
            // would fill the time.
            var seen = Seen.by(watch);
            assertThat(seen.growth(MetricId.GC_COUNT)).isEqualTo(4);
            assertThat(seen.growth(MetricId.GC_TIME)).isLessThan(took / 2);
        }
    }

    @Test
    void virtual_threads_that_wait_for_a_carrier_are_counted() {
        var oneCarrier =
                List.of(
                        "-Djdk.virtualThreadScheduler.parallelism=1",
                        "-Djdk.virtualThreadScheduler.maxPoolSize=1");
        try (var subject = SubjectProcess.start(oneCarrier);
                var watch = observer.watch(target(subject))) {
            subject.tell("spin-virtual", 7);
            watch.sample();
            while (Seen.by(watch).last(MetricId.CARRIERS_MOUNTED) == 0) {
                watch.sample(); // the carrier itself has to come to run first
            }

            var seen = Seen.by(watch);
            assertThat(seen.last(MetricId.CARRIERS_PARALLELISM)).isEqualTo(1);
            assertThat(seen.last(MetricId.CARRIERS_POOL)).isEqualTo(1);
            assertThat(seen.last(MetricId.CARRIERS_MOUNTED)).isEqualTo(1);
            assertThat(seen.last(MetricId.VIRTUAL_QUEUED)).isEqualTo(6);
        }
    }

    @Test
    void threads_are_listed_by_kind_with_those_that_do_the_same_as_one(@TempDir Path folder) {
        try (var subject = SubjectProcess.start();
                var watch = observer.watch(new ObservedProcess(subject.pid(), folder))) {
            subject.tell("threads", 23);
            subject.tell("sleep-virtual", 40);
            watch.afterWindow(true);

            var dump = Seen.by(watch).threads();
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
            assertThat(Seen.by(watch).missing()).isEmpty();
        }
    }

    @Test
    void a_folder_that_cannot_be_written_to_is_told() {
        try (var subject = SubjectProcess.start();
                var watch =
                        observer.watch(
                                new ObservedProcess(subject.pid(), Path.of("no/such/folder")))) {
            watch.afterWindow(true);
            watch.sample();

            assertThat(Seen.by(watch).missing())
                    .singleElement()
                    .satisfies(m -> assertThat(m.reason()).contains("no list of threads"));
            assertThat(Seen.by(watch).points(MetricId.HEAP_USED)).hasSize(2);
        }
    }

    @Test
    void what_was_asked_for_is_told_too_stacks_and_waits_that_hold_a_carrier(@TempDir Path folder) {
        var curious = new JmxObserver(PATIENT, PATIENT, Set.of(OptionalObservation.values()));
        assertThat(observer.jvmFlags(folder)).containsExactly("-XX:+EnableDynamicAgentLoading");
        try (var subject = SubjectProcess.start(curious.jvmFlags(folder));
                var watch = curious.watch(new ObservedProcess(subject.pid(), folder))) {
            subject.tell("threads", 23);
            watch.sample();
            subject.tell("pin-virtual", 120);
            watch.sample();
            watch.afterWindow(true);

            var seen = Seen.by(watch);
            assertThat(seen.missing()).isEmpty();
            // A stack of a thread that waits takes some pages; 1 MiB each is put by and not used.
            assertThat(seen.last(MetricId.NATIVE_STACKS)).isBetween(23 * 8_192L, 32 * MIB);
            assertThat(seen.last(MetricId.NATIVE_OTHERS))
                    .isGreaterThan(
                            seen.last(MetricId.METASPACE_COMMITTED)
                                    + seen.last(MetricId.CODE_COMMITTED));
            var pinned = seen.pinned();
            assertThat(pinned.count()).isEqualTo(1);
            assertThat(pinned.nanos()).isBetween(119_000_000L, 10_000_000_000L);
            assertThat(pinned.waits().getFirst().frames())
                    .anyMatch(f -> f.startsWith("java.lang.Thread.sleep("))
                    .anyMatch(f -> f.contains("Subject$Pinning.<clinit>"));
            assertThat(folder.resolve("recording.jfr")).isNotEmptyFile();
        }
    }

    @Test
    void a_server_that_hangs_does_not_hold_up_the_first_look() {
        try (var subject = SubjectProcess.start()) {
            subject.freeze();
            var impatient = new JmxObserver(Duration.ofMillis(300), PATIENT);

            // It returns although the process never answers, and names its own limit, not that of
            // attach.
            try (var watch = impatient.watch(target(subject))) {
                assertThat(Seen.by(watch).missing())
                        .singleElement()
                        .satisfies(m -> assertThat(m.reason()).contains("within 300 ms"));
            }
        }
    }

    /// Other gaps, which a busy machine may add before and after, are reported in the same words.
    @Test
    void a_server_that_hangs_for_a_while_leaves_a_gap() {
        var impatient = new JmxObserver(PATIENT, Duration.ofMillis(300));
        try (var subject = SubjectProcess.start();
                var watch = impatient.watch(target(subject))) {
            sampleUntilAnswered(watch);
            var before = Seen.by(watch);
            subject.freeze();
            watch.sample();
            watch.sample(); // the sample before is still under way, so this one does nothing
            var frozen = Seen.by(watch);
            subject.thaw();
            sampleUntilAnswered(watch);

            assertThat(frozen.missing())
                    .singleElement()
                    .satisfies(m ->
                            assertThat(m.reason()).isEqualTo("no answer within 300 ms: a gap"));
            assertThat(frozen.points(MetricId.HEAP_USED)).isEqualTo(points(before));
        }
    }

    /// Twice in a row: the first figures may be those of a sample that is still under way.
    private static void sampleUntilAnswered(ObservationSession watch) {
        for (int answered = 0; answered < 2; ) {
            int before = points(Seen.by(watch)).size();
            watch.sample();
            answered = points(Seen.by(watch)).size() > before ? answered + 1 : 0;
        }
    }

    private static List<Observation.Point> points(Seen seen) {
        return seen.has(MetricId.HEAP_USED) ? seen.points(MetricId.HEAP_USED) : List.of();
    }

    @Test
    void the_series_end_with_the_process() {
        try (var subject = SubjectProcess.start();
                var watch = observer.watch(target(subject))) {
            subject.exit();
            watch.sample();
            watch.sample();

            var seen = Seen.by(watch);
            assertThat(seen.points(MetricId.HEAP_USED)).hasSize(1);
            assertThat(seen.missing())
                    .singleElement()
                    .satisfies(m -> assertThat(m.reason()).contains("has ended"));
        }
    }

    @Test
    void a_program_that_is_no_jvm_is_left_alive_and_told() throws IOException {
        var other = new ProcessBuilder("sleep", "60").start();
        try (var watch = observer.watch(new ObservedProcess(other.pid(), Path.of(".")))) {
            assertThat(Seen.by(watch).missing())
                    .singleElement()
                    .satisfies(m -> assertThat(m.reason()).contains("is no JVM"));
            assertThat(other.isAlive()).isTrue();
        } finally {
            other.destroyForcibly();
        }
    }

    private static ObservedProcess target(SubjectProcess subject) {
        return new ObservedProcess(subject.pid(), Path.of("."));
    }
}
