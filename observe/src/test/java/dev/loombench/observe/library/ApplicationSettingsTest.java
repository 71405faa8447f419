package dev.loombench.observe.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.loombench.observe.result.FileSetting;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ApplicationSettingsTest {
    private static Map<String, String> sizes(String... variables) {
        var environment = String.join("\0", variables).getBytes(StandardCharsets.UTF_8);
        return new ProcessVariables(environment, new byte[0]).sizes();
    }

    @Test
    void of_variables_the_names_and_the_sizes_of_pools_are_kept_and_no_other_values() {
        assertThat(
                        sizes(
                                "SERVER_TOMCAT_THREADS_MAX=10",
                                "SPRING_DATASOURCE_HIKARI_MAXIMUMPOOLSIZE=${POOL}",
                                "PASSWORD=a=b",
                                "PIN=1234",
                                "=C:=C:\\",
                                "no variable",
                                ""))
                .containsOnly(
                        entry("SERVER_TOMCAT_THREADS_MAX", "10"),
                        entry("SPRING_DATASOURCE_HIKARI_MAXIMUMPOOLSIZE", ""),
                        entry("PASSWORD", ""),
                        entry("PIN", ""));
    }

    @Test
    void variables_with_options_of_the_jvm_are_the_properties_that_they_set() {
        assertThat(
                        sizes(
                                "JAVA_TOOL_OPTIONS=-javaagent:a.jar -Dspring.config.location=/c '-Da.b=c d' -Dserver.tomcat.threads.max=20",
                                "_JAVA_OPTIONS=-Xmx1g",
                                "JDK_JAVA_OPTIONS=@/etc/jvm.args -Dx"))
                .containsOnly(
                        entry("spring.config.location", ""),
                        entry("a.b", ""),
                        entry("server.tomcat.threads.max", "20"),
                        entry("JDK_JAVA_OPTIONS", ""),
                        entry("x", ""));
    }

    @Test
    void variables_that_set_one_property_to_several_values_have_none() {
        assertThat(
                        sizes(
                                "JAVA_TOOL_OPTIONS=-Dserver.tomcat.threads.max=20",
                                "JDK_JAVA_OPTIONS=-Dserver.tomcat.threads.max=30"))
                .containsOnly(entry("server.tomcat.threads.max", ""));
    }

    /// Of a service that the lab starts, also those that are the lab's own.
    @Test
    void a_run_stores_the_names_of_variables_that_may_replace_a_file() {
        var file = new FileSetting("server.tomcat.threads.max", "20", "application.yml", false);
        var settings =
                new ApplicationSettings(
                        List.of(file),
                        sizes(
                                "SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE=30",
                                "SPRING_APPLICATION_NAME=shop",
                                "SPRING_PROFILES_ACTIVE=prod",
                                "MAX_THREADS=7",
                                "PASSWORD=a",
                                "JAVA_TOOL_OPTIONS=-Dserver.tomcat.threads.max=5 -Da.threads=3"));
        assertThat(settings.stored())
                .containsExactly(
                        file,
                        FileSetting.ofVariable("SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE"),
                        FileSetting.ofVariable("SPRING_PROFILES_ACTIVE"),
                        FileSetting.ofVariable("server.tomcat.threads.max"));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void the_variables_of_a_process_are_those_that_it_started_with() throws Exception {
        var settings = ApplicationSettings.of(ProcessHandle.current().pid());
        assertThat(settings.variables()).containsEntry("PATH", "");
    }
}
