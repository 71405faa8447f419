package dev.loombench.observe.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.result.FileSetting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApplicationFilesTest {
    private static final String PROPERTIES =
            """
            server.tomcat.threads.max = 20
            spring.datasource.password=42
            spring.datasource.hikari.maximum-pool-size=${pool:5}
            #---
            spring.config.activate.on-profile=prod
            server.tomcat.threads.max=400
            """;

    private static final ProcessVariables NONE = new ProcessVariables(new byte[0], new byte[0]);

    @TempDir private Path folder;

    private static FileSetting setting(String property, String value) {
        return new FileSetting(property, value, "application.properties", false);
    }

    @Test
    void sizes_of_pools_are_kept_and_no_other_values() {
        assertThat(
                        ConfigurationText.ofProperties(
                                "application.properties", PROPERTIES, false, NONE))
                .containsExactly(
                        setting("server.tomcat.threads.max", "20"),
                        setting("spring.datasource.hikari.maximum-pool-size", ""),
                        new FileSetting(
                                "server.tomcat.threads.max",
                                "400",
                                "application.properties",
                                true));
    }

    @Test
    void a_map_that_is_merged_in_sets_what_the_map_itself_does_not() {
        var text =
                """
                pool: &pool
                  maximum-pool-size: 20
                spring.datasource:
                  hikari:
                    <<: *pool
                other:
                  maximum-pool-size: 5
                  <<: *pool
                several:
                  <<: [{max-idle: 3}, *pool, {maximum-pool-size: 7}]
                """;
        assertThat(ConfigurationText.ofYaml("application.yml", text, false, NONE))
                .contains(
                        new FileSetting(
                                "spring.datasource.hikari.maximum-pool-size",
                                "20",
                                "application.yml",
                                false),
                        new FileSetting("other.maximum-pool-size", "5", "application.yml", false),
                        new FileSetting("several.max-idle", "3", "application.yml", false),
                        new FileSetting(
                                "several.maximum-pool-size", "20", "application.yml", false));
    }

    @Test
    void a_map_within_itself_is_read_once() {
        var text =
                """
                pool: &pool
                  max: 5
                  inner: *pool
                  <<: *pool
                """;
        assertThat(ConfigurationText.ofYaml("application.yml", text, false, NONE))
                .containsExactly(new FileSetting("pool.max", "5", "application.yml", false));
    }

    private static ProcessVariables variables(String environment, String commandLine) {
        return new ProcessVariables(
                environment.getBytes(StandardCharsets.UTF_8),
                commandLine.getBytes(StandardCharsets.UTF_8));
    }

    /// @param value of the size of a pool
    private static String size(String value, ProcessVariables variables) {
        var text = "spring.datasource.hikari.maximum-pool-size=" + value;
        return ConfigurationText.ofProperties("application.properties", text, false, variables)
                .getFirst()
                .value();
    }

    @Test
    void a_reference_to_a_variable_has_its_value_or_the_default() {
        var set = variables("POOL=20\0SECRET=abc\0", "java\0-jar\0shop.jar\0");
        assertThat(size("${POOL:5}", set)).isEqualTo("20");
        assertThat(size("${POOL}", set)).isEqualTo("20");
        assertThat(size("${OTHER:5}", set)).isEqualTo("5");
        assertThat(size("${OTHER}", set)).isEmpty();
        assertThat(size("${SECRET:5}", set)).as("no number").isEmpty();
        assertThat(size("${pool:5}", set)).as("any file may set it").isEmpty();
        assertThat(size("${OTHER:${POOL}}", set)).isEmpty();
    }

    @Test
    void a_reference_that_a_word_of_the_command_may_set_is_unknown() {
        assertThat(size("${POOL:5}", variables("", "java\0-DPOOL=7\0-jar\0shop.jar\0"))).isEmpty();
        assertThat(size("${POOL:5}", variables("", "java\0-jar\0shop.jar\0--POOL=7\0"))).isEmpty();
        assertThat(size("${POOL:5}", variables("JAVA_TOOL_OPTIONS=-DPOOL=7\0", "java\0")))
                .isEqualTo("7");
    }

    @Test
    void yaml_has_the_same_properties() {
        var text =
                """
                server:
                  undertow.threads.worker: 16
                spring:
                  threads.virtual.enabled: true
                  datasource: {hikari: {maximumPoolSize: 12, password: 12345}}
                micronaut: {executors: {blocking: {n-threads: 30}}}
                ---
                spring.config.activate.on-profile: prod
                server.undertow.threads.worker: 64
                """;
        assertThat(ConfigurationText.ofYaml("application.yml", text, false, NONE))
                .extracting(s -> s.property() + "=" + s.value() + (s.conditional() ? "?" : ""))
                .containsExactly(
                        "server.undertow.threads.worker=16",
                        "spring.threads.virtual.enabled=true",
                        "spring.datasource.hikari.maximumPoolSize=12",
                        "micronaut.executors.blocking.n-threads=30",
                        "server.undertow.threads.worker=64?");
        assertThat(ConfigurationText.ofYaml("application.yml", "a: [", false, NONE)).isEmpty();
    }

    @Test
    void a_setting_of_quarkus_may_hold_for_a_profile() {
        var text =
                """
                %prod.quarkus.thread-pool.max-threads=50
                quarkus.thread-pool.max-threads=20
                """;
        assertThat(ConfigurationText.ofProperties("application.properties", text, false, NONE))
                .containsExactly(
                        new FileSetting(
                                "quarkus.thread-pool.max-threads",
                                "50",
                                "application.properties",
                                true),
                        setting("quarkus.thread-pool.max-threads", "20"));
        assertThat(
                        ConfigurationText.ofYaml(
                                "application.yml",
                                "'%dev,test': {quarkus.thread-pool.max-threads: 5}",
                                false,
                                NONE))
                .containsExactly(
                        new FileSetting(
                                "quarkus.thread-pool.max-threads", "5", "application.yml", true));
    }

    @Test
    void of_settings_that_name_further_files_the_names_are_kept() {
        var text =
                """
                spring.config.import[0]=configserver:http://config
                spring.config.name=shop
                quarkus.config.locations=more.properties
                """;
        assertThat(ConfigurationText.ofProperties("application.properties", text, false, NONE))
                .containsExactly(
                        setting("quarkus.config.locations", ""),
                        setting("spring.config.import[0]", ""));
        assertThat(
                        ConfigurationText.ofYaml(
                                "application.yml",
                                "spring: {config: {import: [a, b]}}",
                                false,
                                NONE))
                .containsExactly(
                        new FileSetting("spring.config.import", "", "application.yml", false));
    }

    @Test
    void files_within_a_jar_of_spring_boot_and_beside_it_are_read() throws IOException {
        var jar = folder.resolve("app.jar");
        write(
                jar,
                Map.of(
                        "BOOT-INF/classes/application.properties",
                        "server.tomcat.threads.max=20",
                        "BOOT-INF/classes/application-prod.properties",
                        "server.tomcat.threads.max=30",
                        "BOOT-INF/classes/shop/application.properties",
                        "server.tomcat.threads.max=40"));
        assertThat(ApplicationFiles.inJar(jar, NONE))
                .containsExactlyInAnyOrder(
                        setting("server.tomcat.threads.max", "20"),
                        new FileSetting(
                                "server.tomcat.threads.max",
                                "30",
                                "application-prod.properties",
                                true));
        Files.writeString(
                folder.resolve("application.yaml"),
                "server.jetty.threads.max: 7",
                StandardCharsets.UTF_8);
        assertThat(ApplicationFiles.inFolder(folder, NONE))
                .extracting(FileSetting::property)
                .isEqualTo(List.of("server.jetty.threads.max"));
        assertThat(ApplicationFiles.inFolder(folder.resolve("config"), NONE)).isEmpty();
    }

    private static void write(Path jar, Map<String, String> files) throws IOException {
        try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (var file : files.entrySet()) {
                out.putNextEntry(new JarEntry(file.getKey()));
                out.write(file.getValue().getBytes(StandardCharsets.UTF_8));
                out.closeEntry();
            }
        }
    }
}
