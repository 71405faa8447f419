package dev.loombench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.SampleRun;
import dev.loombench.result.store.ResultError;
import dev.loombench.result.store.ResultStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A run's folder from an untrusted source, with links to files of the reader.
class HostileFolderTest {
    @TempDir Path results;
    @TempDir Path elsewhere;

    private Path folder;
    private Path mine;

    @BeforeEach
    void store() throws IOException {
        mine = Files.writeString(elsewhere.resolve("mine"), "precious");
        try (var store = ResultStore.create(results, SampleRun.manifest())) {
            folder = store.folder();
            store.append(SampleRun.trials().getFirst());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run.json",
                "run.json.new",
                "run.lock",
                "trials.jsonl",
                "report.html",
                "trial-001/latency.hlog",
                "trial-001/server.log",
                "delay-service"
            })
    void a_run_with_a_link_in_it_is_not_resumed(String name) throws IOException {
        var link = folder.resolve(name);
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, mine);
        assertThatThrownBy(() -> ResultStore.open(folder))
                .isInstanceOf(ResultError.class)
                .hasMessageContaining(link.toString());
        assertThat(mine).hasContent("precious");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run.lock", "trials.jsonl", "trial-001/series.csv"})
    void a_run_with_a_pipe_in_it_is_not_resumed(String name) throws Exception {
        var pipe = folder.resolve(name);
        Files.deleteIfExists(pipe);
        var made = new ProcessBuilder("mkfifo", pipe.toString()).start();
        assertThat(made.waitFor()).isZero();
        assertThatThrownBy(() -> ResultStore.open(folder))
                .isInstanceOf(ResultError.class)
                .hasMessageContaining(pipe.toString());
    }

    @Test
    void a_link_that_appears_during_a_run_is_replaced_and_not_followed() throws IOException {
        try (var store = ResultStore.open(folder)) {
            var manifest = folder.resolve("run.json");
            Files.delete(manifest);
            Files.createSymbolicLink(manifest, mine);
            store.replaceManifest(SampleRun.manifest());
            assertThat(Files.isRegularFile(manifest, LinkOption.NOFOLLOW_LINKS)).isTrue();

            var second = SampleRun.trials().get(1);
            Files.createSymbolicLink(folder.resolve("trial-002"), elsewhere);
            assertThatThrownBy(() -> store.append(second)).isInstanceOf(ResultError.class);
            assertThat(store.newTrialFolder(second.trial())).isEmptyDirectory();
            Files.createSymbolicLink(folder.resolve("trial-002/latency.hlog"), mine);
            store.append(second);
        }
        assertThat(mine).hasContent("precious");
        assertThat(elsewhere).isDirectoryContaining(path -> path.equals(mine));
        assertThat(ResultStore.read(folder).trials()).hasSize(2);
    }
}
