package dev.loombench.cli.provocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loombench.analysis.validity.evidence.EvidenceMissing;
import dev.loombench.analysis.validity.evidence.TrialsFailed;
import dev.loombench.analysis.validity.generator.GeneratorSaturated;
import dev.loombench.analysis.validity.generator.GeneratorStarved;
import dev.loombench.analysis.validity.jvm.JvmFinding.CompilersStarved;
import dev.loombench.analysis.validity.jvm.JvmFinding.PausedByCollector;
import dev.loombench.analysis.validity.jvm.JvmFinding.StillCompiling;
import dev.loombench.analysis.validity.stationarity.BusyAfterLoad;
import dev.loombench.cli.LabProcess;
import dev.loombench.observe.result.Observation.ThreadDump;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Findings about the CPU and memory of real servers and of the load generator.
class CpuProvocationsIT extends ProvocationFixture {
    /// Between its pauses the server has 10 ms for what is observed. A collection of 480,000 live
    /// objects takes as long or longer: for a tenth of the time, client and server may wait for a
    /// processor for eight times as long.
    @Test
    void a_collector_that_collects_for_each_request_causes_pauses() throws Exception {
        var findings =
                findings(
                        experiment(
                                "provoking, model: hoarding, jvm: [-Xmx72m, -XX:+UseSerialGC]",
                                "users: 1, think-time: 10ms, path: /",
                                "warm-up: 500ms, measure: 1s"));
        assertThat(findings).hasAtLeastOneElementOfType(PausedByCollector.class);
    }

    /// On a busy machine the generator is starved instead of saturated.
    @Test
    void responses_that_are_expensive_to_read_saturate_the_load_generator() throws Exception {
        assertThat(provoked("talkative", "users: 8", "metric: p99"))
                .anyMatch(f -> f instanceof GeneratorSaturated || f instanceof GeneratorStarved);
    }

    @Test
    void a_cold_server_still_compiles_in_the_window() throws Exception {
        var findings =
                findings(
                        experiment(
                                        "jdk-httpserver, model: virtual",
                                        "rate: 1000/s, path: /hello",
                                        "warm-up: {min: 0s, max: 0s}, measure: 1s")
                                + "metric: cpu-per-request\n");
        assertThat(findings)
                .filteredOn(StillCompiling.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(
                        StillCompiling.class,
                        f -> {
                            assertThat(f.decides()).isTrue();
                            assertThat(f.share()).isGreaterThan(0.1);
                        });
    }

    /// A hundred busy threads and two compilers on one processor.
    @Test
    void compilers_starve_next_to_a_hundred_busy_threads() throws Exception {
        var findings =
                findings(
                        experiment(
                                "jdk-httpserver, model: platform-pool, threads: 100, cpus: 0",
                                "users: 100, path: /burn?us=1000",
                                "warm-up: {min: 0s, max: 0s}, measure: 2s"));
        assertFound(findings, CompilersStarved.class);
    }

    /// It computes all the time, on one processor; the other one only waits.
    @Tag("nightly")
    @Test
    void a_server_that_computes_after_its_load_is_still_busy() throws Exception {
        assertThat(provoked("restless", "users: 4"))
                .filteredOn(BusyAfterLoad.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(BusyAfterLoad.class, f -> assertThat(f.ended()).isFalse());
        var phases = "warm-up: 3s, measure: 2s";
        assertThat(findings(experiment("provoking, model: calm", "users: 4, path: /", phases)))
                .doesNotHaveAnyElementsOfTypes(BusyAfterLoad.class);
    }

    /// Generator, server and busy loop share one processor. What is not measured has it without the
    /// loop.
    @Test
    void a_load_generator_next_to_a_busy_loop_is_starved() throws Exception {
        assumeThat(Files.isExecutable(Path.of("/usr/bin/taskset"))).isTrue();
        var folder = Files.createDirectory(home.resolve("pinned"));
        Files.writeString(
                folder.resolve("mine.yaml"),
                experiment(
                                "jdk-httpserver, model: virtual, jvm: [-XX:TieredStopAtLevel=1]",
                                "users: 50, path: /hello",
                                "warm-up: 500ms, measure: 1s")
                        + "metric: p99\n");
        var loop = List.of("taskset", "-c", "0", "sh", "-c", "while :; do :; done");
        try (var lab = LabProcess.startOnCpu(0, folder, "run", "mine.yaml", "-o", "json")) {
            lab.awaitServer();
            var busy = new ProcessBuilder(loop).start();
            try {
                lab.awaitTrials(1);
            } finally {
                busy.destroyForcibly();
            }
            lab.exitCode();
            assertThat(lab.out()).contains("\"generator-starved\"", "\"cpu-contention-during\"");
        }
    }

    /// As some JDK 25 builds do (JDK-8364343). The window has ended by then.
    @Test
    void a_server_that_crashes_on_the_thread_dump_keeps_its_trial() throws Exception {
        var findings = provoked("brittle", "users: 10");
        assertThat(findings).doesNotHaveAnyElementsOfTypes(TrialsFailed.class);
        var unobserved =
                findings.stream()
                        .filter(EvidenceMissing.class::isInstance)
                        .map(EvidenceMissing.class::cast)
                        .toList();
        assertThat(unobserved)
                .filteredOn(f -> f.subject().equals(ThreadDump.SUBJECT))
                .singleElement()
                .satisfies(f -> assertThat(f.reason()).contains("its JVM ended while it listed"));
        // A sample in progress may be cut off; none may begin later.
        assertThat(unobserved).noneMatch(f -> f.reason().contains("has ended"));
    }
}
