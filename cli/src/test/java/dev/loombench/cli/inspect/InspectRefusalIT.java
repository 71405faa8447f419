package dev.loombench.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.console.ExitCode;
import dev.loombench.observe.AgentThread;
import dev.loombench.observe.ScriptableProcess;
import dev.loombench.observe.proc.ProcessState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// `loombench inspect` of processes that cannot be inspected, or that end meanwhile.
@EnabledOnOs(OS.LINUX)
class InspectRefusalIT {
    @Test
    void a_process_that_cannot_be_inspected_is_refused_with_the_reason() throws Exception {
        var other = new ProcessBuilder("sleep", "600").start();
        try {
            assertRefused(other.pid(), "process %d: it is not a JVM".formatted(other.pid()));
            suspend(other.pid());
            assertRefused(other.pid(), "kill -CONT %d continues it".formatted(other.pid()));
        } finally {
            other.destroyForcibly().waitFor();
        }
        assertRefused(other.pid(), "there is no process " + other.pid());
    }

    private static void suspend(long pid) throws Exception {
        assertThat(new ProcessBuilder("kill", "-STOP", Long.toString(pid)).start().waitFor())
                .isZero();
        while (ProcessState.of(pid) != ProcessState.STOPPED) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    /// The parent is the shell until it has become `sleep`, which awaits no child.
    @Test
    void a_process_that_has_ended_and_is_not_awaited_is_refused() throws Exception {
        var parent = new ProcessBuilder("sh", "-c", "sleep 60 & echo $!; exec sleep 60").start();
        long child = Long.parseLong(parent.inputReader().readLine());
        try {
            var name = Path.of("/proc", Long.toString(parent.pid()), "comm");
            while (!Files.readString(name).strip().equals("sleep")) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
            ProcessHandle.of(child).orElseThrow().destroyForcibly();
            while (ProcessState.of(child) != ProcessState.ENDED) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
            assertRefused(child, "process %d: it has ended".formatted(child));
        } finally {
            ProcessHandle.of(child).ifPresent(ProcessHandle::destroyForcibly);
            parent.destroyForcibly().waitFor();
        }
    }

    @Test
    void a_jvm_that_allows_no_attaching_is_refused() {
        try (var service = ScriptableProcess.start(List.of("-XX:+DisableAttachMechanism"))) {
            assertRefused(service.pid(), "it runs with -XX:+DisableAttachMechanism");
        }
    }

    /// Neither its command line nor its environment shows the flag.
    @Test
    void a_jvm_that_allows_no_attaching_by_an_argument_file_is_refused(@TempDir Path folder)
            throws Exception {
        var arguments = Files.writeString(folder.resolve("flags"), "-XX:+DisableAttachMechanism\n");
        try (var service = ScriptableProcess.start(List.of("@" + arguments))) {
            assertRefused(service.pid(), "it runs with -XX:+DisableAttachMechanism");
            assertThat(service.call("gc", 0)).isZero(); // no list of threads in its output
        }
    }

    private static void assertRefused(long pid, String message) {
        var result = Inspected.by("--for", "1s", Long.toString(pid));
        assertThat(result.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(result.err()).contains(message);
    }

    @Test
    void a_service_that_ends_meanwhile_is_reported() throws Exception {
        try (var service = ScriptableProcess.start();
                var executor = Executors.newSingleThreadExecutor()) {
            var inspection =
                    executor.submit(
                            () -> Inspected.by("--for", "1m", Long.toString(service.pid())));
            while (!AgentThread.isIn(service.pid())) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
            TimeUnit.SECONDS.sleep(1); // until it has connected to the inspection
            service.exit();
            assertThat(inspection.get().exitCode()).isEqualTo(ExitCode.INVALID);
            assertThat(inspection.get().err())
                    .contains(
                            "process %d has ended during the inspection".formatted(service.pid()));
        }
    }
}
