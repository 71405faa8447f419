package dev.loombench.result.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.SampleRun;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.NotStored;
import dev.loombench.experiment.Scenario;
import dev.loombench.load.LoadEngine;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.ErrorPolicy;
import dev.loombench.traffic.ExpectedStatuses;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfileParser;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.ThinkTime;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The manifest of a stored run, read as written.
class StoredManifestTest {
    @TempDir Path results;

    @Test
    void claims_and_the_stopping_rule_are_kept() {
        var claims =
                List.of(
                        new Claim(
                                "a",
                                SampleRun.POOL,
                                Metric.P99,
                                new Claim.Relation.Above(),
                                new Claim.Target.FixedValue(1e6)),
                        new Claim(
                                "b",
                                SampleRun.POOL,
                                Metric.THREADS,
                                new Claim.Relation.Below(),
                                new Claim.Target.Times(2, SampleRun.VIRTUAL)),
                        new Claim(
                                "c",
                                SampleRun.POOL,
                                Metric.THROUGHPUT,
                                new Claim.Relation.Within(0.1),
                                new Claim.Target.FixedValue(667)));
        for (var experiment : List.of(SampleRun.experiment(claims), SampleRun.experiment(3, 10))) {
            var manifest = SampleRun.manifest(experiment);
            try (var store = ResultStore.create(results, manifest)) {
                assertThat(ResultStore.manifest(store.folder())).isEqualTo(manifest);
            }
        }
    }

    @Test
    void every_kind_of_load_is_read_as_written() {
        var rate = LoadProfileParser.ofRates().line("0..5k/30s,5k/1m").withWarmUp(100);
        var thinking = new ThinkTime(Duration.ofSeconds(2), ThinkTime.Distribution.EXPONENTIAL);
        for (var load :
                List.of(
                        new LoadModel.Open(rate, Arrival.POISSON, 7),
                        new LoadModel.Open(5, Arrival.CONSTANT, 7),
                        new LoadModel.Closed(
                                LoadProfileParser.ofUsers(9).line("0..9/3s"), thinking),
                        new LoadModel.Closed(9, Duration.ofMillis(3)),
                        new LoadModel.HeldConnections(19_000, 2_000))) {
            var manifest = SampleRun.manifest(SampleRun.experiment(load));
            try (var store = ResultStore.create(results, manifest)) {
                assertThat(ResultStore.manifest(store.folder())).isEqualTo(manifest);
            }
        }
    }

    @Test
    void traffic_and_connections_are_read_as_written() {
        var traffic =
                new Traffic(
                        List.of(
                                Request.get("/${a}${b}", Duration.ofSeconds(1)),
                                Request.get("/${c}", Duration.ofSeconds(1))),
                        Map.of(
                                "a", new ValueSource.Counter(7),
                                "b", new ValueSource.Uniform(1, 9),
                                "c", new ValueSource.Column(Path.of("/v/u.csv"), "name", true)),
                        new ConnectionPolicy(
                                false, Optional.of(Duration.ofMillis(300)), List.of("127.0.0.2")),
                        ErrorPolicy.EXPECTED,
                        ExpectedStatuses.of("2xx,302"));
        var plain = SampleRun.experiment();
        var experiment = plain.withScenario(new Scenario(plain.load(), traffic, plain.phases()));
        try (var store = ResultStore.create(results, SampleRun.manifest(experiment))) {
            assertThat(ResultStore.manifest(store.folder()).experiment()).isEqualTo(experiment);
        }
    }

    @Test
    void a_secret_of_a_request_is_not_stored() throws IOException {
        var traffic =
                new Traffic(
                        List.of(Request.get("/?token=${TOKEN}", Duration.ofSeconds(1))),
                        Map.of("TOKEN", new ValueSource.Secret(Optional.of("sesame"))),
                        ConnectionPolicy.DEFAULT);
        var plain = SampleRun.experiment();
        var experiment = plain.withScenario(new Scenario(plain.load(), traffic, plain.phases()));
        try (var store = ResultStore.create(results, SampleRun.manifest(experiment))) {
            assertThat(Files.readString(store.folder().resolve("run.json")))
                    .containsPattern("\"kind\" ?: ?\"secret\"")
                    .doesNotContain("sesame");
            var stored = ResultStore.manifest(store.folder()).experiment().traffic();
            assertThat(stored)
                    .isEqualTo(
                            traffic.withValues(
                                    Map.of("TOKEN", new ValueSource.Secret(Optional.empty()))));
            assertThat(NotStored.of(experiment).lost()).containsExactly("${TOKEN}");
            assertThatThrownBy(() -> LoadEngine.checkValues(stored))
                    .isInstanceOf(WrongInput.class)
                    .hasMessage(
                            "the value of ${TOKEN} in a request is not stored with the run, as it may be a secret; start a new run");
        }
    }

    @Test
    void the_manifest_records_a_concurrent_run() {
        try (var store = ResultStore.create(results, SampleRun.manifest())) {
            var manifest = ResultStore.manifest(store.folder());
            assertThat(manifest.exclusive()).isTrue();
            store.replaceManifest(manifest.notExclusive());
            assertThat(ResultStore.manifest(store.folder())).isEqualTo(manifest.notExclusive());
            assertThat(ResultStore.manifest(store.folder()).exclusive()).isFalse();
        }
    }
}
