package dev.loombench.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.diagnose.Diagnosis;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.Target;
import dev.loombench.diagnose.rule.Rules;
import dev.loombench.observe.jvm.GarbageCollectors.Bean;
import dev.loombench.spec.text.SpecError;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RemedyExperimentTest {
    private static Diagnosis blocked(String... words) {
        var evidence =
                new SampleEvidence().history(SampleEvidence.history(2, 46, 0.05, 0)).evidence();
        return new Diagnosis(
                new Target(-1, List.of(words)),
                evidence,
                Rules.apply(evidence, KnownDefects.load()),
                List.of());
    }

    @Test
    void the_services_command_is_compared_with_more_carriers() {
        var yaml =
                RemedyExperiment.of(
                        blocked(
                                "/usr/bin/java",
                                "-Djdk.virtualThreadScheduler.parallelism=2",
                                "-jar",
                                "shop.jar",
                                "--server.port=8080"));
        assertThat(yaml)
                .contains(
                        "carriers-2",
                        "\"/usr/bin/java\", \"-Djdk.virtualThreadScheduler.parallelism=2\", \"-jar\", \"shop.jar\", \"--server.port={port}\"",
                        "carriers-48",
                        "\"-Djdk.virtualThreadScheduler.parallelism=48\", \"-jar\"");
    }

    @Test
    void the_services_command_is_compared_with_a_larger_heap() {
        var evidence =
                new SampleEvidence()
                        .collections(
                                SampleEvidence.collections(
                                        900L << 20, new Bean("MarkSweepCompact", 300, 21_000)))
                        .evidence();
        var words = List.of("java", "-Xmx1g", "-jar", "shop.jar", "--port=8080");
        var yaml =
                RemedyExperiment.of(
                        new Diagnosis(
                                new Target(-1, words),
                                evidence,
                                Rules.apply(evidence, KnownDefects.load()),
                                List.of()));
        assertThat(yaml)
                .contains(
                        "Does -Xmx3774873600 help against collections?",
                        "heap-1024m",
                        "\"java\", \"-Xmx1073741824\", \"-jar\", \"shop.jar\", \"--port={port}\"",
                        "heap-3600m",
                        "\"-Xmx3774873600\", \"-jar\"")
                .doesNotContain("-Xmx1g");
    }

    @Test
    void a_port_may_be_a_word_of_its_own() {
        assertThat(
                        RemedyExperiment.of(
                                blocked("java", "-jar", "shop.jar", "--port", "8080", "8080")))
                .contains("\"shop.jar\", \"--port\", \"{port}\", \"8080\"");
    }

    @ParameterizedTest
    @CsvSource({
        "shop --server.port=8080, does not begin with java",
        "java -jar shop.jar, no port",
        "java -Dpassword=hunter22 --server.port=8080, contains a secret"
    })
    void a_command_that_cannot_be_repeated_is_refused(String command, String reason) {
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> RemedyExperiment.of(blocked(command.split(" ", -1))))
                .withMessageContaining(reason);
    }
}
