package dev.loombench.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ScriptableProcess;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// `loombench inspect --memory` on a real service whose live heap grows: by 10 kB each time that it
/// wakes up, after 5 ms, so that 5 % of its heap, 3.2 MiB, need a fifth of the time.
@EnabledOnOs(OS.LINUX)
class HeapGrowthIT {
    @Test
    void a_heap_that_grows_is_found_with_the_class() throws Exception {
        var command =
                List.of(
                        ScriptableProcess.java(),
                        "-XX:+UseSerialGC",
                        "-Xmx64m",
                        "-XX:+EnableDynamicAgentLoading",
                        "-cp",
                        ScriptableProcess.classes(FaultyService.class),
                        FaultyService.class.getName(),
                        "growth");
        var service = new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
        try {
            assertThat(service.inputReader().readLine()).isEqualTo("READY");
            var pid = Long.toString(service.pid());
            var result = Inspected.by("--memory", "--for", "10s", "-o", "json", pid);
            assertThat(result.findings()).as(result.out()).containsExactly("heap-growth");
            var finding = result.finding("heap-growth");
            assertThat(finding.path("message").asString()).endsWith(" of 64 MiB");
            assertThat(finding.at("/evidence/0").asString()).startsWith("byte[]: ");
        } finally {
            service.destroyForcibly().waitFor();
        }
    }
}
