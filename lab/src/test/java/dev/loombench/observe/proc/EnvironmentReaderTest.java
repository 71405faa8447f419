package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class EnvironmentReaderTest {
    private static final MachineStat BEFORE = new MachineStat(1_000, OptionalLong.of(10), 5_000);

    @Test
    void what_others_did_is_all_but_our_own() {
        var look =
                new EnvironmentReader.CpuSample(
                        BEFORE, new MachineStat(1_300, OptionalLong.of(60), 6_000), 50);

        // 300 busy less 50 of our own, of 1,000; 50 stolen of 1,000
        assertThat(look.othersBusyShare().orElseThrow()).isEqualTo(0.25);
        assertThat(look.stealShare().orElseThrow()).isEqualTo(0.05);
    }

    @Test
    void a_machine_that_counts_coarser_than_we_do_is_not_busy_below_zero() {
        var look =
                new EnvironmentReader.CpuSample(
                        BEFORE, new MachineStat(1_000, OptionalLong.of(10), 6_000), 7);

        assertThat(look.othersBusyShare()).hasValue(0);
    }

    @Test
    void what_is_not_told_stays_empty() {
        var silent = new MachineStat(1_000, OptionalLong.empty(), 5_000);
        var look = new EnvironmentReader.CpuSample(silent, silent, 0);

        assertThat(look.stealShare()).isEmpty();
        assertThat(look.othersBusyShare()).isEmpty();
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
        var here = EnvironmentReader.environment();

        assertThat(here.cores()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(here.memoryBytes()).isGreaterThan(Runtime.getRuntime().totalMemory());
        assertThat(here.jdk()).contains(Runtime.version().toString());
        assertThat(here.system()).startsWith(System.getProperty("os.name"));
        assertThat(here.othersBusyShare().orElseThrow()).isBetween(0.0, 1.0);
    }

    /// Counters only grow, so a value read between two others lies between them. OSHI may return
    /// what it read up to 300 ms before: its next value is read after the first of ours.
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
