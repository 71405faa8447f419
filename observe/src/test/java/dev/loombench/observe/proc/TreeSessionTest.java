package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.SessionObservations;
import dev.loombench.observe.result.MetricId;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class TreeSessionTest {
    /// Above the highest id that Linux gives out, 2^22.
    private static final long ENDED = 99_999_999;

    @Test
    void processes_that_have_just_ended_have_no_figures_rather_than_0() {
        long self = ProcessHandle.current().pid();
        var processes = new HashSet<>(Set.of(self));
        var target = ObservedProcess.ofRunning(self, () -> Set.copyOf(processes), Path.of("."));
        try (var session = new TreeSession("proc", target, () -> Set.copyOf(processes))) {
            processes.add(ENDED);
            session.sample();
            processes.remove(self);
            session.sample();
            var observations = SessionObservations.of(session);
            assertThat(observations.points(MetricId.PROCESS_RSS)).hasSize(2);
            assertThat(observations.points(MetricId.PROCESS_RSS_PEAK)).hasSize(2);
            assertThat(observations.points(MetricId.PROCESS_THREADS)).hasSize(2);
        }
    }
}
