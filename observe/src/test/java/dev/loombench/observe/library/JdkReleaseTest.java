package dev.loombench.observe.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.result.VirtualMachine;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class JdkReleaseTest {
    @Test
    @EnabledOnOs(OS.LINUX)
    void this_process_runs_on_its_jdk() throws IOException {
        var release =
                String.join(
                        ".", Runtime.version().version().stream().map(String::valueOf).toList());
        var java = JdkRelease.of(ProcessHandle.current().pid()).orElseThrow();
        assertThat(java.release()).isEqualTo(release);
        assertThat(java.vm()).isEqualTo(VirtualMachine.named(System.getProperty("java.vm.name")));
    }
}
