package dev.loombench.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loombench.observe.result.MetricId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GcLogObserverIT {
    private static final String GENERATIONAL = "Shenandoah -XX:ShenandoahGCMode=generational";

    private final Observer observer = new GcLogObserver();

    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"Serial", "Parallel", "G1"})
    void every_collection_counted_by_the_jvm_is_a_pause(String collector) {
        try (var process = ScriptableProcess.start(flags(collector));
                var session = observer.start(target(process))) {
            // Small objects and a heap that began empty: the JVM counts no collection before the
            // session.
            assertThat(process.call("gc", 0)).isZero();
            long count = process.call("garbage-mib", 600);
            long before = System.nanoTime();
            long withForced = process.call("gc", 3);
            long after = System.nanoTime();

            var pauses = SessionObservations.of(session).pauses();

            assertThat(pauses).hasSize((int) withForced);
            var forced = pauses.subList((int) count, pauses.size());
            assertThat(forced)
                    .hasSize(3)
                    .allSatisfy(pause -> {
                        assertThat(pause.description()).isEqualTo("Pause Full (System.gc())");
                        assertThat(pause.durationNanos()).isPositive();
                        // Both processes use the same clock.
                        assertThat(pause.nanos()).isBetween(before, after);
                    });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Z", "Shenandoah"})
    void concurrent_collectors_report_their_short_pauses(String collector) throws Exception {
        assumeTrue(exists(collector), "this JVM has no " + collector);
        try (var process = ScriptableProcess.start(flags(collector));
                var session = observer.start(target(process))) {
            long before = System.nanoTime();
            process.call("gc", 1);
            long after = System.nanoTime();

            assertThat(SessionObservations.of(session).pauses())
                    .isNotEmpty()
                    .anySatisfy(pause -> assertThat(pause.nanos()).isBetween(before, after))
                    .allSatisfy(pause -> assertThat(pause.description()).contains("Pause"));
        }
    }

    /// 20 MiB are held, and 1 GiB of garbage is collected. A concurrent collector writes the line
    /// of a cycle at its end, which `System.gc()` may precede.
    @ParameterizedTest
    @ValueSource(strings = {"Serial", "Parallel", "G1", "Z", "Shenandoah", GENERATIONAL})
    void every_collector_shows_the_heap_after_its_collections(String collector) throws Exception {
        assumeTrue(exists(collector), "this JVM has no " + collector);
        try (var process = ScriptableProcess.start(flags(collector));
                var session = observer.start(target(process))) {
            process.call("heap-mib", 20);
            process.call("garbage-mib", 1_000);
            process.call("gc", 1);

            SessionObservations observations;
            do {
                TimeUnit.MILLISECONDS.sleep(5);
                observations = SessionObservations.of(session);
            } while (!observations.has(MetricId.HEAP_AFTER_GC)
                    || observations.last(MetricId.HEAP_AFTER_GC) > 60L << 20);
            assertThat(observations.unavailable()).isEmpty();
            assertThat(observations.last(MetricId.HEAP_AFTER_GC)).isGreaterThan(20L << 20);
            assertThat(observations.pauses()).isNotEmpty();
        }
    }

    @Test
    void a_collector_that_never_collects_has_no_pauses() {
        var flags = new ArrayList<>(List.of("-XX:+UnlockExperimentalVMOptions"));
        flags.addAll(flags("Epsilon"));
        try (var process = ScriptableProcess.start(flags);
                var session = observer.start(target(process))) {
            process.call("garbage-mib", 20);
            process.call("gc", 1);
            var observations = SessionObservations.of(session);
            assertThat(observations.unavailable()).isEmpty();
            assertThat(observations.pauses()).isEmpty();
        }
    }

    @Test
    void pauses_before_the_session_are_omitted() {
        try (var process = ScriptableProcess.start(flags("Serial"))) {
            process.call("gc", 2);
            var session = observer.start(target(process));
            process.call("gc", 1);

            assertThat(SessionObservations.of(session).pauses()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"with space", "with:colon", "with,comma", "100%", "d\u00fcnn"})
    void a_folder_may_have_special_characters_in_its_name(String name) throws IOException {
        var directory = Files.createDirectory(folder.resolve(name));
        try (var process = ScriptableProcess.start(observer.jvmFlags(directory))) {
            var session = observer.start(new ObservedProcess(process.pid(), directory));
            process.call("gc", 1);

            assertThat(SessionObservations.of(session).pauses()).isNotEmpty();
        }
    }

    @Test
    void a_missing_log_is_unavailable() {
        try (var process = ScriptableProcess.start()) {
            var observations = SessionObservations.of(observer.start(target(process)));

            assertThat(observations.unavailable())
                    .singleElement()
                    .satisfies(m -> assertThat(m.reason()).contains("no GC log"));
        }
    }

    @Test
    void a_disabled_log_is_unavailable_rather_than_without_pauses() {
        var off = List.of(observer.jvmFlags(folder).getFirst(), "-Xlog:disable");
        try (var process = ScriptableProcess.start(off)) {
            process.call("gc", 1);

            var observations = SessionObservations.of(observer.start(target(process)));

            assertThat(observations.unavailable()).hasSize(1);
            assertThat(observations.pauses()).isEmpty();
        }
    }

    /// @param collector as in `G1`, and its mode where it has some
    private List<String> flags(String collector) {
        var words = collector.split(" ", -1);
        var flags = new ArrayList<String>();
        flags.add("-XX:+Use" + words[0] + "GC");
        flags.addAll(List.of(words).subList(1, words.length));
        flags.add(observer.jvmFlags(folder).getFirst());
        return flags;
    }

    private ObservedProcess target(ScriptableProcess process) {
        return new ObservedProcess(process.pid(), folder);
    }

    private static boolean exists(String collector) throws Exception {
        var probe =
                new ProcessBuilder(
                                ScriptableProcess.java(),
                                "-XX:+Use" + collector.split(" ", -1)[0] + "GC",
                                "--version")
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        return probe.waitFor() == 0;
    }
}
