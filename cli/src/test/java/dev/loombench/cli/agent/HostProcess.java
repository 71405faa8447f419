package dev.loombench.cli.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ScriptableProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A main class of the tests as a process in a network namespace; it prints a line when it is
/// ready.
final class HostProcess implements AutoCloseable {
    private final Process process;

    private HostProcess(Process process) {
        this.process = process;
    }

    /// Starts it and waits for its first line.
    static HostProcess start(String namespace, Class<?> main, String... arguments)
            throws IOException {
        var command =
                new ArrayList<>(
                        List.of(
                                "ip",
                                "netns",
                                "exec",
                                namespace,
                                ScriptableProcess.java(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path"),
                                main.getName()));
        command.addAll(Arrays.asList(arguments));
        var started =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        var host = new HostProcess(started);
        var line =
                new BufferedReader(new InputStreamReader(started.getInputStream(), UTF_8))
                        .readLine();
        if (line == null || !line.equals("READY")) {
            host.close();
            assertThat(line).as("first line of %s", main.getSimpleName()).isEqualTo("READY");
        }
        return host;
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
