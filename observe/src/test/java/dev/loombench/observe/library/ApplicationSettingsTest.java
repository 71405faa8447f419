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
    @EnabledOnOs(OS.LINUX)
    void the_variables_of_a_process_are_those_that_it_started_with() throws Exception {
        var settings = ApplicationSettings.of(ProcessHandle.current().pid());
        assertThat(settings.variables()).isSubsetOf(System.getenv().keySet());
    }
}
