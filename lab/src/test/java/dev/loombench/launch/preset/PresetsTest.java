package dev.loombench.launch.preset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.SampleJar;
import dev.loombench.experiment.variant.RequestThreads;
import dev.loombench.launch.preset.ThreadModel.Pool;
import dev.loombench.launch.preset.ThreadModel.Virtual;
import dev.loombench.text.WrongInput;
import dev.loombench.yaml.SourceText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PresetsTest {
    private static final String BOOT = "Spring-Boot-Version";

    @TempDir Path folder;

    private static JarContents boot(String version, String... libraries) {
        return new JarContents(Map.of(BOOT, version), Set.of(libraries));
    }

    private static String title(JarContents jar) {
        return Presets.of(jar).map(preset -> preset.title(jar)).orElse("none");
    }

    /// The framework, its version and its server, with the settings for `pool:20` and for virtual
    /// threads.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    3.5.16 | tomcat-embed-core-10.1.55.jar | Tomcat   | server.tomcat.threads.max
                    4.1.1  | tomcat-embed-core-11.0.24.jar | Tomcat   | server.tomcat.threads.max
                    3.10.0 | jetty-server-12.0.36.jar      | Jetty    | server.jetty.threads.max
                    3.2.0  | undertow-core-2.3.24.jar      | Undertow | server.undertow.threads.worker
                    4.2.0  | tomcat-embed-core-11.0.26.jar | Tomcat   | server.tomcat.threads.max
                    4.2.0  | jetty-server-12.1.14.jar      | Jetty    | server.jetty.threads.max
                    """)
    void spring_boot_is_detected_with_its_server(
            String version, String library, String server, String size) {
        var jar = boot(version, "BOOT-INF/lib/" + library);
        assertThat(title(jar)).isEqualTo("Spring Boot %s, %s".formatted(version, server));
        var preset = Presets.of(jar).orElseThrow();
        assertThat(preset.style().label()).isEqualTo("program arguments");
        assertThat(preset.port()).contains("server.port");
        var pool = (ModelSetup.Settings) preset.setup(new Pool(20));
        assertThat(pool.settings())
                .containsEntry("spring.threads.virtual.enabled", "false")
                .containsEntry(size, "20");
        assertThat(pool.expects()).contains(RequestThreads.PLATFORM);
        var virtual = (ModelSetup.Settings) preset.setup(new Virtual());
        assertThat(virtual.settings()).containsEntry("spring.threads.virtual.enabled", "true");
        assertThat(virtual.expects()).contains(RequestThreads.VIRTUAL);
        assertThat(preset.setup(new ThreadModel.Governed())).isEqualTo(virtual);
        var extracted = boot(version, "lib/" + library);
        assertThat(title(extracted)).as("of its Class-Path").isEqualTo(title(jar));
    }

    /// Its pool has at least 8 threads by default, and it serves at most 200 requests on virtual
    /// ones.
    @Test
    void jetty_of_spring_boot_takes_any_size_and_does_not_limit_virtual_threads() {
        var preset = Presets.of(boot("4.0.3", "lib/jetty-server-12.1.6.jar")).orElseThrow();
        var pool = (ModelSetup.Settings) preset.setup(new Pool(4));
        assertThat(pool.settings())
                .containsExactly(
                        Map.entry("spring.threads.virtual.enabled", "false"),
                        Map.entry("server.jetty.threads.min", "1"),
                        Map.entry("server.jetty.threads.max", "4"));
        var virtual = (ModelSetup.Settings) preset.setup(new Virtual());
        assertThat(virtual.settings())
                .containsExactly(
                        Map.entry("spring.threads.virtual.enabled", "true"),
                        Map.entry("server.jetty.threads.max", "100000"));
        assertThat(virtual.note().orElseThrow()).contains("200 by default");
        assertThat(preset.expectedBy(List.of("--spring.threads.virtual.enabled=true")))
                .as("with its default limits")
                .contains(RequestThreads.VIRTUAL);
        assertThat(preset.expectedBy(List.of("--spring.threads.virtual.enabled=false")))
                .contains(RequestThreads.PLATFORM);
    }

    @Test
    void an_application_with_tomcat_and_a_reactive_client_runs_on_tomcat() {
        assertThat(
                        title(
                                boot(
                                        "4.1.1",
                                        "BOOT-INF/lib/reactor-netty-http-1.2.18.jar",
                                        "BOOT-INF/lib/tomcat-embed-core-11.0.24.jar")))
                .endsWith("Tomcat");
    }

    @Test
    void webflux_gets_a_note_and_no_expectation() {
        var jar = boot("3.5.16", "BOOT-INF/lib/reactor-netty-http-1.2.18.jar");
        assertThat(title(jar)).isEqualTo("Spring Boot 3.5.16, WebFlux on Netty");
        var virtual = (ModelSetup.Settings) Presets.of(jar).orElseThrow().setup(new Virtual());
        assertThat(virtual.expects()).isEmpty();
        assertThat(virtual.note().orElseThrow()).contains("changes little for WebFlux");
    }

    @Test
    void spring_boot_before_virtual_threads_has_no_models() {
        var jar = boot("3.1.12", "BOOT-INF/lib/tomcat-embed-core-10.1.20.jar");
        assertThat(title(jar)).isEqualTo("Spring Boot 3.1.12");
        assertRefused(jar, new Pool(20), "older than 3.2");
        assertRefused(jar, new Virtual(), "older than 3.2");
    }

    @Test
    void quarkus_has_a_pool_and_no_setting_for_virtual_threads() {
        for (var main :
                List.of(
                        "io.quarkus.bootstrap.runner.QuarkusEntryPoint",
                        "io.quarkus.runner.GeneratedMain")) {
            var jar = new JarContents(Map.of("Main-Class", main), Set.of());
            assertThat(title(jar)).isEqualTo("Quarkus");
            assertRefused(jar, new Virtual(), "pool=A.jar virtual=B.jar");
            var pool = (ModelSetup.Settings) Presets.of(jar).orElseThrow().setup(new Pool(7));
            assertThat(pool.settings())
                    .containsExactly(Map.entry("quarkus.thread-pool.max-threads", "7"));
        }
    }

    @Test
    void micronaut_sets_the_executor_of_blocking_methods() {
        var jar =
                new JarContents(
                        Map.of(), Set.of("io/micronaut/http/server/netty/NettyHttpServer.class"));
        assertThat(title(jar)).isEqualTo("Micronaut, Netty");
        var pool = (ModelSetup.Settings) Presets.of(jar).orElseThrow().setup(new Pool(7));
        assertThat(pool.settings())
                .containsEntry("micronaut.server.thread-selection", "AUTO")
                .containsEntry("micronaut.executors.blocking.n-threads", "7");
        var micronaut5 =
                new JarContents(Map.of(), Set.of("libs/micronaut-http-server-netty-5.0.0.jar"));
        assertThat(title(micronaut5)).isEqualTo("Micronaut, Netty");
    }

    /// Spring Boot 4 has no Undertow: the jar is that of a client.
    @Test
    void undertow_is_no_server_of_spring_boot_4() {
        var jar = boot("4.2.0", "BOOT-INF/lib/undertow-core-2.4.4.Final.jar");
        assertThat(title(jar)).isEqualTo("Spring Boot 4.2.0");
        assertRefused(jar, new Pool(20), "no web server");
    }

    @Test
    void helidon_is_virtual_without_a_setting() {
        var jar = new JarContents(Map.of(), Set.of("libs/helidon-webserver-4.3.0.jar"));
        assertThat(title(jar)).isEqualTo("Helidon");
        assertRefused(jar, new Pool(7), "has no pool of request threads");
        var virtual = (ModelSetup.Settings) Presets.of(jar).orElseThrow().setup(new Virtual());
        assertThat(virtual.settings()).isEmpty();
        assertThat(virtual.expects()).contains(RequestThreads.VIRTUAL);
        var helidon3 = new JarContents(Map.of(), Set.of("libs/helidon-webserver-3.2.1.jar"));
        assertThat(title(helidon3)).isEqualTo("none");
    }

    @Test
    void embedded_servers_have_no_setting_outside_the_code() {
        var tomcat = new JarContents(Map.of(), Set.of("org/apache/catalina/startup/Tomcat.class"));
        assertRefused(tomcat, new Virtual(), "useVirtualThreads");
        var jetty = new JarContents(Map.of(), Set.of("libs/jetty-server-12.1.12.jar"));
        assertRefused(jetty, new Pool(7), "QueuedThreadPool");
        assertThat(
                        title(
                                new JarContents(
                                        Map.of("Main-Class", "shop.App"),
                                        Set.of("shop/App.class"))))
                .isEqualTo("none");
    }

    @Test
    void the_manifest_entries_and_class_path_of_a_jar_are_read() throws IOException {
        var file =
                SampleJar.write(
                        folder.resolve("app.jar"),
                        Map.of("Class-Path", "libs/a.jar  libs/b.jar"),
                        "shop/App.class");
        var contents = JarContents.read(file);
        assertThat(contents.files()).contains("libs/a.jar", "libs/b.jar", "shop/App.class");
        assertThat(contents.manifest()).containsEntry("Manifest-Version", "1.0");
    }

    @Test
    void a_command_with_the_settings_of_a_model_is_expected_to_run_as_that() {
        var preset =
                Presets.of(boot("3.5.16", "BOOT-INF/lib/tomcat-embed-core-10.1.55.jar"))
                        .orElseThrow();
        assertThat(preset.expectedBy(List.of("-Dspring.threads.virtual.enabled=true")))
                .contains(RequestThreads.VIRTUAL);
        assertThat(preset.expectedBy(List.of("--spring.threads.virtual.enabled=false")))
                .contains(RequestThreads.PLATFORM);
        assertThat(preset.expectedBy(List.of("--server.tomcat.threads.max=7"))).isEmpty();
        var micronaut =
                Presets.of(
                                new JarContents(
                                        Map.of(),
                                        Set.of("libs/micronaut-http-server-netty-5.0.0.jar")))
                        .orElseThrow();
        var blocking = "-Dmicronaut.executors.blocking.";
        var words = new ArrayList<>(List.of(blocking + "type=FIXED", blocking + "virtual=false"));
        assertThat(micronaut.expectedBy(words)).isEmpty();
        words.add("-Dmicronaut.server.thread-selection=AUTO");
        assertThat(micronaut.expectedBy(words)).contains(RequestThreads.PLATFORM);
    }

    private static void assertRefused(JarContents jar, ThreadModel model, String reason) {
        assertThat(Presets.of(jar).orElseThrow().setup(model))
                .isInstanceOfSatisfying(
                        ModelSetup.Refused.class,
                        refused -> assertThat(refused.reason()).contains(reason));
    }

    @Test
    void a_mistake_in_a_preset_has_its_place() {
        var text =
                """
                {
                  "framework": "F",
                  "source": "s",
                  "settings": "argument",
                  "contains": ["("],
                  "models": {
                    "pool": {"settings": {"a": "{size}"}, "expect": "platform-threads"},
                    "virtual": {"note": "n"}
                  }
                }
                """;
        var file = SourceText.of("f.json", text.getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> PresetReader.preset(file))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining(
                        "f.json:4:15: settings: \"argument\" is not a style of settings")
                .hasMessageContaining("f.json:5:16: contains: no pattern: ")
                .hasMessageContaining("f.json:7:43: a model has no key \"expect\"")
                .hasMessageContaining("f.json:8:16: a model needs the key \"settings\"");
    }
}
