package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.Seen;
import dev.loombench.observe.SubjectProcess;
import dev.loombench.observe.proc.CompilerObserver.SchedTimes;
import dev.loombench.result.MetricId;
import dev.loombench.result.Observation.Unavailable;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CompilerObserverIT {
    @Test
    void compilers_take_a_part_of_the_cpu_time_of_a_jvm() {
        try (var subject = SubjectProcess.start();
                var watch = watch(subject.pid());
                var all =
                        new ProcObserver()
                                .watch(new ObservedProcess(subject.pid(), Path.of(".")))) {
            subject.tell("naps", 300);
            watch.sample();
            all.sample();
            var seen = Seen.by(watch);
            assertThat(seen.last(MetricId.JIT_CPU))
                    .isPositive()
                    .isLessThan(Seen.by(all).last(MetricId.PROCESS_CPU));
            assertThat(seen.growth(MetricId.JIT_CPU)).isNotNegative();
            assertThat(seen.growth(MetricId.JIT_WAITED)).isNotNegative();
        }
    }

    @Test
    void a_program_without_compilers_has_no_such_figures() throws IOException {
        var sleep = new ProcessBuilder("sleep", "60").start();
        try (var watch = watch(sleep.pid())) {
            assertThat(watch.read())
                    .singleElement()
                    .isEqualTo(
                            new Unavailable(
                                    "compilers",
                                    "jvm.jit.cpu",
                                    "no thread of a compiler was seen"));
        } finally {
            sleep.destroy();
        }
    }

    @Test
    void a_turn_is_read_from_the_kernel_s_three_numbers() {
        assertThat(SchedTimes.of("1234567 89 10\n")).isEqualTo(new SchedTimes(1_234_567, 89));
    }

    private static ObservationSession watch(long pid) {
        return new CompilerObserver().watch(new ObservedProcess(pid, Path.of(".")));
    }
}
