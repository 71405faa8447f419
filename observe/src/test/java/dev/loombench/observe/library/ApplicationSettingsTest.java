package dev.loombench.observe.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ApplicationSettingsTest {
    @Test
    void names_of_variables_are_kept_and_their_values_are_not() {
        var environment =
                "SERVER_TOMCAT_THREADS_MAX=10\0PASSWORD=a=b\0=C:=C:\\\0no variable\0\0"
                        .getBytes(StandardCharsets.UTF_8);
        assertThat(ApplicationSettings.names(environment))
                .containsExactlyInAnyOrder("SERVER_TOMCAT_THREADS_MAX", "PASSWORD");
    }

    @Test
    void variables_with_options_of_the_jvm_are_the_properties_that_they_set() {
        var environment =
                String.join(
                        "\0",
                        "JAVA_TOOL_OPTIONS=-javaagent:a.jar -Dspring.config.location=/c '-Da.b=c d'",
                        "_JAVA_OPTIONS=-Xmx1g",
                        "JDK_JAVA_OPTIONS=@/etc/jvm.args -Dx");
        assertThat(ApplicationSettings.names(environment.getBytes(StandardCharsets.UTF_8)))
                .containsExactlyInAnyOrder(
                        "spring.config.location", "a.b", "JDK_JAVA_OPTIONS", "x");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void the_variables_of_a_process_are_those_that_it_started_with() throws Exception {
        var settings = ApplicationSettings.of(ProcessHandle.current().pid());
        assertThat(settings.variables()).contains("PATH");
    }
}
