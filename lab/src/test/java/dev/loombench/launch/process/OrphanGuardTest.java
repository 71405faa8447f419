package dev.loombench.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class OrphanGuardTest {
    private static final String MARK = "orphan-guard-test";

    private static Process sleeping(String mark) throws Exception {
        var builder = new ProcessBuilder("sleep", "600");
        builder.environment().put(ServiceProcesses.MARK, mark);
        return builder.start();
    }

    /// Source: proc_pid_stat(5), field 22.
    private static long start(Process process) throws Exception {
        var stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[19]);
    }

    /// The end of its input is the end of the lab.
    @Test
    void marked_processes_and_named_ones_end_with_the_lab_and_others_do_not() throws Exception {
        var marked = sleeping(MARK + "-1");
        var named = sleeping("other");
        var reused = sleeping("other");
        try {
            try (var guard = OrphanGuard.start(MARK + "-")) {
                guard.alsoEnd(new ServiceProcesses.Identity(named.pid(), start(named)));
                guard.alsoEnd(new ServiceProcesses.Identity(reused.pid(), start(reused) - 1));
            }
            marked.waitFor();
            named.waitFor();
            assertThat(reused.isAlive()).isTrue();
        } finally {
            marked.destroyForcibly();
            named.destroyForcibly();
            reused.destroyForcibly().waitFor();
        }
    }
}
