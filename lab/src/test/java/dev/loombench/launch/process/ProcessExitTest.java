package dev.loombench.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cgroup.OutOfMemoryKills.Kill;
import dev.loombench.launch.process.ProcessExit.ExitCause;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ProcessExitTest {
    private static final Optional<Kill> KILL = Optional.of(new Kill(OptionalLong.of(64L << 20)));

    @Test
    void a_signal_without_a_kill_of_the_kernel_came_from_elsewhere() {
        assertThat(new ProcessExit(137, ExitCause.UNREQUESTED, Optional.empty()).describe())
                .isEqualTo("ended by itself with signal 9");
    }

    @Test
    void the_kernel_kills_where_memory_is_short() {
        assertThat(new ProcessExit(137, ExitCause.UNREQUESTED, KILL).describe())
                .isEqualTo("was killed by the kernel: out of memory (limit 64 MiB)");
    }

    /// One that continues may have handled the error.
    @Test
    void a_report_of_a_service_is_the_cause_only_of_an_end_by_itself() {
        var cause = new EndCause();
        cause.serviceReports("ERROR request failed: java.lang.OutOfMemoryError: Java heap space");
        assertThat(cause.exit(3, ExitCause.UNREQUESTED).describe())
                .isEqualTo("ran out of memory and ended with exit code 3");
        assertThat(cause.exit(0, ExitCause.LISTENER_ENDED).cause())
                .isEqualTo(ExitCause.LISTENER_ENDED);
        cause.request();
        assertThat(cause.exit(143, ExitCause.UNREQUESTED).cause()).isEqualTo(ExitCause.ON_REQUEST);
    }

    /// As a parent that ends because its child was killed, or a listener beside other processes.
    @Test
    void another_process_of_the_server_may_have_been_killed() {
        assertThat(new ProcessExit(1, ExitCause.UNREQUESTED, KILL).describe())
                .isEqualTo(
                        "ended by itself with exit code 1; the kernel killed a process of its control group: out of memory (limit 64 MiB)");
        assertThat(new ProcessExit(0, ExitCause.LISTENER_ENDED, KILL).describe())
                .isEqualTo(
                        "lost its process that listened on the port; the kernel killed a process of its control group: out of memory (limit 64 MiB)");
    }
}
