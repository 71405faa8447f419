package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.LabProcess;
import dev.loombench.cli.RunFixture;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The servers of the zoo on a JVM over TLS, with both kinds of certificates.
@Tag("nightly")
class ZooTlsIT extends RunFixture {
    private static final List<String> SERVERS =
            List.of(
                    "tomcat, model: virtual",
                    "jetty, model: virtual",
                    "undertow, model: virtual",
                    "vertx, model: event-loop",
                    "netty, model: event-loop",
                    "micronaut, model: virtual",
                    "helidon, model: virtual",
                    "spring-mvc, model: virtual",
                    "spring-mvc-3, model: virtual",
                    "spring-webflux, model: event-loop",
                    "jdk-httpserver, model: virtual");

    @ParameterizedTest
    @ValueSource(strings = {"ec", "rsa"})
    void each_server_answers_over_tls(String kind) throws Exception {
        var variants =
                SERVERS.stream()
                        .map(server ->
                                "  - {server: %s, tls: %s, jvm: [-XX:TieredStopAtLevel=1]}"
                                        .formatted(server, kind))
                        .collect(Collectors.joining("\n"));
        experiment(
                """
                question: Do all of them speak TLS?
                variants:
                %s
                load: {users: 4, path: /hello, keep-alive: false}
                phases: {warm-up: 500ms, measure: 1s}
                trials: 2
                mode: sequential
                """
                        .formatted(variants));
        try (var lab = LabProcess.start(folder, "run", "mine.yaml", "--output", "json")) {
            lab.exitCode(); // the result may be undecided, or invalid beside other tests
            var run = json(lab.out());
            for (int i = 0; i < SERVERS.size(); i++) {
                var variant = run.at("/variants/" + i);
                assertThat(variant.at("/trialsCompleted").asInt()).as(SERVERS.get(i)).isEqualTo(2);
                assertThat(variant.at("/tls/agreed").asString()).startsWith("TLSv1.3 ");
                assertThat(variant.at("/tls/verified").asBoolean()).isFalse();
                assertThat(variant.at("/tls/handshakes").asLong()).isPositive();
                assertThat(variant.at("/errors").asLong()).as(SERVERS.get(i)).isZero();
            }
            assertThat(lab.out()).doesNotContain("certificates-unchecked");
        }
    }
}
