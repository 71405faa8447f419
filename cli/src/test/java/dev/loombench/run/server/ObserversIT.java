package dev.loombench.run.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loombench.ToolModules;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.ScriptableProcess;
import dev.loombench.observe.SessionObservations;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObserversIT {
    private final Observers observers = Observers.standard(Set.of(), 0);

    /// Metrics of the handlers, of the load generator, of optional observations, of collections, of
    /// a quota, or of hardware that a virtual machine hides.
    private static final EnumSet<MetricId> NOT_OBSERVED =
            EnumSet.of(
                    MetricId.HANDLERS_LEFT,
                    MetricId.HANDLERS_TIME,
                    MetricId.MACHINE_CPU_CLOCK,
                    MetricId.CGROUP_THROTTLED,
                    MetricId.COUNTED_CPU,
                    MetricId.COUNTED_INSTRUCTIONS,
                    MetricId.COUNTED_CYCLES,
                    MetricId.COUNTED_SWITCHES,
                    MetricId.COUNTED_MIGRATIONS,
                    MetricId.LOAD_RESPONSES,
                    MetricId.LOAD_RESPONSE_TIME,
                    MetricId.LOAD_ERRORS,
                    MetricId.NATIVE_STACKS,
                    MetricId.NATIVE_OTHERS,
                    MetricId.HEAP_AFTER_GC);

    @TempDir private Path folder;

    @Test
    void every_metric_arrives_at_its_own_interval_and_none_is_missing() {
        try (var process = start();
                var session = observers.start(withVirtualThreads(process))) {
            // Samples fall on grids of 200 ms and 1 s; a busy machine may skip some.
            while (SessionObservations.of(session).points(MetricId.HEAP_USED).size() < 3
                    || SessionObservations.of(session).points(MetricId.PROCESS_CPU).size() < 6) {
                LockSupport.parkNanos(10_000_000);
            }
            session.sample();

            var observations = SessionObservations.of(session);
            // Where the machine has no CPU for 2 s, a sample of the beans leaves a gap.
            assertThat(observations.unavailable())
                    .allSatisfy(m -> assertThat(m.reason()).endsWith(": a gap"));
            for (var metric : EnumSet.complementOf(NOT_OBSERVED)) {
                assertThat(observations.points(metric))
                        .as(metric.label())
                        .isSortedAccordingTo((a, b) -> Long.compare(a.nanos(), b.nanos()))
                        .hasSizeGreaterThanOrEqualTo(metric == MetricId.HEAP_USED ? 3 : 2);
            }
        }
    }

    @Test
    void a_sample_is_taken_at_once_on_the_lab_s_clock() {
        try (var process = start();
                var session = observers.start(target(process))) {
            long before = System.nanoTime();
            session.sample();
            long after = System.nanoTime();

            var observations = SessionObservations.of(session);
            assumeNoGap(observations);
            for (var metric : List.of(MetricId.PROCESS_CPU, MetricId.HEAP_USED)) {
                assertThat(observations.points(metric))
                        .as(metric.label())
                        .extracting(Point::nanos)
                        .anyMatch(nanos -> nanos >= before && nanos <= after);
            }
        }
    }

    @Test
    void the_log_and_the_beans_count_the_same_collections() {
        try (var process = start();
                var session = observers.start(target(process))) {
            session.sample();
            process.call("garbage-mib", 500);
            session.sample();

            var observations = SessionObservations.of(session);
            assumeNoGap(observations);
            assertThat(observations.growth(MetricId.GC_COUNT))
                    .isPositive()
                    .isEqualTo(observations.pauses().size());
        }
    }

    /// Where the machine has no CPU for 2 s, a sample of the beans is missing.
    private static void assumeNoGap(SessionObservations observations) {
        assumeThat(observations.unavailable()).noneMatch(m -> m.reason().endsWith(": a gap"));
    }

    @Test
    void observations_outlive_the_process_and_the_session() {
        try (var process = start()) {
            var session = observers.start(target(process));
            process.exit();
            session.sample();
            session.close();
            session.sample();

            var observations = SessionObservations.of(session);
            assertThat(observations.points(MetricId.PROCESS_CPU)).isNotEmpty();
            assertThat(observations.points(MetricId.HEAP_USED)).isNotEmpty();
            assertThat(observations.unavailable())
                    .isNotEmpty()
                    .allSatisfy(m -> assertThat(m.reason()).contains("has ended"));
        }
    }

    @Test
    void oshi_is_not_loaded_on_linux() throws Exception {
        assertThat(observeInSeparateJvm("--enable-native-access=ALL-UNNAMED"))
                .contains("process.cpu", "machine.cpu.busy");
    }

    @Test
    void where_native_calls_are_forbidden_ticks_are_used() throws Exception {
        assertThat(observeInSeparateJvm("--illegal-native-access=deny"))
                .contains("process.cpu", "clock ok");
    }

    /// Runs {@link SelfObservation} on a class path of only the tool's own classes.
    private static List<String> observeInSeparateJvm(String flag)
            throws IOException, InterruptedException {
        var classPath =
                Stream.concat(
                                ToolModules.folders("target/classes").stream().map(Path::toString),
                                Stream.of(ScriptableProcess.classes(SelfObservation.class)))
                        .collect(Collectors.joining(File.pathSeparator));
        var command =
                List.of(
                        ScriptableProcess.java(),
                        flag,
                        "-cp",
                        classPath,
                        SelfObservation.class.getName());
        var process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (var lines = process.inputReader()) {
            var output = lines.lines().toList();
            assertThat(process.waitFor()).isZero();
            return output;
        }
    }

    private ScriptableProcess start() {
        var flags = new ArrayList<>(observers.jvmFlags(folder));
        flags.add("-XX:+UseSerialGC");
        return ScriptableProcess.start(flags);
    }

    private ObservedProcess target(ScriptableProcess process) {
        return new ObservedProcess(process.pid(), folder);
    }

    /// Without them the observer does not read their scheduler's parallelism.
    private ObservedProcess withVirtualThreads(ScriptableProcess process) {
        process.call("sleep-virtual", 1);
        return target(process);
    }
}
