package dev.loombench.observe.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.result.Library;
import java.util.jar.Attributes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenJarsTest {
    @ParameterizedTest
    @CsvSource({
        "HikariCP-7.0.2.jar, HikariCP, 7.0.2",
        "mysql-connector-j-8.4.0.jar, mysql-connector-j, 8.4.0",
        "netty-common-4.1.100.Final.jar, netty-common, 4.1.100.Final",
        "shop-1.0-SNAPSHOT.war, shop, 1.0-SNAPSHOT"
    })
    void a_jar_is_named_by_its_file(String file, String name, String version) {
        assertThat(OpenJars.named(file)).contains(new Library(name, version));
    }

    /// Of the folder `lib/main` of Quarkus.
    @ParameterizedTest
    @CsvSource({
        "io.agroal.agroal-pool-3.2.1.jar, agroal-pool",
        "org.postgresql.postgresql-42.5.0.jar, postgresql",
        "com.zaxxer.HikariCP-7.0.2.jar, HikariCP"
    })
    void a_file_may_have_the_group_in_front(String file, String artifact) {
        var library = OpenJars.named(file).orElseThrow();
        assertThat(library.is(artifact)).isTrue();
        assertThat(library.is(artifact.substring(1))).isFalse();
    }

    @Test
    void a_file_without_a_version_names_none() {
        assertThat(OpenJars.named("app.jar")).isEmpty();
        assertThat(OpenJars.named("shop-latest.jar")).isEmpty();
    }

    private static Attributes manifest(String... pairs) {
        var attributes = new Attributes();
        for (int i = 0; i < pairs.length; i += 2) {
            attributes.putValue(pairs[i], pairs[i + 1]);
        }
        return attributes;
    }

    @Test
    void a_java_agent_is_named_by_its_file_and_another_jar_by_its_title() {
        var agent =
                manifest(
                        "Premain-Class",
                        "datadog.trace.bootstrap.AgentPreCheck",
                        "Implementation-Title",
                        "other title",
                        "Implementation-Version",
                        "1.63.0~ab12");
        assertThat(OpenJars.described(agent, "dd-java-agent.jar"))
                .contains(new Library("dd-java-agent", "1.63.0~ab12"));
        var library =
                manifest("Implementation-Title", "HikariCP", "Implementation-Version", "7.0.2");
        assertThat(OpenJars.described(library, "pool.jar"))
                .contains(new Library("HikariCP", "7.0.2"));
        assertThat(OpenJars.described(manifest(), "app.jar")).isEmpty();
    }

    @Test
    void an_executable_jar_of_spring_boot_has_its_loader() {
        var executable =
                manifest(
                        "Main-Class",
                        "org.springframework.boot.loader.launch.JarLauncher",
                        "Spring-Boot-Version",
                        "4.1.1");
        assertThat(OpenJars.springLoader(executable))
                .contains(new Library("spring-boot-loader", "4.1.1"));
        assertThat(
                        OpenJars.springLoader(
                                manifest(
                                        "Main-Class", "shop.Shop", "Spring-Boot-Version", "4.1.1")))
                .as("extracted")
                .isEmpty();
        assertThat(OpenJars.springLoader(manifest())).isEmpty();
    }
}
