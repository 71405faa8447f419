package dev.loombench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.LookAtSelf;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.Seen;
import dev.loombench.observe.SubjectProcess;
import dev.loombench.result.MetricId;
import dev.loombench.result.Observation.Point;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ObserversIT {
    private final Observers observers = Observers.standard();

    /// What only a server that is asked can tell, the load engine counts, was not asked for, or
    /// comes with a collection.
    private static final EnumSet<MetricId> NOT_HERE =
            EnumSet.of(
                    MetricId.HANDLERS_LEFT,
                    MetricId.HANDLERS_TIME,
                    MetricId.LOAD_ANSWERS,
                    MetricId.NATIVE_STACKS,
                    MetricId.NATIVE_OTHERS,
                    MetricId.HEAP_AFTER_GC);

    @TempDir private Path folder;

    @Test
    void every_figure_comes_in_on_its_own_beat_and_none_is_missing() {
        try (var subject = start();
                var watch = observers.watch(target(subject))) {
            // Beats fall on grids of 200 ms and 1 s; a busy machine may leave some out.
            while (Seen.by(watch).points(MetricId.HEAP_USED).size() < 3
                    || Seen.by(watch).points(MetricId.PROCESS_CPU).size() < 6) {
                LockSupport.parkNanos(10_000_000);
            }
            watch.sample();

            var seen = Seen.by(watch);
            // Where the machine has no CPU for 2 s, a sample of the beans leaves a gap.
            assertThat(seen.missing()).allSatisfy(m -> assertThat(m.reason()).endsWith(": a gap"));
            for (var figure : EnumSet.complementOf(NOT_HERE)) {
                assertThat(seen.points(figure))
                        .as(figure.label())
                        .isSortedAccordingTo((a, b) -> Long.compare(a.nanos(), b.nanos()))
                        .hasSizeGreaterThanOrEqualTo(figure == MetricId.HEAP_USED ? 3 : 2);
            }
        }
    }

    @Test
    void a_sample_is_taken_at_once_on_the_clock_of_the_lab() {
        try (var subject = start();
                var watch = observers.watch(target(subject))) {
            long before = System.nanoTime();
            watch.sample();
            long after = System.nanoTime();

            for (var figure : List.of(MetricId.PROCESS_CPU, MetricId.HEAP_USED)) {
                assertThat(Seen.by(watch).points(figure))
                        .as(figure.label())
                        .extracting(Point::nanos)
                        .anyMatch(nanos -> nanos >= before && nanos <= after);
            }
        }
    }

    @Test
    void the_log_and_the_beans_count_the_same_collections() {
        try (var subject = start();
                var watch = observers.watch(target(subject))) {
            watch.sample();
            subject.tell("garbage-mib", 500);
            watch.sample();

            var seen = Seen.by(watch);
            assertThat(seen.growth(MetricId.GC_COUNT)).isPositive().isEqualTo(seen.pauses().size());
        }
    }

    @Test
    void what_was_seen_outlives_the_process_and_the_watch() {
        try (var subject = start()) {
            var watch = observers.watch(target(subject));
            subject.exit();
            watch.sample();
            watch.close();
            watch.sample();

            var seen = Seen.by(watch);
            assertThat(seen.points(MetricId.PROCESS_CPU)).isNotEmpty();
            assertThat(seen.points(MetricId.HEAP_USED)).isNotEmpty();
            assertThat(seen.missing())
                    .isNotEmpty()
                    .allSatisfy(m -> assertThat(m.reason()).contains("has ended"));
        }
    }

    @Test
    void on_linux_oshi_is_not_so_much_as_loaded() throws Exception {
        assertThat(lookInJvmOfItsOwn("--enable-native-access=ALL-UNNAMED"))
                .contains("process.cpu", "machine.cpu.busy");
    }

    @Test
    void where_native_calls_are_forbidden_ticks_take_their_place() throws Exception {
        assertThat(lookInJvmOfItsOwn("--illegal-native-access=deny"))
                .contains("process.cpu", "clock ok");
    }

    /// Runs {@link LookAtSelf} on a class path that holds nothing but our own classes.
    private static List<String> lookInJvmOfItsOwn(String flag)
            throws IOException, InterruptedException {
        var classPath =
                SubjectProcess.classes(Observers.class)
                        + File.pathSeparator
                        + SubjectProcess.classes(LookAtSelf.class);
        var command =
                List.of(SubjectProcess.java(), flag, "-cp", classPath, LookAtSelf.class.getName());
        var process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (var lines = process.inputReader()) {
            var said = lines.lines().toList();
            assertThat(process.waitFor()).isZero();
            return said;
        }
    }

    private SubjectProcess start() {
        var flags = new ArrayList<>(observers.jvmFlags(folder));
        flags.add("-XX:+UseSerialGC");
        return SubjectProcess.start(flags);
    }

    private ObservedProcess target(SubjectProcess subject) {
        return new ObservedProcess(subject.pid(), folder);
    }
}
