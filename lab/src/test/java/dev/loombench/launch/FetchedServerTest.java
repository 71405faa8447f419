package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.base.Sha256;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server whose jar is not in the installation, which has the list of what it needs.
class FetchedServerTest {
    private static final Variant ONE = Variant.of("one", "virtual", Threading.VIRTUAL, Map.of());
    private static final String PATH = "dev/loombench/zoo-one/0.1.0/zoo-one-0.1.0.jar";

    @TempDir private Path home;

    @BeforeEach
    void open() throws IOException {
        var folder = Files.createDirectories(home.resolve("zoo/one"));
        Files.writeString(
                folder.resolve("server.json"),
                """
                {"name": "one", "about": "One.", "main": "a.Main", "jar": "target/zoo-one.jar",
                 "models": {"virtual": {"about": "No pool.", "threads": "virtual"}}}
                """);
        var published = home.resolve("repository").resolve(PATH);
        Files.createDirectories(published.getParent());
        Files.write(published, new byte[] {1, 2, 3});
        Files.writeString(
                folder.resolve("jars.sha256"),
                "%s  %s\n".formatted(Sha256.of(new byte[] {1, 2, 3}), PATH));
    }

    private Zoo zoo(String repository) {
        return Zoo.at(
                home,
                Map.of(
                        "XDG_CACHE_HOME",
                        home.resolve("cache").toString(),
                        "LOOMBENCH_REPOSITORY",
                        repository));
    }

    private Zoo zoo() {
        return zoo(home.resolve("repository").toUri().toString());
    }

    private static Path jar(Zoo zoo) {
        return zoo.definition("one").orElseThrow().artifact().file();
    }

    @Test
    void it_is_available() {
        assertThat(zoo().unavailableReason("one")).isEmpty();
        assertThat(zoo().isToBeFetched("one")).isTrue();
        assertThat(zoo().isToBeFetched("another")).isFalse();
    }

    @Test
    void it_is_fetched_before_the_first_trial_and_named_once() throws Exception {
        var named = new ArrayList<String>();
        try (var launcher = new ServerLauncher(zoo())) {
            launcher.prepare(List.of(ONE), named::add);
            assertThat(jar(zoo()))
                    .startsWith(home.resolve("cache"))
                    .hasBinaryContent(new byte[] {1, 2, 3});
            launcher.prepare(List.of(ONE), named::add);
        }
        assertThat(zoo().isToBeFetched("one")).isFalse();
        assertThat(named).containsExactly("one");
    }

    @Test
    void a_jar_that_was_changed_is_fetched_again_by_the_next_launcher() throws Exception {
        var named = new ArrayList<String>();
        for (int run = 0; run < 2; run++) {
            try (var launcher = new ServerLauncher(zoo())) {
                launcher.prepare(List.of(ONE), named::add);
            }
            assertThat(jar(zoo())).hasBinaryContent(new byte[] {1, 2, 3});
            Files.write(jar(zoo()), new byte[] {4});
        }
        assertThat(named).containsExactly("one", "one");
    }

    @Test
    void without_its_repository_it_is_refused() {
        try (var launcher = new ServerLauncher(zoo(home.resolve("none").toUri().toString()))) {
            isRefused(launcher);
        }
    }

    @Test
    void a_launcher_does_not_repeat_a_fetch_that_failed() throws Exception {
        var published = home.resolve("repository").resolve(PATH);
        Files.delete(published);
        try (var launcher = new ServerLauncher(zoo())) {
            isRefused(launcher);
            Files.write(published, new byte[] {1, 2, 3});
            isRefused(launcher);
        }
        try (var launcher = new ServerLauncher(zoo())) {
            launcher.prepare(List.of(ONE), _ -> {});
        }
        assertThat(jar(zoo())).exists();
    }

    private static void isRefused(ServerLauncher launcher) {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> launcher.prepare(List.of(ONE), _ -> {}))
                .withMessageStartingWith("one is not in this installation");
    }

    @Test
    void the_installations_own_jar_comes_first() throws IOException {
        var own = home.resolve("zoo/one/target/zoo-one.jar");
        Files.createDirectories(own.getParent());
        Files.createFile(own);
        assertThat(jar(zoo())).isEqualTo(own);
    }
}
