package dev.loombench.analysis.validity;

import static dev.loombench.ChangedSampleRun.grown;
import static dev.loombench.ChangedSampleRun.seen;
import static dev.loombench.ChangedSampleRun.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.analysis.validity.MachineFinding.CpuContentionDuring;
import dev.loombench.analysis.validity.MachineFinding.ListenQueueOverflowed;
import dev.loombench.analysis.validity.MachineFinding.MemoryShort;
import dev.loombench.analysis.validity.MachineFinding.Retransmitted;
import dev.loombench.analysis.validity.MachineFinding.ServerStopped;
import dev.loombench.result.MetricId;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The conditions that raise findings about the machine.
///
/// The sample's window is two seconds on two processors; its server uses 100 µs per request.
class MachineFindingTest {
    @Test
    void cpu_contention_within_the_window_is_a_finding() {
        // Busy for 2 of 4 s; the server 2,000 x 100 µs = 0.2 s, the generator 2,000 x 10 µs.
        assertThat(with(t -> seen(t, grown(MetricId.MACHINE_CPU_BUSY, 2e9))))
                .anySatisfy(f ->
                        assertThat(f)
                                .isInstanceOfSatisfying(
                                        CpuContentionDuring.class,
                                        c -> assertThat(c.othersShare()).isEqualTo(0.445)));
        assertThat(with(t -> seen(t, grown(MetricId.MACHINE_CPU_STEAL, 0.2e9))))
                .contains(
                        new CpuContentionDuring(
                                List.of(SampleRun.POOL, SampleRun.VIRTUAL), 0, 0.05));
        assertThat(with(t -> seen(t, grown(MetricId.MACHINE_CPU_BUSY, 5e9))))
                .as("ticks beyond the two processors")
                .anyMatch(f -> f instanceof CpuContentionDuring c && c.othersShare() == 1);
        assertThat(with(t -> seen(t, grown(MetricId.MACHINE_CPU_BUSY, 0.5e9))))
                .noneMatch(CpuContentionDuring.class::isInstance);
    }

    @Test
    void swapping_or_waiting_for_memory_makes_the_result_invalid() {
        assertThat(with(t -> seen(t, grown(MetricId.MACHINE_SWAPPED, 5_000))))
                .filteredOn(MemoryShort.class::isInstance)
                .singleElement()
                .matches(f -> f.severity() == Severity.INVALID);
        assertThat(with(t -> seen(t, grown(MetricId.MACHINE_MEMORY_STALLED, 0.1e9))))
                .anyMatch(MemoryShort.class::isInstance);
        assertThat(with(t -> seen(t, grown(MetricId.MACHINE_SWAPPED, 0))))
                .noneMatch(MemoryShort.class::isInstance);
    }

    @Test
    void a_stopped_server_makes_the_result_invalid() {
        assertThat(with(t -> seen(t, grown(MetricId.PROCESS_STOPPED, 0.5e9))))
                .contains(new ServerStopped(SampleRun.POOL, 0.5, 2))
                .filteredOn(ServerStopped.class::isInstance)
                .allMatch(f -> f.severity() == Severity.INVALID);
        assertThat(with(t -> seen(t, grown(MetricId.PROCESS_STOPPED, 0))))
                .noneMatch(ServerStopped.class::isInstance);
    }

    @Test
    void full_listen_queues_and_retransmits_are_findings() {
        assertThat(with(t -> seen(t, grown(MetricId.NET_LISTEN_OVERFLOWS, 3))))
                .contains(new ListenQueueOverflowed(List.of(SampleRun.POOL, SampleRun.VIRTUAL), 3));
        // 20 of 2,000 responses
        assertThat(with(t -> seen(t, grown(MetricId.NET_RETRANSMITS, 20))))
                .contains(new Retransmitted(List.of(SampleRun.POOL, SampleRun.VIRTUAL), 0.01));
    }
}
