package dev.loombench.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleJar;
import dev.loombench.cli.LabProcess;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.observe.ContainedJvm;
import dev.loombench.observe.ScriptableProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// `loombench inspect` without a process lists real JVMs, and takes a name in place of an id.
@EnabledOnOs(OS.LINUX)
class JvmListIT {
    @Test
    void a_jvm_is_listed_with_what_it_runs_and_inspected_by_its_name(@TempDir Path folder)
            throws Exception {
        var jar = jar(folder.resolve("only-%d.jar".formatted(ProcessHandle.current().pid())));
        var process =
                new ProcessBuilder(ScriptableProcess.java(), "-Xmx64m", "-jar", jar.toString())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try {
            assertThat(process.inputReader().readLine()).isEqualTo("up");
            var name = jar.getFileName().toString();
            assertThat(Inspected.by().out().lines())
                    .anyMatch(line -> line.startsWith(name) && line.contains(" " + process.pid()))
                    .noneMatch(line -> line.contains(" " + ProcessHandle.current().pid() + " "));
            var inspected = Inspected.by("--for", "1s", "--output", "json", name);
            assertThat(inspected.json().path("pid").asLong()).isEqualTo(process.pid());
            var unknown = Inspected.by(name + "-of-none");
            assertThat(unknown.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(unknown.err()).contains("no JVM of this user runs", name);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /// A jar that runs the program from the classes of the tests.
    private static Path jar(Path file) throws Exception {
        var classes = Path.of(ScriptableProcess.classes(ScriptableProcess.class)).toUri();
        return SampleJar.write(
                file,
                Map.of("Main-Class", ScriptableProcess.PROGRAM, "Class-Path", classes.toString()));
    }

    /// As from the machine of a container: by its id there.
    @Test
    void a_jvm_in_a_container_is_listed_by_its_id_outside() throws Exception {
        try (var jvm = ContainedJvm.start(List.of("--net", "--pid"), "mode=1777")) {
            assertThat(Inspected.by().out().lines())
                    .anyMatch(line ->
                            line.startsWith(ScriptableProcess.PROGRAM)
                                    && line.contains(" " + jvm.pid()));
        }
    }

    /// As with `kubectl debug --target` and `docker run --pid container:NAME`: the lab has the
    /// process ids of the container, in which the JVM is the first process, and other files.
    @Test
    void a_jvm_is_listed_and_inspected_with_the_process_ids_of_its_container(@TempDir Path folder)
            throws Exception {
        try (var jvm = ContainedJvm.start(List.of("--pid"), "mode=1777")) {
            assertThat(beside(jvm, folder, "inspect").lines())
                    .anyMatch(line -> line.matches(ScriptableProcess.PROGRAM + " +1 .*"));
            assertThat(beside(jvm, folder, "inspect", "--for", "1s", "--output", "json", "1"))
                    .containsPattern("\"pid\"\\s*:\\s*1,")
                    .contains(ScriptableProcess.PROGRAM);
            assertThat(beside(jvm, folder, "inspect", "--for", "1s", "ScriptableProgram"))
                    .contains("process 1 (" + ScriptableProcess.PROGRAM);
            assertThat(jvm.output()).isEqualTo("up\n");
            assertThat(jvm.temporaryFiles()).isEmpty();
        }
    }

    /// Runs the lab with the process ids of a container.
    private static String beside(ContainedJvm jvm, Path folder, String... words) throws Exception {
        try (var lab = LabProcess.startWithProcessIdsOf(jvm.pid(), folder, words)) {
            assertThat(lab.exitCode()).as(lab.err()).isEqualTo(ExitCode.OK);
            return lab.out();
        }
    }
}
