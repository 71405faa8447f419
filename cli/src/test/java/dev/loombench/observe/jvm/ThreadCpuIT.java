package dev.loombench.observe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.ScriptableProcess;
import dev.loombench.observe.result.Observation.ThreadCpu;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// The CPU time of the threads of a real JVM.
@EnabledOnOs(OS.LINUX)
class ThreadCpuIT {
    /// Longer than any test may take: even on a busy machine no sample leaves a gap.
    private static final Duration NO_TIMEOUT = Duration.ofMinutes(2);

    private static final int BURNED_MILLIS = 1_500;

    /// In slices, so that a tenth of a processor suffices on a busy machine.
    @Test
    void a_busy_thread_has_its_name_stack_and_cpu_time() {
        var threads = threads("burn-ms", BURNED_MILLIS);
        assertThat(threads)
                .filteredOn(t -> t.thread().equals("main"))
                .singleElement()
                .satisfies(main -> {
                    assertThat(main.frames()).anyMatch(f -> f.contains("ScriptableProgram.main"));
                    var points = main.points();
                    assertThat(points).hasSizeGreaterThanOrEqualTo(2);
                    double used = points.getLast().value() - points.get(points.size() - 2).value();
                    // the kernel counts what the program counts, and its replies
                    assertThat(used / 1e6).isBetween(0.99 * BURNED_MILLIS, 1.2 * BURNED_MILLIS);
                });
    }

    /// It would take a tenth of a processor over that time to be asked.
    @Test
    void a_jvm_whose_threads_wait_is_not_asked_for_them() throws InterruptedException {
        var observer = new JvmObserver(NO_TIMEOUT, NO_TIMEOUT, Set.of());
        try (var process = ScriptableProcess.start();
                var session = observer.start(new ObservedProcess(process.pid(), Path.of(".")))) {
            session.sample();
            Thread.sleep(5_000);
            session.sampleSliceEnd();
            session.sample();
            session.afterWindow(false);
            assertThat(session.read()).noneMatch(ThreadCpu.class::isInstance);
        }
    }

    /// Those that are busy while a command is executed.
    private static List<ThreadCpu> threads(String command, int amount) {
        var observer = new JvmObserver(NO_TIMEOUT, NO_TIMEOUT, Set.of());
        try (var process = ScriptableProcess.start();
                var session = observer.start(new ObservedProcess(process.pid(), Path.of(".")))) {
            process.call("naps", 1); // its code is loaded
            session.sample();
            process.call(command, amount);
            session.sampleSliceEnd();
            session.sample();
            session.afterWindow(false);
            return session.read().stream()
                    .filter(ThreadCpu.class::isInstance)
                    .map(ThreadCpu.class::cast)
                    .toList();
        }
    }
}
