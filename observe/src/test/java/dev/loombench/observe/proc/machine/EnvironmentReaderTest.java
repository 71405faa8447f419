package dev.loombench.observe.proc.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class EnvironmentReaderTest {
    private static final MachineStat BEFORE = new MachineStat(1_000, OptionalLong.of(10), 5_000);

    @Test
    void busy_time_of_others_excludes_the_own_process() {
        var sample =
                new EnvironmentReader.CpuSample(
                        BEFORE, new MachineStat(1_300, OptionalLong.of(60), 6_000), 50);

        // 300 busy minus 50 of this process, of 1,000; 50 stolen of 1,000
        assertThat(sample.othersBusyShare().orElseThrow()).isEqualTo(0.25);
        assertThat(sample.stealShare().orElseThrow()).isEqualTo(0.05);
    }

    @Test
    void a_coarser_machine_clock_does_not_give_a_negative_share() {
        var sample =
                new EnvironmentReader.CpuSample(
                        BEFORE, new MachineStat(1_000, OptionalLong.of(10), 6_000), 7);

        assertThat(sample.othersBusyShare()).hasValue(0);
    }

    @Test
    void an_unreported_value_stays_empty() {
        var unreported = new MachineStat(1_000, OptionalLong.empty(), 5_000);
        var sample = new EnvironmentReader.CpuSample(unreported, unreported, 0);

        assertThat(sample.stealShare()).isEmpty();
        assertThat(sample.othersBusyShare()).isEmpty();
    }

    @Test
    void a_processor_without_a_name_is_unknown() {
        assertThat(
                        EnvironmentReader.cpuModel(
                                "processor\t: 0\nmodel name\t: Xeon @ 2.6GHz : b\nmodel name\t: y"))
                .isEqualTo("Xeon @ 2.6GHz : b");
        assertThat(EnvironmentReader.cpuModel("processor\t: 0\nCPU implementer\t: 0x41\n"))
                .isEqualTo("unknown");
    }

    @Test
    void this_machine_is_described() {
        var environment = EnvironmentReader.environment();

        assertThat(environment.cores()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(environment.memoryBytes()).isGreaterThan(Runtime.getRuntime().totalMemory());
        assertThat(environment.jdk()).contains(Runtime.version().toString());
        assertThat(environment.system()).startsWith(System.getProperty("os.name"));
        assertThat(environment.othersBusyShare().orElseThrow()).isBetween(0.0, 1.0);
    }

    /// Counters only grow, so a value read between two others lies between them. OSHI may return a
    /// value up to 300 ms old, so its next one is read after the first of the lab's.
    @Test
    void two_ways_to_read_the_machine_agree() {
        var old = OshiObserver.machine();
        var before = EnvironmentReader.CpuSample.stat();
        var oshi = OshiObserver.machine();
        while (oshi.totalNanos() == old.totalNanos()) {
            oshi = OshiObserver.machine();
        }
        var after = EnvironmentReader.CpuSample.stat();

        // Each of the ten counters of a processor ticks at 10 ms, and OSHI rounds to ms.
        long rounding = 10L * 10_000_000 * Runtime.getRuntime().availableProcessors();
        assertThat(oshi.busyNanos())
                .isBetween(before.busyNanos() - rounding, after.busyNanos() + rounding);
        assertThat(oshi.totalNanos())
                .isBetween(before.totalNanos() - rounding, after.totalNanos() + rounding);
    }
}
