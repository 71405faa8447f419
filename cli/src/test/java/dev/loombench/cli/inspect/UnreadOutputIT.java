package dev.loombench.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ScriptableProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// `loombench inspect` on a service whose standard error is a pipe that this test does not read.
@EnabledOnOs(OS.LINUX)
class UnreadOutputIT {
    /// Without an agent, whose warning would block attach: twice, as that would be left.
    @Test
    void a_service_that_prints_to_a_pipe_which_nobody_reads_is_inspected() throws Exception {
        var service =
                new ProcessBuilder(
                                ScriptableProcess.java(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Xmx64m",
                                "-cp",
                                ScriptableProcess.classes(Printing.class),
                                Printing.class.getName())
                        .start();
        try {
            assertThat(service.inputReader().readLine()).isEqualTo("READY");
            var result = InspectedServices.inspect(service, "10s");
            assertThat(result.findings())
                    .as(result.out() + result.err())
                    .startsWith("output-unread");
            assertThat(result.finding("output-unread").path("calls").toString())
                    .contains("Printing.print(Printing.java:");
            assertThat(result.json().path("notObserved").path("executors").asString())
                    .contains("standard error");
            assertThat(InspectedServices.inspect(service, "1s").json().isObject()).isTrue();
        } finally {
            service.destroyForcibly().waitFor();
        }
    }
}
