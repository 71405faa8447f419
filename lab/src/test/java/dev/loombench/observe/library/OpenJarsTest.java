package dev.loombench.observe.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.result.Library;
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

    @Test
    void a_file_without_a_version_names_none() {
        assertThat(OpenJars.named("app.jar")).isEmpty();
        assertThat(OpenJars.named("shop-latest.jar")).isEmpty();
    }
}
