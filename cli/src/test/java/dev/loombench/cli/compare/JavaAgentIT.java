package dev.loombench.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleAgent;
import dev.loombench.cli.ServiceFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Variants of one command by `--java-agent`; `ServiceLaunchIT` has those by `--cpus`.
class JavaAgentIT extends ServiceFixture {
    /// Each response costs 3 ms of CPU more with the agent; a tenth of that may lie outside the
    /// window, of the responses at its ends.
    @Test
    void an_agent_is_loaded_in_its_variant_only_and_its_cost_is_that_of_its_variant()
            throws IOException {
        var agent = SampleAgent.jar(folder.resolve("apm.jar"));
        compareVariants("--path", "/hello", "--java-agent", agent + "=env=test");
        assertThat(cpuPerRequest("apm"))
                .isGreaterThan(0.9 * SampleAgent.COST_NANOS / 1e3)
                .isGreaterThan(cpuPerRequest("no agent"));
        assertThat(logs()).filteredOn(log -> log.contains("agent with env=test")).hasSize(2);
        assertThat(err.toString()).contains("apm: ", " -javaagent:" + agent + "=env=test ");
    }

    /// Two trials of each variant, with two users.
    private void compareVariants(String... options) {
        var words = new ArrayList<>(List.of(app, "-c", "2", "--trials", "2", "-o", "json"));
        words.addAll(List.of("-d", "500ms", "--warm-up", "500ms"));
        words.addAll(List.of(options));
        compare(words.toArray(String[]::new));
    }

    /// us.
    private double cpuPerRequest(String variant) {
        return json().at("/variants")
                .valueStream()
                .filter(v -> v.at("/name").asString().equals(variant))
                .mapToDouble(v -> v.at("/cpuPerRequestMicros").asDouble())
                .findFirst()
                .orElseThrow();
    }

    /// What the services printed.
    private List<String> logs() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            var logs = new ArrayList<String>();
            for (var file : files.filter(f -> f.endsWith("server.log")).toList()) {
                logs.add(Files.readString(file));
            }
            return logs;
        }
    }
}
