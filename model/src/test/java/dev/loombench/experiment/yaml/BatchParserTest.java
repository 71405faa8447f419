package dev.loombench.experiment.yaml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.Phases;
import dev.loombench.experiment.SmallZoo;
import dev.loombench.experiment.variant.Jdk;
import dev.loombench.experiment.variant.ServerDescription;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Protocol;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.Workload;
import dev.loombench.yaml.SourceText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BatchParserTest {
    private static final List<ServerDescription> ZOO =
            List.of(
                    new ServerDescription(
                            "executor",
                            "a program",
                            Protocol.HTTP,
                            Map.of(
                                    "virtual",
                                    SmallZoo.model(
                                            "a thread per task",
                                            Threading.VIRTUAL,
                                            Map.of("tasks", "how many", "work", "what"))),
                            true,
                            List.of()),
                    SmallZoo.server(
                            "tomcat",
                            "a server",
                            Map.of(
                                    "virtual",
                                    SmallZoo.model(
                                            "a thread per request", Threading.VIRTUAL, Map.of()))));

    private static final String BATCH =
            """
            question: How long does it take?
            variants:
              - {server: executor, model: virtual, tasks: 10k, work: /sleep?ms=300, jdk: 21}
            load:
              batch: {max: 30s}
            expect:
              - executor virtual elapsed below 2s
            """;

    private static Experiment read(String yaml) {
        return new ExperimentReader(ZOO)
                .read(SourceText.of("batch.yaml", yaml.getBytes(UTF_8)), "batch");
    }

    @Test
    void a_batch_has_a_time_limit_no_requests_and_no_warm_up() {
        var experiment = read(BATCH);
        assertThat(experiment.isBatch()).isTrue();
        assertThat(experiment.load()).isEqualTo(new Workload.Batch(Duration.ofSeconds(30)));
        assertThat(experiment.traffic()).isEqualTo(Traffic.NONE);
        assertThat(experiment.phases())
                .isEqualTo(new Phases(Duration.ZERO, Duration.ZERO, Duration.ofSeconds(30)));
        assertThat(experiment.claims().getFirst().target())
                .isEqualTo(new Claim.Target.FixedValue(2e9));
    }

    @Test
    void its_metric_is_elapsed_time_by_default() {
        assertThat(read(BATCH).metric()).isEqualTo(Metric.ELAPSED);
        assertThat(read(BATCH + "metric: peak-rss\n").metric()).isEqualTo(Metric.PEAK_RSS);
    }

    @Test
    void its_time_limit_is_ten_minutes_by_default() {
        assertThat(read(BATCH.replace("{max: 30s}", "{}")).load())
                .isEqualTo(new Workload.Batch(Duration.ofMinutes(10)));
    }

    @Test
    void a_setting_that_is_a_count_is_read_as_a_count() {
        assertThat(read(BATCH).variants().getFirst().settings())
                .containsOnly(Map.entry("tasks", "10000"), Map.entry("work", "/sleep?ms=300"));
    }

    @Test
    void a_number_is_a_version_of_the_jdk_and_other_text_its_home() {
        assertThat(read(BATCH).variants().getFirst().jdk()).contains(new Jdk.Version(21));
        assertThat(read(BATCH.replace("jdk: 21", "jdk: ./21")).variants().getFirst().jdk())
                .contains(new Jdk.Home(Path.of("./21")));
    }

    @Test
    void keys_and_metrics_of_requests_are_rejected_with_their_location() {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() ->
                        read(
                                BATCH.replace("30s}", "30s}\n  path: /hello")
                                        .replace("elapsed below", "p99 below")))
                .withMessageContaining(
                        "batch.yaml:6:3: path cannot be combined with batch, which sends no requests")
                .withMessageContaining("the metric p99 needs responses, and a batch has none");
    }

    @Test
    void a_program_that_ends_cannot_be_used_with_users() {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> read(BATCH.replace("batch: {max: 30s}", "users: 5")))
                .withMessageContaining("executor is a program that ends by itself");
    }
}
