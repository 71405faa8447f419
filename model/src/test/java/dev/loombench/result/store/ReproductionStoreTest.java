package dev.loombench.result.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.SampleRun;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.article.Article;
import dev.loombench.result.Reproduction;
import dev.loombench.result.Reproduction.Ended;
import dev.loombench.result.Reproduction.Planned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReproductionStoreTest {
    private static final Claim CLAIM =
            new Claim(
                    "a",
                    SampleRun.POOL,
                    Metric.P99,
                    new Claim.Relation.Above(),
                    new Claim.Target.FixedValue(1e6),
                    Optional.of(new Claim.Citation("5 s", Optional.of("there"))));
    private static final Planned PLANNED =
            new Planned("an-article", SampleRun.experiment(List.of(CLAIM)), List.of("window: 3s"));
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

    private @Nullable ReproductionStore open;

    private Path created() {
        try (var store = ReproductionStore.create(results, PLAN)) {
            return store.folder();
        }
    }

    private ReproductionStore opened(Path folder) {
        open = ReproductionStore.open(folder);
        return open;
    }

    @AfterEach
    void close() {
        if (open != null) {
            open.close();
        }
    }

    @Test
    void a_plan_is_read_as_written() {
        assertThat(opened(created()).plan()).isEqualTo(PLAN);
    }

    @Test
    void an_experiment_is_not_begun_then_begun_then_ended() {
        var store = opened(created());
        assertThat(store.latestRun(PLANNED)).isEmpty();
        var manifest = SampleRun.manifest(PLANNED.experiment());
        Path first;
        try (var run = ResultStore.create(store.runsFolder(PLANNED), manifest)) {
            first = run.folder();
        }
        assertThat(store.latestRun(PLANNED)).contains(first);
        assertThat(store.ended(PLANNED)).isEmpty();
        var ended = new Ended(Optional.of("an-article/sample/now"), Map.of("v", "no cargo"));
        store.recordEnd(PLANNED, ended);
        assertThat(store.ended(PLANNED)).contains(ended);
        assertThat(store.run(ended)).contains(store.folder().resolve("an-article/sample/now"));
    }

    @Test
    void an_incomplete_record_is_named(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("reproduction.json"), "{\"started\": ");
        assertThatThrownBy(() -> ReproductionStore.open(folder))
                .isInstanceOf(ResultError.class)
                .hasMessageContaining("reproduction.json is not the record of a reproduction");
    }

    @Test
    void only_one_may_work_on_a_reproduction() {
        var store = opened(created());
        assertThatThrownBy(() -> ReproductionStore.open(store.folder()))
                .isInstanceOf(ResultError.class)
                .hasMessageContaining("another process is writing");
        store.close();
        opened(store.folder());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"../../x", "/tmp/x", "..", ".", "", "a/b", "a\\\\b", ".hidden", "a\\u001bb"})
    void an_article_whose_name_is_a_path_is_refused(String name) throws IOException {
        var folder = created();
        var file = folder.resolve("reproduction.json");
        var text = Files.readString(file);
        Files.writeString(file, text.replace("\"an-article\"", '"' + name + '"'));
        assertThatThrownBy(() -> ReproductionStore.open(folder))
                .isInstanceOf(ResultError.class)
                .hasMessageContaining("reproduction.json is not the record of a reproduction");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../x", "/tmp/x", "an-article/../../x", "an-article//x", ""})
    void a_run_outside_the_folder_is_refused(String run) {
        var store = opened(created());
        store.recordEnd(PLANNED, new Ended(Optional.of(run), Map.of()));
        var ended = store.ended(PLANNED).orElseThrow();
        assertThatThrownBy(() -> store.run(ended))
                .isInstanceOf(ResultError.class)
                .hasMessageContaining("is outside this folder");
    }

    @Test
    void nothing_is_written_through_a_link_to_another_folder(@TempDir Path elsewhere)
            throws IOException {
        var folder = created();
        Files.createSymbolicLink(folder.resolve("an-article"), elsewhere);
        assertThatThrownBy(() ->
                        opened(folder).recordEnd(PLANNED, new Ended(Optional.empty(), Map.of())))
                .isInstanceOf(ResultError.class);
        assertThat(elsewhere).isEmptyDirectory();
    }
}
