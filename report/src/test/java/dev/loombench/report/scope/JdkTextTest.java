package dev.loombench.report.scope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.result.RunManifest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JdkTextTest {
    private static RunManifest with(Map<String, String> jdks) {
        var m = SampleRun.manifest();
        return SampleRun.manifest(
                m.experiment(),
                m.environment(),
                m.started(),
                m.seed(),
                m.exclusive(),
                m.plan(),
                jdks);
    }

    @Test
    void one_jdk_is_named_once_and_several_by_variant() {
        var jdks = new LinkedHashMap<String, String>();
        jdks.put(SampleRun.POOL, "25.0.3+9 in /opt/jdk-25");
        jdks.put(SampleRun.VIRTUAL, "25.0.3+9 in /opt/jdk-25");
        assertThat(JdkText.of(with(jdks))).contains("JDK: 25.0.3+9 in /opt/jdk-25");
        jdks.put(SampleRun.VIRTUAL, "21.0.8+9 in /opt/jdk-21");
        assertThat(JdkText.of(with(jdks)))
                .contains(
                        "JDK of %s: 25.0.3+9 in /opt/jdk-25; %s: 21.0.8+9 in /opt/jdk-21"
                                .formatted(SampleRun.POOL, SampleRun.VIRTUAL));
    }

    @Test
    void a_service_of_another_kind_has_none() {
        assertThat(JdkText.of(with(Map.of()))).isEmpty();
        assertThat(JdkText.of(with(Map.of(SampleRun.POOL, "25 in /opt/jdk-25"))))
                .contains("JDK of %s: 25 in /opt/jdk-25".formatted(SampleRun.POOL));
    }
}
