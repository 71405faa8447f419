package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

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

    @Test
    void a_missing_file_is_empty() {
        assertThat(ProcessStatus.read("/proc/99999999/status", new byte[10])).isEmpty();
    }
}
