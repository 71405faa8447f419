package dev.loombench.experiment.variant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleCommand;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServiceSecretsTest {
    private static Variant variant(Map<String, String> environment) {
        var service = SampleCommand.of("java", "-Ddb.password=sesame", "-jar", "shop.jar");
        return Variant.of("a", service).withEnvironment(environment);
    }

    @Test
    void what_a_jvm_prints_of_its_options_has_no_secret() {
        var variant = variant(Map.of("DB_URL", "jdbc:x://ada:sesame-1@h/db"));
        var lab =
                Map.of(
                        "JAVA_TOOL_OPTIONS",
                        "-javaagent:/apm.jar=licenseKey=sesame-2 -Xmx1g -Dpw=sesame-3",
                        "OTHER",
                        "sesame-4");
        var mask = ServiceSecrets.mask(variant, List.of(), lab);
        assertThat(mask.of("Picked up JAVA_TOOL_OPTIONS: " + lab.get("JAVA_TOOL_OPTIONS")))
                .isEqualTo(
                        "Picked up JAVA_TOOL_OPTIONS: -javaagent:/apm.jar=licenseKey=*** -Xmx1g -Dpw=***");
        assertThat(mask.of("ada with sesame-1")).isEqualTo("ada with ***");
    }

    /// As of a key, which a service prints by lines.
    @Test
    void each_line_of_a_value_is_masked() {
        var variant = variant(Map.of("KEY", "${PEM}"));
        var lab = Map.of("PEM", "-----BEGIN-----\nsesame-1\r\n  sesame-2\n");
        var mask = ServiceSecrets.mask(variant, List.of(), lab);
        assertThat(mask.of("key: sesame-1")).isEqualTo("key: ***");
        assertThat(mask.of("sesame-2 is the last")).isEqualTo("*** is the last");
    }
}
