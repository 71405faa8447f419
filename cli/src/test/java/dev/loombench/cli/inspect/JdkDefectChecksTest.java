package dev.loombench.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.analysis.machine.MachineDiagnostics.Check;
import dev.loombench.analysis.machine.MachineDiagnostics.State;
import dev.loombench.launch.jdk.Jdks.Installed;
import dev.loombench.observe.result.VirtualMachine;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class JdkDefectChecksTest {
    private static Installed jdk(String version) {
        return new Installed(
                Path.of("/opt/jdk-" + version),
                Runtime.Version.parse(version),
                "Eclipse Adoptium",
                VirtualMachine.HOTSPOT);
    }

    @Test
    void each_defect_names_the_jdks_that_have_it() {
        var checks =
                JdkDefectChecks.of(
                        List.of(jdk("25.0.1"), jdk("25"), jdk("17.0.9")), KnownDefects.load());
        assertThat(checks)
                .extracting(Check::name)
                .containsExactly("JDK-8369227", "JDK-8373120", "JDK-8364343", "JDK-8369238");
        var first = checks.getFirst();
        assertThat(first.state()).isEqualTo(State.WARN);
        assertThat(first.current())
                .isEqualTo(
                        "25.0.1 (Eclipse Adoptium) in /opt/jdk-25.0.1, 25 (Eclipse Adoptium) in /opt/jdk-25");
        assertThat(first.remedy().orElseThrow()).contains("https://");
    }

    @Test
    void a_jdk_without_defects_adds_nothing() {
        assertThat(JdkDefectChecks.of(List.of(jdk("26.0.1"), jdk("17.0.9")), KnownDefects.load()))
                .isEmpty();
    }
}
