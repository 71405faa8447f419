package dev.loombench.observe.proc.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.SessionObservations;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ProcessorObserverIT {
    /// More spinning threads than processors take them from each other.
    @Test
    void preemption_and_waiting_are_counted() throws InterruptedException {
        var self = new ObservedProcess(ProcessHandle.current().pid(), Path.of("."));
        try (var session = new ProcessorObserver().start(self)) {
            var spinning = new Thread[2 * Runtime.getRuntime().availableProcessors()];
            for (int i = 0; i < spinning.length; i++) {
                spinning[i] = Thread.ofPlatform().start(ProcessorObserverIT::spin);
            }
            SessionObservations observations;
            do {
                Thread.sleep(10);
                session.sample();
                observations = SessionObservations.of(session);
            } while (observations.growth(MetricId.GENERATOR_SWITCHES_INVOLUNTARY) == 0);
            for (var thread : spinning) {
                thread.interrupt();
                thread.join();
            }
            session.sample();
            observations = SessionObservations.of(session);
            if (observations.has(MetricId.MACHINE_CPU_STALLED)) {
                assertThat(observations.growth(MetricId.MACHINE_CPU_STALLED)).isPositive();
            } else { // a kernel that does not account for pressure
                assertThat(observations.unavailable())
                        .singleElement()
                        .satisfies(u ->
                                assertThat(u.subject())
                                        .isEqualTo(MetricId.MACHINE_CPU_STALLED.label()));
            }
        }
    }

    /// The switches are of the whole lab, which also drives the load of the other servers of a
    /// block.
    @Test
    void every_counter_is_sampled_at_the_ends_of_slices() {
        var self = new ObservedProcess(ProcessHandle.current().pid(), Path.of("."));
        try (var session = new ProcessorObserver().start(self)) {
            session.sampleSliceEnd();
            for (var observation : session.read()) {
                if (observation instanceof Observation.Series series) {
                    assertThat(series.points()).as(series.metric().label()).hasSize(2);
                }
            }
            assertThat(
                            SessionObservations.of(session)
                                    .points(MetricId.GENERATOR_SWITCHES_INVOLUNTARY))
                    .hasSize(2);
        }
    }

    private static void spin() {
        while (!Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
        }
    }
}
