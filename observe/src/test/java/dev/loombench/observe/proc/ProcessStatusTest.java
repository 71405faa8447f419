package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcessStatusTest {
    private static final ProcessStatus RECORDED =
            new ProcessStatus(
                    """
                    Name:\tVmRSS:\\n 1 kB
                    State:\tS (sleeping)
                    VmPeak:\t 3478384 kB
                    VmHWM:\t  100212 kB
                    VmRSS:\t   98284 kB
                    Threads:\t17
                    voluntary_ctxt_switches:\t38
                    nonvoluntary_ctxt_switches:\t4
                    """);

    @Test
    void memory_is_in_bytes() {
        assertThat(RECORDED.rssBytes()).hasValue(98_284L * 1024);
        assertThat(RECORDED.rssPeakBytes()).hasValue(100_212L * 1024);
    }

    /// As of a heap in huge pages: 98,284 KiB without it.
    @Test
    void reserved_huge_pages_are_in_ram_too() {
        var status =
                new ProcessStatus(
                        RECORDED.text()
                                .replace("Threads:", "HugetlbPages:\t 2097152 kB\nThreads:"));
        assertThat(status.rssBytes()).hasValue((98_284L + 2_097_152) * 1024);
        assertThat(status.rssPeakBytes()).hasValue((100_212L + 2_097_152) * 1024);
    }

    @Test
    void voluntary_and_involuntary_switches_are_distinguished() {
        assertThat(RECORDED.switches()).contains(new ContextSwitches.Count(38, 4));
    }

    @Test
    void the_memory_of_an_ended_process_is_empty_rather_than_0() {
        var zombie = new ProcessStatus("Name:\tjava\nState:\tZ (zombie)\nThreads:\t1\n");

        assertThat(zombie.rssBytes()).isEmpty();
        assertThat(zombie.rssPeakBytes()).isEmpty();
        assertThat(zombie.switches()).isEmpty();
    }

    /// Id 1 in a container; user 1000 with the rights of 0; 0x4 is signal 3.
    @Test
    void ids_and_handled_signals_are_those_in_effect() {
        var status =
                new ProcessStatus(
                        """
                        Name:\tUid:\\n
                        Uid:\t1000\t0\t1000\t1000
                        Gid:\t1000\t7\t1000\t1000
                        NSpid:\t4711\t1
                        SigCgt:\t2000000181005ccf
                        """);

        assertThat(status.innerPid()).hasValue(1);
        assertThat(status.effectiveUser()).hasValue(0);
        assertThat(status.effectiveGroup()).hasValue(7);
        assertThat(status.handles(3)).isTrue(); // ...ccf ends with 1111
        assertThat(status.handles(5)).isFalse(); // 0xc in the second digit is 1100
        assertThat(status.handles(7)).isTrue();
    }

    @Test
    void what_a_kernel_does_not_show_is_empty() {
        assertThat(RECORDED.innerPid()).isEmpty();
        assertThat(RECORDED.effectiveUser()).isEmpty();
        assertThat(RECORDED.handles(3)).isFalse();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void this_process_has_the_id_that_it_knows() {
        assertThat(ProcessStatus.of(Path.of("/proc/self")).orElseThrow().innerPid())
                .hasValue(ProcessHandle.current().pid());
    }

    @Test
    void a_missing_file_is_empty() {
        assertThat(ProcessStatus.of(Path.of("/proc/99999999"))).isEmpty();
        assertThat(ProcessStatus.read("/proc/99999999/status", new byte[10])).isEmpty();
    }
}
