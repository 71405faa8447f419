package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// `loombench doctor --calibrate` with real servers and a lab in a separate process.
class CalibrationIT {
    @TempDir private Path folder;

    /// On one processor, so that its closed load leaves the others to other tests.
    @Tag("nightly")
    @Test
    @EnabledOnOs(OS.LINUX)
    void the_shortest_calibration_reports_every_metric_and_keeps_no_files() throws Exception {
        try (var lab =
                LabProcess.startOnCpu(
                        0,
                        ownTemporaryFolder(),
                        folder,
                        "doctor",
                        "--calibrate",
                        "--for",
                        "30s",
                        "--output",
                        "json")) {
            assertThat(lab.exitCode()).as(lab.err()).isIn(ExitCode.OK, ExitCode.INVALID);
            var document = JsonMapper.shared().readTree(lab.out());
            assertThat(lab.exitCode() == ExitCode.OK).isEqualTo(document.at("/valid").asBoolean());
            assertThat(document.at("/blocks").asInt()).isGreaterThanOrEqualTo(3);
            // each of two servers has 2 s of warm-up and 2 s of window
            assertThat(document.at("/secondsPerBlock").asDouble()).isGreaterThan(8);
            assertThat(document.at("/nextSteps").size()).isPositive();
            assertThat(document.at("/metrics").findValuesAsString("metric"))
                    .containsExactly("throughput", "cpu-per-request", "p50");
            for (var metric : document.at("/metrics")) {
                var spread = metric.at("/spread");
                assertThat(spread.at("/low").asDouble())
                        .isLessThanOrEqualTo(spread.at("/high").asDouble());
                var differences = metric.at("/smallestDifferences");
                assertThat(differences.findValuesAsString("minutes"))
                        .containsExactly("2", "10", "30");
                assertThat(differences.at("/2/difference/point").asDouble())
                        .isLessThanOrEqualTo(differences.at("/1/difference/point").asDouble());
            }
        }
        assertThat(folder.resolve("results")).doesNotExist();
        assertThat(calibrationFolders()).isEmpty();
    }

    @Test
    void an_interrupted_calibration_leaves_no_server_and_no_files() throws Exception {
        try (var lab =
                LabProcess.startWithEnvironment(
                        ownTemporaryFolder(), folder, "doctor", "--calibrate")) {
            lab.awaitServer();
            var servers = lab.servers();
            lab.signal("INT");
            assertThat(lab.exitCode()).as(lab.err()).isEqualTo(ExitCode.INTERRUPTED);
            assertThat(lab.err())
                    .contains("interrupted: a calibration keeps no results")
                    .doesNotContain("\tat ");
            assertThat(lab.out()).isEmpty();
            LabProcess.awaitGone(servers);
        }
        assertThat(calibrationFolders()).isEmpty();
    }

    /// Another calibration on this machine may keep its files in the system's folder meanwhile.
    private Map<String, String> ownTemporaryFolder() {
        return Map.of("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + folder);
    }

    private List<Path> calibrationFolders() throws IOException {
        try (var all = Files.list(folder)) {
            return all.filter(f ->
                            String.valueOf(f.getFileName()).startsWith("loombench-calibration"))
                    .toList();
        }
    }
}
