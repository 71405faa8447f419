package dev.loombench.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ScriptableProcess;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `loombench inspect` on real services that spend their time in collections: three quarters of
/// their heap live. These take much of the time, whatever the speed of the machine: one handles
/// more bytes than are allocated before the next. Beside other tests such a service gets so little
/// time between them that it does not reply within the time-out.
@Tag("alone")
@EnabledOnOs(OS.LINUX)
class CollectionsIT {
    @ParameterizedTest
    @ValueSource(strings = {"UseSerialGC", "UseG1GC", "UseZGC"})
    void collections_are_found_and_are_not_called_native_code(String collector) throws Exception {
        assertFound(collector);
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"UseParallelGC", "UseShenandoahGC"})
    void collections_of_other_collectors_are_found_too(String collector) throws Exception {
        assertFound(collector);
    }

    private static void assertFound(String collector) throws Exception {
        var result = inspect(collector, "collections");
        assertThat(result.findings())
                .as(result.out())
                .contains("collections")
                .doesNotContain("carriers-blocked");
        assertThat(result.finding("collections").path("remedy").asString())
                .startsWith("the heap is too small for what lives: raise -Xmx from 64 MiB to ");
        assertThat(result.json().at("/collections/count").asLong()).isPositive();
        assertThat(result.json().at("/collections/safepointShare").isNumber()).isTrue();
    }

    /// 20 MB are allocated and collected, then nothing for as long.
    @Test
    void collections_and_native_code_are_found_both() throws Exception {
        var result = inspect("UseSerialGC", "collections-native");
        assertThat(result.findings())
                .as(result.out())
                .containsExactlyInAnyOrder("collections", "carriers-blocked");
        assertThat(result.finding("carriers-blocked").path("message").asString())
                .startsWith("2 of 2 carriers are blocked in native code");
    }

    private static Inspected inspect(String collector, String mode) throws Exception {
        var service = start(collector, mode, 0.75);
        try {
            return Inspected.by("--for", "2s", "-o", "json", Long.toString(service.pid()));
        } finally {
            service.destroyForcibly().waitFor();
        }
    }

    /// A service with two carriers, once it is ready.
    ///
    /// @param live share of the heap
    static Process start(String collector, String mode, double live) throws IOException {
        var command =
                List.of(
                        ScriptableProcess.java(),
                        "-XX:+" + collector,
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx64m",
                        "-XX:+EnableDynamicAgentLoading",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djdk.virtualThreadScheduler.parallelism=2",
                        "-cp",
                        ScriptableProcess.classes(FaultyService.class),
                        FaultyService.class.getName(),
                        mode,
                        Double.toString(live));
        var service = new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
        assertThat(service.inputReader().readLine()).isEqualTo("READY");
        return service;
    }
}
