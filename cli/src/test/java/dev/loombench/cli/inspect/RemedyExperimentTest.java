package dev.loombench.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.diagnose.Diagnosis;
import dev.loombench.diagnose.SampleCollections;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.Target;
import dev.loombench.diagnose.rule.Rules;
import dev.loombench.experiment.Defaults;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.observe.jvm.figure.GarbageCollectors.Bean;
import dev.loombench.observe.result.Library;
import dev.loombench.observe.result.LimitedMemory;
import dev.loombench.observe.result.LimitedMemory.Kind;
import dev.loombench.text.WrongInput;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RemedyExperimentTest {
    private static Diagnosis diagnosis(SampleEvidence sample, List<String> words) {
        var evidence = sample.evidence();
        return new Diagnosis(
                new Target(-1, words),
                evidence,
                Rules.apply(evidence, KnownDefects.load()),
                List.of());
    }

    private static SampleEvidence longBlocked() {
        return new SampleEvidence().history(SampleEvidence.history(2, 46, 0.05, 0));
    }

    private static Diagnosis blocked(String... words) {
        return diagnosis(longBlocked(), List.of(words));
    }

    @Test
    void the_services_command_is_compared_with_more_carriers() {
        var experiment =
                RemedyExperiment.of(
                        blocked(
                                "/usr/bin/java",
                                "-Djdk.virtualThreadScheduler.parallelism=2",
                                "-jar",
                                "shop.jar",
                                "--server.port=8080"));
        assertThat(experiment.variants())
                .extracting(Variant::name)
                .containsExactly("carriers-2", "carriers-48");
        assertThat(words(experiment))
                .containsExactly(
                        List.of(
                                "/usr/bin/java",
                                "-Djdk.virtualThreadScheduler.parallelism=2",
                                "-jar",
                                "shop.jar",
                                "--server.port={port}"),
                        List.of(
                                "/usr/bin/java",
                                "-Djdk.virtualThreadScheduler.parallelism=48",
                                "-jar",
                                "shop.jar",
                                "--server.port={port}"));
        assertThat(experiment.trials()).isEqualTo(Defaults.COMPARISON_TRIALS);
        assertThat(experiment.traffic().summary()).isEqualTo("GET /");
    }

    /// A service whose collections take most of the time.
    private static Diagnosis full(List<String> words) {
        var collections =
                SampleCollections.of(900L << 20, new Bean("MarkSweepCompact", 300, 21_000));
        return diagnosis(new SampleEvidence().collections(collections), words);
    }

    private static List<List<String>> words(Experiment experiment) {
        return experiment.variants().stream().map(v -> v.service().orElseThrow().words()).toList();
    }

    @Test
    void the_services_command_is_compared_with_a_larger_heap() {
        var words = List.of("java", "-Xmx1g", "-jar", "shop.jar", "--port=8080");
        var experiment = RemedyExperiment.of(full(words));
        assertThat(experiment.question())
                .isEqualTo("Does -Xmx3774873600 help against collections?");
        assertThat(experiment.variants())
                .extracting(Variant::name)
                .containsExactly("heap-1024m", "heap-3600m");
        assertThat(words(experiment))
                .containsExactly(
                        List.of("java", "-Xmx1073741824", "-jar", "shop.jar", "--port={port}"),
                        List.of("java", "-Xmx3774873600", "-jar", "shop.jar", "--port={port}"));
    }

    @Test
    void a_heap_that_a_later_option_sets_is_replaced_too() {
        var words = List.of("java", "-Xmx2g", "-XX:MaxHeapSize=1g", "-jar", "a.jar", "--port=1");
        assertThat(words(RemedyExperiment.of(full(words))).getLast())
                .containsExactly("java", "-Xmx3774873600", "-jar", "a.jar", "--port={port}");
    }

    @Test
    void the_services_command_is_compared_with_a_larger_code_cache() {
        var evidence = new SampleEvidence().limited(new LimitedMemory(Kind.CODE, 8 << 20, 8 << 20));
        var words = List.of("java", "-XX:ReservedCodeCacheSize=8m", "-jar", "a.jar", "--port=1");
        var experiment = RemedyExperiment.of(diagnosis(evidence, words));
        assertThat(experiment.variants())
                .extracting(Variant::name)
                .containsExactly("code-cache-8m", "code-cache-16m");
        assertThat(words(experiment))
                .extracting(command -> command.get(1))
                .containsExactly(
                        "-XX:ReservedCodeCacheSize=8388608", "-XX:ReservedCodeCacheSize=16777216");
    }

    @Test
    void a_limit_of_the_carriers_is_raised_with_them() {
        var limit = "-Djdk.virtualThreadScheduler.maxPoolSize=";
        assertThat(words(RemedyExperiment.of(blocked("java", limit + 2, "Shop", "--port=1"))))
                .extracting(words -> words.get(2))
                .containsExactly(limit + 2, limit + 48);
        assertThat(words(RemedyExperiment.of(blocked("java", limit + 64, "Shop", "--port=1"))))
                .extracting(words -> words.get(2))
                .containsExactly(limit + 64, limit + 64);
    }

    /// A system property, which precedes files and variables of the environment; an argument would
    /// precede it, and so is removed.
    @Test
    void the_services_command_is_compared_with_a_larger_pool() {
        var words =
                List.of(
                        "java",
                        "-jar",
                        "shop.jar",
                        "--server.port=8080",
                        "--spring.datasource.hikari.maximumPoolSize=10");
        var evidence =
                new SampleEvidence()
                        .pools(List.of(SampleEvidence.pool(10, 25)))
                        .words(words.toArray(String[]::new));
        var experiment = RemedyExperiment.of(diagnosis(evidence, words));
        assertThat(experiment.variants())
                .extracting(Variant::name)
                .containsExactly("pool-10", "pool-35");
        assertThat(words(experiment))
                .containsExactly(
                        List.of(
                                "java",
                                "-Dspring.datasource.hikari.maximum-pool-size=10",
                                "-jar",
                                "shop.jar",
                                "--server.port={port}"),
                        List.of(
                                "java",
                                "-Dspring.datasource.hikari.maximum-pool-size=35",
                                "-jar",
                                "shop.jar",
                                "--server.port={port}"));
    }

    /// Its pools are not known to have a property.
    @Test
    void a_service_that_is_none_of_spring_boot_has_no_experiment_with_its_pool() {
        var words = List.of("java", "-jar", "shop.jar", "--port=8080");
        var evidence = new SampleEvidence().pools(List.of(SampleEvidence.pool(10, 25)));
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> RemedyExperiment.of(diagnosis(evidence, words)))
                .withMessageContaining("no finding has a setting");
    }

    /// Ports of backends stay, and further ones of the service are free ones; the debugger's is
    /// taken by the inspected process.
    @Test
    void only_the_port_of_the_server_is_replaced() {
        var words =
                List.of(
                        "java",
                        "-Xms1g",
                        "-Xmx1g",
                        "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=5005",
                        "-Dspring.data.redis.port=6379",
                        "-Dmanagement.server.port=8081",
                        "-Dserver.port=8080",
                        "-jar",
                        "shop.jar");
        assertThat(words(RemedyExperiment.of(full(words))).getLast())
                .contains(
                        "-Dspring.data.redis.port=6379",
                        "-Dmanagement.server.port=0",
                        "-Dserver.port={port}")
                .noneMatch(word -> word.startsWith("-agentlib") || word.startsWith("-Xms"));
    }

    /// Its port is that of a file, of a variable or the default.
    @ParameterizedTest
    @CsvSource({
        "spring-boot, -Dserver.port={port}",
        "io.quarkus.quarkus-bootstrap-runner, -Dquarkus.http.port={port}",
        "micronaut-inject, -Dmicronaut.server.port={port}"
    })
    void a_jar_of_a_framework_has_a_property_for_its_port(String jar, String port) {
        var evidence = longBlocked().libraries(new Library(jar, "4.0.0"));
        var words = List.of("java", "-jar", "shop.jar");
        var experiment = RemedyExperiment.of(diagnosis(evidence, words));
        assertThat(words(experiment).getLast())
                .containsExactly(
                        "java",
                        "-Djdk.virtualThreadScheduler.parallelism=48",
                        port,
                        "-jar",
                        "shop.jar");
    }

    @Test
    void a_port_may_be_a_word_of_its_own() {
        var experiment =
                RemedyExperiment.of(blocked("java", "-jar", "shop.jar", "--port", "8080", "8080"));
        assertThat(words(experiment))
                .allMatch(words ->
                        words.subList(3, 7)
                                .equals(List.of("shop.jar", "--port", "{port}", "8080")));
    }

    @Test
    void an_argument_that_no_experiment_can_have_is_refused() {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() ->
                        RemedyExperiment.of(blocked("java", "-jar", "shop.jar", "", "--port=8080")))
                .withMessageContaining("must not be blank");
    }

    /// All but the port of a jar, which may have a property for it, is known before.
    @ParameterizedTest
    @CsvSource({
        "shop --server.port=8080, does not begin with java",
        "java -cp shop.jar Shop, no port",
        "java @jvm.options -jar shop.jar --port=8080, options in a file",
        "java -Dpassword=hunter22 --server.port=8080, contains a secret"
    })
    void a_command_that_cannot_be_repeated_is_refused_before_the_observation(
            String command, String reason) {
        var target = new Target(-1, List.of(command.split(" ", -1)));
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> RemedyExperiment.requireRepeatable(target))
                .withMessageContaining(reason);
    }

    @Test
    void a_command_that_may_be_repeated_is_observed() {
        RemedyExperiment.requireRepeatable(new Target(-1, List.of("java", "-jar", "shop.jar")));
    }

    @ParameterizedTest
    @CsvSource({
        "shop --server.port=8080, does not begin with java",
        "java -jar shop.jar, no port",
        "java @jvm.options -jar shop.jar --port=8080, options in a file",
        "java -XX:VMOptionsFile=jvm.options -jar shop.jar --port=8080, options in a file",
        "java -Dpassword=hunter22 --server.port=8080, contains a secret"
    })
    void a_command_that_cannot_be_repeated_is_refused(String command, String reason) {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> RemedyExperiment.of(blocked(command.split(" ", -1))))
                .withMessageContaining(reason);
    }
}
