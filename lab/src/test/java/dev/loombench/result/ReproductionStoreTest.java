package dev.loombench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.SampleRun;
import dev.loombench.result.Reproduction.Ended;
import dev.loombench.result.Reproduction.Planned;
import dev.loombench.spec.Article;
import dev.loombench.spec.Claim;
import dev.loombench.spec.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproductionStoreTest {
    private static final Claim CLAIM =
            new Claim(
                    "a",
                    SampleRun.POOL,
                    Metric.P99,
                    new Claim.Relation.Above(),
                    new Claim.Target.Figure(1e6),
                    Optional.of(new Claim.Published("5 s", Optional.of("there"))));
    private static final Planned PLANNED =
            new Planned("an-article", SampleRun.spec(List.of(CLAIM)), List.of("window: 3s"));
    private static final Reproduction PLAN =
            new Reproduction(
                    Instant.parse("2026-01-31T12:00:00Z"),
                    true,
                    List.of(
                            new Article(
                                    "an-article",
                                    "A title",
                                    Optional.of("somebody"),
                                    Optional.empty(),
                                    List.of(new Article.Untested("b", Optional.empty(), "why")))),
                    List.of(PLANNED));

    @TempDir private Path results;

    @Test
    void a_plan_comes_back_as_it_was() {
        var store = ReproductionStore.create(results, PLAN);
        assertThat(ReproductionStore.open(store.folder()).plan()).isEqualTo(PLAN);
    }

    @Test
    void an_experiment_is_not_begun_then_begun_then_ended() {
        var store = ReproductionStore.create(results, PLAN);
        assertThat(store.begun(PLANNED)).isEmpty();
        var manifest = SampleRun.manifest(PLANNED.spec());
        Path first;
        try (var run = ResultStore.create(store.runsOf(PLANNED), manifest)) {
            first = run.folder();
        }
        assertThat(store.begun(PLANNED)).contains(first);
        assertThat(store.ended(PLANNED)).isEmpty();
        var ended = new Ended(Optional.of("an-article/sample/now"), Map.of("v", "no cargo"));
        store.end(PLANNED, ended);
        assertThat(ReproductionStore.open(store.folder()).ended(PLANNED)).contains(ended);
    }

    @Test
    void a_run_recorded_before_there_was_scaling_can_still_be_read() throws IOException {
        var manifest = SampleRun.manifest(PLANNED.spec());
        try (var run = ResultStore.create(results, manifest)) {
            var file = run.folder().resolve("run.json");
            var old =
                    Files.readString(file)
                            .replaceFirst(",\\s*\"scaled\" : \\[ ]", "")
                            .replaceFirst(",\\s*\"published\" : \\{[^}]*}", "");
            assertThat(old).doesNotContain("scaled", "published");
            Files.writeString(file, old);
            var read = ResultStore.manifest(run.folder());
            assertThat(read.scaled()).isEmpty();
            assertThat(read.spec().claims().getFirst().published()).isEmpty();
        }
    }

    @Test
    void a_torn_record_is_named(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("reproduction.json"), "{\"started\": ");
        assertThatThrownBy(() -> ReproductionStore.open(folder))
                .isInstanceOf(ResultError.class)
                .hasMessageContaining("reproduction.json is not the record of a reproduction");
    }
}
