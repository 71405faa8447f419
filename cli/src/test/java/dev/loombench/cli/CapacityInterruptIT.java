package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Searches that end in the middle: no server outlives them, and the windows that have ended stay.
class CapacityInterruptIT extends RunFixture {
    private static final String PROBES = "probes.jsonl";

    private LabProcess search() throws IOException {
        experiment(POOL_OF_FOUR);
        return LabProcess.start(
                folder, "capacity", "mine.yaml", "--slo", "p90<150ms", "-d", "1s", "-c", "50");
    }

    /// Waits for two windows, and returns their file.
    private Path awaitWindows(LabProcess lab) throws Exception {
        lab.await("two windows ended", () -> windows().size() >= 2);
        return results().orElseThrow().resolve(PROBES);
    }

    private Optional<Path> results() throws IOException {
        var parent = folder.resolve("results/capacity/mine");
        if (!Files.isDirectory(parent)) {
            return Optional.empty();
        }
        try (Stream<Path> found = Files.list(parent)) {
            return found.findFirst();
        }
    }

    private List<String> windows() throws IOException {
        var file = results().map(found -> found.resolve(PROBES)).filter(Files::exists);
        return file.isPresent() ? Files.readAllLines(file.get()) : List.of();
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void an_interrupted_search_stops_its_server_and_reports_what_is_known(String signal, int code)
            throws Exception {
        try (var lab = search()) {
            awaitWindows(lab);
            var servers = lab.servers();
            lab.signal(signal);
            assertThat(lab.exitCode()).isEqualTo(code);
            LabProcess.awaitGone(servers);
            assertThat(lab.err()).contains("the windows that ended are kept");
            var document = Files.readString(results().orElseThrow().resolve("capacity.json"));
            assertThat(json(document).at("/complete").asBoolean()).isFalse();
            assertThat(results().orElseThrow().resolve("report.txt")).isNotEmptyFile();
            assertComplete(windows());
        }
    }

    @Test
    void after_kill_9_no_server_is_left_and_the_windows_are_readable() throws Exception {
        try (var lab = search()) {
            awaitWindows(lab);
            var servers = lab.servers();
            assertThat(servers).isNotEmpty();
            lab.signal("KILL");
            lab.exitCode();
            LabProcess.awaitGone(servers);
            assertComplete(windows());
        }
    }

    private static void assertComplete(List<String> windows) {
        assertThat(windows)
                .hasSizeGreaterThanOrEqualTo(2)
                .allSatisfy(line -> assertThat(json(line).at("/burn").asDouble()).isPositive());
    }
}
