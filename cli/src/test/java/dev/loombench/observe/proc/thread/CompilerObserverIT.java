package dev.loombench.observe.proc.thread;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.ScriptableProcess;
import dev.loombench.observe.SessionObservations;
import dev.loombench.observe.proc.ProcObserver;
import dev.loombench.observe.proc.thread.CompilerThreads.SchedTimes;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Series;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CompilerObserverIT {
    @Test
    void compilers_use_a_share_of_the_jvm_s_cpu_time() {
        try (var process = ScriptableProcess.start();
                var session = session(process.pid());
                var wholeProcess =
                        new ProcObserver()
                                .start(new ObservedProcess(process.pid(), Path.of(".")))) {
            process.call("naps", 300);
            session.sample();
            wholeProcess.sample();
            var observations = SessionObservations.of(session);
            assertThat(observations.last(MetricId.JIT_CPU))
                    .isPositive()
                    .isLessThan(SessionObservations.of(wholeProcess).last(MetricId.PROCESS_CPU));
            assertThat(observations.growth(MetricId.JIT_CPU)).isNotNegative();
            assertThat(observations.growth(MetricId.JIT_WAITED)).isNotNegative();
        }
    }

    @Test
    void a_program_without_compilers_compiles_for_no_time() throws IOException {
        var sleep = new ProcessBuilder("sleep", "600").start();
        try (var session = session(sleep.pid())) {
            session.sample();
            var observations = SessionObservations.of(session);
            assertThat(observations.last(MetricId.JIT_CPU)).isZero();
            assertThat(Series.of(MetricId.JIT_WAITED, session.read())).isEmpty();
        } finally {
            sleep.destroy();
        }
    }

    @Test
    void schedstat_is_parsed_from_the_kernel_s_three_numbers() {
        assertThat(SchedTimes.of("1234567 89 10\n")).contains(new SchedTimes(1_234_567, 89));
    }

    private static ObservationSession session(long pid) {
        return new CompilerObserver().start(new ObservedProcess(pid, Path.of(".")));
    }
}
