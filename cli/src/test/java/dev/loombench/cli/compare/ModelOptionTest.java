package dev.loombench.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.SampleJar;
import dev.loombench.experiment.variant.RequestThreads;
import dev.loombench.launch.preset.ThreadModel;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `--models` with jars that have the signs of a framework and no code.
class ModelOptionTest {
    @TempDir Path folder;

    private String jar(String attribute, String value, String entry) throws IOException {
        return SampleJar.write(folder.resolve("shop.jar"), Map.of(attribute, value), entry)
                .toString();
    }

    private String tomcat() throws IOException {
        return jar("Spring-Boot-Version", "3.5.16", "BOOT-INF/lib/tomcat-embed-core-10.1.55.jar");
    }

    private static ServiceArguments read(String jar, String models, String... settings) {
        return ServiceArguments.of(
                List.of(jar),
                List.of(settings),
                new ModelOption(ThreadModel.listOf(models), Optional.of(Path.of("/gov.jar"))),
                Platforms.DEFAULT);
    }

    @Test
    void each_model_is_a_variant_with_the_settings_of_the_framework() throws IOException {
        var jar = tomcat();
        var read = read(jar, "pool:1k,virtual,governed");
        var port = "--server.port={port}";
        var virtual = "--spring.threads.virtual.enabled=true";
        assertThat(read.variants())
                .containsExactly(
                        new NamedCommand(
                                "pool-1000",
                                List.of(
                                        "java",
                                        "-jar",
                                        jar,
                                        port,
                                        "--spring.threads.virtual.enabled=false",
                                        "--server.tomcat.threads.max=1000"),
                                Optional.of(RequestThreads.PLATFORM)),
                        new NamedCommand(
                                "virtual",
                                List.of("java", "-jar", jar, port, virtual),
                                Optional.of(RequestThreads.VIRTUAL)),
                        new NamedCommand(
                                "governed",
                                List.of("java", "-javaagent:/gov.jar", "-jar", jar, port, virtual),
                                Optional.of(RequestThreads.VIRTUAL)));
        assertThat(read.notes())
                .containsExactly(
                        jar + " (Spring Boot 3.5.16, Tomcat): settings are program arguments");
    }

    @Test
    void models_combine_with_settings() throws IOException {
        var read = read(tomcat(), "pool:20,virtual", "cache=on,off");
        assertThat(read.variants())
                .extracting(NamedCommand::name)
                .containsExactly(
                        "pool-20 cache=on",
                        "pool-20 cache=off",
                        "virtual cache=on",
                        "virtual cache=off");
        assertThat(read.variants().getLast().words())
                .endsWith("--spring.threads.virtual.enabled=true", "--cache=off");
    }

    @Test
    void settings_of_other_frameworks_are_system_properties() throws IOException {
        var jar =
                jar(
                        "Main-Class",
                        "shop.App",
                        "io/micronaut/http/server/netty/NettyHttpServer.class");
        assertThat(read(jar, "virtual,pool:7").variants().getFirst().words())
                .containsExactly(
                        "java",
                        "-Dmicronaut.server.port={port}",
                        "-Dmicronaut.server.thread-selection=AUTO",
                        "-Dmicronaut.executors.blocking.type=THREAD_PER_TASK",
                        "-Dmicronaut.executors.blocking.virtual=true",
                        "-jar",
                        jar);
    }

    @Test
    void a_note_names_the_model() throws IOException {
        var jar = jar("Spring-Boot-Version", "4.1.1", "BOOT-INF/lib/reactor-netty-http-1.2.18.jar");
        assertThat(read(jar, "pool:7,virtual").notes())
                .hasSize(3)
                .anySatisfy(note -> assertThat(note).startsWith("virtual: the setting changes"));
    }

    @Test
    void a_setting_in_the_command_of_a_jar_is_known() throws IOException {
        var jar = tomcat();
        var commands =
                ServiceArguments.of(
                        List.of(
                                "java -jar " + jar + " --spring.threads.virtual.enabled=true",
                                "java -jar " + jar,
                                "java -jar " + jar + "x"),
                        List.of(),
                        ModelOption.none(),
                        Platforms.DEFAULT);
        assertThat(commands.variants())
                .extracting(NamedCommand::expects)
                .containsExactly(
                        Optional.of(RequestThreads.VIRTUAL), Optional.empty(), Optional.empty());
    }

    @Test
    void mistakes_are_explained() throws IOException {
        var jar = tomcat();
        assertMistake("must be a list of pool:N, virtual and governed, was \"fast\"", jar, "fast");
        assertMistake("was \"\"", jar, "virtual,");
        assertMistake("a pool needs at least 1 thread, was 0", jar, "pool:0,virtual");
        assertMistake("the size of pool: ", jar, "pool:many");
        assertMistake("names a model twice", jar, "virtual,virtual");
        assertMistake("at least two variants", jar, "virtual");
        assertMistake("--models goes with one jar", "java -jar a.jar", "virtual,pool:2");
        assertThatThrownBy(() ->
                        read(jar, "pool:2,virtual", "spring.threads.virtual.enabled=true,false"))
                .hasMessageContaining("both choose spring.threads.virtual.enabled");
        var unknown = jar("Main-Class", "shop.App", "shop/App.class");
        assertMistake(
                "is of no framework that --models knows (Spring Boot, Quarkus, Micronaut, Helidon,",
                unknown,
                "virtual,pool:2");
        var quarkus = jar("Main-Class", "io.quarkus.runner.GeneratedMain", "a");
        assertMistake(
                "(Quarkus) cannot run as virtual: Quarkus has no setting for it at run time",
                quarkus,
                "pool:2,virtual");
    }

    private static void assertMistake(String message, String service, String models) {
        assertThatThrownBy(() -> read(service, models))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining(message);
    }
}
