package dev.loombench.experiment.variant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleCommand;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServiceSecretsTest {
    @Test
    void what_a_jvm_prints_of_its_options_has_no_secret() {
        var service = SampleCommand.of("java", "-Ddb.password=sesame", "-jar", "shop.jar");
        var variant =
                Variant.of("a", service)
                        .withEnvironment(Map.of("DB_URL", "jdbc:x://ada:sesame-1@h/db"));
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
}
