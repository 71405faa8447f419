package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The reason and the next step for a service of Spring Boot whose requests wait for a connection.
class SpringBootServiceIT extends RunFixture {
    private static final Path EXAMPLE =
            Path.of(System.getProperty("loombench.home"), "examples", "spring-boot-3");

    @Tag("nightly")
    @Test
    void a_service_that_waits_for_connections_names_their_pool_and_what_to_try() throws Exception {
        Files.copy(jar(), folder.resolve("app.jar"));
        try (var lab =
                LabProcess.startWithCheapServices(
                        folder,
                        "compare",
                        "app.jar",
                        "--set",
                        "spring.threads.virtual.enabled=false,true",
                        "--path",
                        "/orders/1",
                        "-c",
                        "120",
                        "--trials",
                        "2",
                        "-d",
                        "2s",
                        "--warm-up",
                        "2s",
                        "--jdk",
                        System.getProperty("java.home"))) {
            lab.awaitResult();
            assertThat(lab.out())
                    .contains(" --set spring.datasource.hikari.maximum-pool-size=10,50");
        }
        try (var lab = LabProcess.start(folder, "report", onlyResult().toString(), "-o", "json")) {
            lab.exitCode();
            var variants = json(lab.out()).at("/variants");
            assertThat(variants).hasSize(2);
            variants.forEach(SpringBootServiceIT::hasReason);
            // what holds it back is known
            assertThat(json(lab.out()).at("/findings").findValuesAsString("kind"))
                    .doesNotContain("server-idle");
        }
    }

    private static void hasReason(JsonNode variant) {
        var why = variant.at("/why");
        assertThat(why.at("/waits/call").asString())
                .isEqualTo("com.zaxxer.hikari.HikariDataSource.getConnection");
        // 10 of 120 have a connection; how many are still on their way depends on the CPU that is
        // left
        assertThat(why.at("/waits/requests").asInt()).isBetween(1, 120);
        assertThat(why.at("/limit/owner").asString()).isEqualTo("HikariCP");
        assertThat(why.at("/limit/capacity").asInt()).isEqualTo(10);
        assertThat(why.at("/limit/property").asString())
                .isEqualTo("spring.datasource.hikari.maximum-pool-size");
        assertThat(why.at("/next/command").asString())
                .startsWith(
                        "loombench compare app.jar --set spring.threads.virtual.enabled=false,true")
                .endsWith(" --set spring.datasource.hikari.maximum-pool-size=10,50");
    }

    private Path onlyResult() throws IOException {
        try (var found = Files.list(folder.resolve("results/compare"))) {
            return found.toList().getFirst();
        }
    }

    /// Builds the example once, as its users do.
    private static Path jar() throws IOException, InterruptedException {
        var jar = EXAMPLE.resolve("target/app.jar");
        if (!Files.isRegularFile(jar)) {
            var log = Files.createTempFile("example", ".log");
            var builder =
                    new ProcessBuilder("mvn", "-B", "-ntp", "package")
                            .directory(EXAMPLE.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile())
                            .redirectInput(new File("/dev/null"));
            builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
            builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
            var maven = builder.start();
            int code = maven.waitFor();
            assertThat(code).as(Files.readString(log)).isZero();
            Files.delete(log);
        }
        return jar;
    }
}
