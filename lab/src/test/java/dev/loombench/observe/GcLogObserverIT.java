package dev.loombench.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class GcLogObserverIT {
    private final Observer observer = new GcLogObserver();

    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"Serial", "Parallel", "G1"})
    void every_collection_that_the_jvm_counts_is_a_pause(String collector) {
        try (var subject = SubjectProcess.start(flags(collector));
                var watch = observer.watch(target(subject))) {
            // Small objects and a heap that began empty: the JVM counts none before the watch.
            assertThat(subject.tell("gc", 0)).isZero();
            long count = subject.tell("garbage-mib", 600);
            long before = System.nanoTime();
            long withForced = subject.tell("gc", 3);
            long after = System.nanoTime();

            var pauses = Seen.by(watch).pauses();

            assertThat(pauses).hasSize((int) withForced);
            var forced = pauses.subList((int) count, pauses.size());
            assertThat(forced)
                    .hasSize(3)
                    .allSatisfy(pause -> {
                        assertThat(pause.description()).isEqualTo("Pause Full (System.gc())");
                        assertThat(pause.durationNanos()).isPositive();
                        // One clock for both processes.
                        assertThat(pause.nanos()).isBetween(before, after);
                    });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Z", "Shenandoah"})
    void collectors_that_run_beside_the_application_tell_their_short_pauses(String collector)
            throws Exception {
        assumeTrue(exists(collector), "this JVM has no " + collector);
        try (var subject = SubjectProcess.start(flags(collector));
                var watch = observer.watch(target(subject))) {
            long before = System.nanoTime();
            subject.tell("gc", 1);
            long after = System.nanoTime();

            assertThat(Seen.by(watch).pauses())
                    .isNotEmpty()
                    .anySatisfy(pause -> assertThat(pause.nanos()).isBetween(before, after))
                    .allSatisfy(pause -> assertThat(pause.description()).contains("Pause"));
        }
    }

    @Test
    void pauses_before_the_watch_are_left_out() {
        try (var subject = SubjectProcess.start(flags("Serial"))) {
            subject.tell("gc", 2);
            var watch = observer.watch(target(subject));
            subject.tell("gc", 1);

            assertThat(Seen.by(watch).pauses()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"with space", "with:colon", "with,comma", "100%", "d\u00fcnn"})
    void a_folder_may_have_an_odd_name(String name) throws IOException {
        var odd = Files.createDirectory(folder.resolve(name));
        try (var subject = SubjectProcess.start(observer.jvmFlags(odd))) {
            var watch = observer.watch(new ObservedProcess(subject.pid(), odd));
            subject.tell("gc", 1);

            assertThat(Seen.by(watch).pauses()).isNotEmpty();
        }
    }

    @Test
    void without_a_log_nothing_is_claimed() {
        try (var subject = SubjectProcess.start()) {
            var seen = Seen.by(observer.watch(target(subject)));

            assertThat(seen.missing())
                    .singleElement()
                    .satisfies(m -> assertThat(m.reason()).contains("no log to read"));
        }
    }

    @Test
    void a_log_that_was_turned_off_is_not_a_server_without_pauses() {
        var off = List.of(observer.jvmFlags(folder).getFirst(), "-Xlog:disable");
        try (var subject = SubjectProcess.start(off)) {
            subject.tell("gc", 1);

            var seen = Seen.by(observer.watch(target(subject)));

            assertThat(seen.missing()).hasSize(1);
            assertThat(seen.pauses()).isEmpty();
        }
    }

    private List<String> flags(String collector) {
        return List.of("-XX:+Use" + collector + "GC", observer.jvmFlags(folder).getFirst());
    }

    private ObservedProcess target(SubjectProcess subject) {
        return new ObservedProcess(subject.pid(), folder);
    }

    private static boolean exists(String collector) throws Exception {
        var look =
                new ProcessBuilder(
                                SubjectProcess.java(), "-XX:+Use" + collector + "GC", "--version")
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        assertThat(look.waitFor(20, TimeUnit.SECONDS)).isTrue();
        return look.exitValue() == 0;
    }
}
