package dev.loombench.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loombench.cli.console.ExitCode;
import dev.loombench.launch.jdk.OlderJdk;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// `loombench inspect` on a JVM whose code cache is full for good, and on its files: its output,
/// what `jcmd` prints, a flight recording and a crash log. Skipped for a JDK that this machine does
/// not have.
@EnabledOnOs(OS.LINUX)
class CodeCacheIT {
    private static final String KIND = "code-cache";

    @TempDir private Path folder;

    private static Optional<Path> home(int version) {
        return version == Runtime.version().feature()
                ? Optional.of(Path.of(System.getProperty("java.home")))
                : OlderJdk.home(version);
    }

    private Process start(Path home) throws IOException {
        var source = folder.resolve("FullCodeCache.java");
        try (var in =
                Objects.requireNonNull(
                        CodeCacheIT.class.getResourceAsStream("FullCodeCache.java"))) {
            Files.copy(in, source);
        }
        OlderJdk.compile(21, folder, source);
        return new ProcessBuilder(
                        home.resolve("bin", "java").toString(),
                        "-XX:ReservedCodeCacheSize=8m",
                        "-XX:-SegmentedCodeCache",
                        "-XX:-UseCodeCacheFlushing",
                        "-XX:TieredStopAtLevel=1",
                        "-Xbatch",
                        "-XX:+UseSerialGC",
                        "-Xmx64m",
                        "-XX:+EnableDynamicAgentLoading",
                        "-XX:NativeMemoryTracking=summary",
                        "-XX:StartFlightRecording=settings=default",
                        "-XX:FlightRecorderOptions=repository=" + file("repository"),
                        "-XX:ErrorFile=" + file("hs_err.log"),
                        "-XX:-CreateCoredumpOnCrash",
                        "-cp",
                        folder.toString(),
                        "FullCodeCache")
                .directory(folder.toFile()) // of the recording that a crash writes
                .redirectErrorStream(true)
                .start();
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    /// Keeps what the JVM prints until the cache is full.
    private void writeOutput(Process service) throws IOException {
        var lines = new ArrayList<String>();
        var output = service.inputReader();
        var line = output.readLine();
        while (line != null && !line.equals("READY")) {
            lines.add(line);
            line = output.readLine();
        }
        assertThat(line).as(String.join("\n", lines)).isEqualTo("READY");
        Files.write(folder.resolve("output.txt"), lines);
    }

    private void jcmd(Process service, String file, String... words) throws Exception {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString());
        command.add(Long.toString(service.pid()));
        command.addAll(List.of(words));
        var output = Redirect.to(folder.resolve(file).toFile());
        var jcmd = new ProcessBuilder(command).redirectOutput(output).start();
        assertThat(jcmd.waitFor()).as(file).isZero();
    }

    private static Inspected inspect(String... words) {
        var inspected = Inspected.by(words);
        assertThat(inspected.exitCode()).as(inspected.err()).isEqualTo(ExitCode.OK);
        return inspected;
    }

    private Inspected inspectFile(String name) {
        return inspect("-o", "json", file(name));
    }

    private static void assertFound(Inspected inspected, String message, String confidence) {
        assertThat(inspected.findings()).as(inspected.out()).contains(KIND);
        var finding = inspected.finding(KIND);
        assertThat(finding.path("message").asString()).startsWith("compiled code " + message);
        assertThat(finding.path("confidence").asString()).isEqualTo(confidence);
    }

    @Test
    void a_full_code_cache_is_found_in_a_jvm_and_in_its_files() throws Exception {
        assertFoundOn(25);
    }

    @Tag("nightly")
    @Test
    void a_full_code_cache_of_jdk_21_is_found_too() throws Exception {
        assertFoundOn(21);
    }

    private void assertFoundOn(int version) throws Exception {
        var home = home(version);
        assumeThat(home).as("a JDK %d on this machine".formatted(version)).isPresent();
        var service = start(home.get());
        try {
            writeOutput(service);
            jcmd(service, "code.txt", "Compiler.codecache");
            jcmd(service, "metaspace.txt", "VM.metaspace");
            jcmd(service, "native.txt", "VM.native_memory", "summary");
            jcmd(service, "heap.txt", "GC.heap_info");
            var pid = Long.toString(service.pid());
            assertFound(inspect("--for", "2s", "-o", "json", pid), "takes ", "high");
            jcmd(service, "dump.txt", "JFR.dump", "filename=" + file("rec.jfr"));
            assertThat(new ProcessBuilder("kill", "-SEGV", pid).start().waitFor()).isZero();
            assertThat(service.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            service.destroyForcibly().waitFor();
        }
        for (var file : List.of("output.txt", "code.txt", "rec.jfr", "hs_err.log")) {
            assertFound(inspectFile(file), "found no room within the code cache", "medium");
        }
        for (var file : List.of("metaspace.txt", "native.txt", "heap.txt")) {
            var inspected = inspectFile(file);
            assertThat(inspected.findings()).as(inspected.out()).isEmpty();
            assertThat(inspected.json().at("/files/0/content").asString())
                    .startsWith("memory outside the heap (");
        }
        assertThat(inspectFile("metaspace.txt").json().path("notObserved").has("code")).isTrue();
    }
}
