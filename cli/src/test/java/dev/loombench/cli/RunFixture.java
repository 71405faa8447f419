package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// An experiment in a folder of its own, and the runs that a lab stores there.
public abstract class RunFixture extends CommandFixture {
    protected static final String POOL_AND_VIRTUAL =
            """
            question: Does it work?
            variants:
              - {server: jdk-httpserver, model: platform-pool, threads: 10, jvm: [-XX:TieredStopAtLevel=1, -XX:+UseSerialGC]}
              - {server: jdk-httpserver, jvm: [-XX:TieredStopAtLevel=1, -XX:+UseSerialGC], model: virtual}
            load: {users: 40, path: "/sleep?ms=50"}
            phases: {warm-up: 500ms, measure: 1s}
            trials: 2
            seed: 7
            """;

    /// Four threads that sleep for 50 ms serve at most 80 requests/s.
    protected static final String POOL_OF_FOUR =
            """
            question: How many requests hold the objective?
            variants:
              - {server: jdk-httpserver, model: platform-pool, threads: 4, jvm: [-XX:TieredStopAtLevel=1]}
            load: {users: 4, path: "/sleep?ms=50"}
            phases: {warm-up: 500ms, measure: 1s}
            seed: 7
            """;

    @TempDir protected Path folder;

    protected Path experiment(String yaml) throws IOException {
        return Files.writeString(folder.resolve("mine.yaml"), yaml);
    }

    protected List<Path> runs() throws IOException {
        try (Stream<Path> found = Files.list(folder.resolve("results/mine"))) {
            return found.toList();
        }
    }

    protected Path onlyRun() throws IOException {
        assertThat(runs()).hasSize(1);
        return runs().getFirst();
    }

    protected static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }
}
