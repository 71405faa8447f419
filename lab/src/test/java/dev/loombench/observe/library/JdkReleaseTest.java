package dev.loombench.observe.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class JdkReleaseTest {
    @Test
    void a_version_may_have_a_suffix() {
        assertThat(JdkRelease.version("IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"25.0.3\"\n"))
                .contains("25.0.3");
        assertThat(JdkRelease.version("JAVA_VERSION=\"26-ea\"")).contains("26");
        assertThat(JdkRelease.version("NAME=\"Debian\"")).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void this_process_runs_on_its_jdk() throws IOException {
        var release =
                String.join(
                        ".", Runtime.version().version().stream().map(String::valueOf).toList());
        assertThat(JdkRelease.of(ProcessHandle.current().pid())).contains(release);
    }
}
