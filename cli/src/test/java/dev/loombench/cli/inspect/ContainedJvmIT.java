package dev.loombench.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.console.ExitCode;
import dev.loombench.observe.ContainedJvm;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.SessionObservations;
import dev.loombench.observe.jvm.GovernorClient;
import dev.loombench.observe.jvm.JvmObserver;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.OptionalObservation;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// JVMs in containers are inspected, observed and governed like others, and write nothing to their
/// logs.
@EnabledOnOs(OS.LINUX)
class ContainedJvmIT {
    private static final String WRITABLE = "mode=1777";
    private static final Path HOME = Path.of(System.getProperty("loombench.home"));

    @ParameterizedTest
    @CsvSource({"'', " + WRITABLE, "--net, ''", "--net, " + WRITABLE, "--net --pid, " + WRITABLE})
    void a_jvm_in_a_container_is_inspected(String namespaces, String mount) throws Exception {
        try (var jvm = ContainedJvm.start(options(namespaces), mount)) {
            var inspected =
                    Inspected.by(
                            "--for",
                            "1s",
                            "--memory",
                            "--pinning",
                            "--list-threads",
                            "--output",
                            "json",
                            Long.toString(jvm.pid()));
            assertThat(inspected.exitCode()).as(inspected.err()).isEqualTo(ExitCode.OK);
            assertThat(inspected.json().at("/threads/platform").asInt()).isPositive();
            assertThat(inspected.json().at("/memory/threadLocals/sampled").isNumber()).isTrue();
            assertUntouched(jvm);
        }
    }

    private static List<String> options(String namespaces) {
        return namespaces.isEmpty() ? List.of() : List.of(namespaces.split(" ", -1));
    }

    /// No list of threads, no exception, no file.
    private static void assertUntouched(ContainedJvm jvm) throws Exception {
        assertThat(jvm.output()).isEqualTo("up\n");
        assertThat(jvm.temporaryFiles()).isEmpty();
    }

    @Test
    void a_jvm_in_a_container_is_observed(@TempDir Path folder) throws Exception {
        try (var jvm = ContainedJvm.start(List.of("--net", "--pid"), WRITABLE);
                var session =
                        new JvmObserver(Set.of(OptionalObservation.PINNING))
                                .start(new ObservedProcess(jvm.pid(), folder))) {
            session.sample();
            session.afterWindow(true);
            var observations = SessionObservations.of(session);
            // a gap where the machine has no CPU for 2 s
            assertThat(observations.unavailable()).allMatch(m -> m.reason().endsWith(": a gap"));
            assertThat(observations.last(MetricId.HEAP_USED)).isPositive();
            assertThat(observations.threads().total()).isPositive();
            assertThat(folder.resolve("threads.json")).isNotEmptyFile();
            assertThat(folder.resolve("recording.jfr")).isNotEmptyFile();
            assertUntouched(jvm);
        }
    }

    @Test
    void a_jvm_in_a_container_is_governed() throws Exception {
        try (var jvm = ContainedJvm.start(List.of("--net", "--pid"), WRITABLE);
                var governed = GovernorClient.connect(jvm.pid())) {
            governed.start(HOME.resolve("governor/target/governor.jar"), OptionalInt.empty());
            assertThat(governed.status().parallelism()).isPositive();
            governed.stop();
            assertUntouched(jvm);
        }
    }

    @Test
    void a_jvm_whose_tmp_cannot_be_written_is_refused_and_gets_no_signal() throws Exception {
        try (var jvm = ContainedJvm.start(List.of(), "ro")) {
            var inspected = Inspected.by("--for", "1s", Long.toString(jvm.pid()));
            assertThat(inspected.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(inspected.err()).contains("its /tmp cannot be written");
            assertUntouched(jvm);
        }
    }
}
