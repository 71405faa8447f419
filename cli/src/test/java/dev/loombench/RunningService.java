package dev.loombench;

import dev.loombench.observe.ScriptableProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A `SampleService` that a test starts, as a user would: the lab only knows its URL.
///
/// @param port on loopback
public record RunningService(Process process, int port) implements AutoCloseable {

    /// Starts one on a free port, and returns when it listens.
    public static RunningService start(Path folder, String... options) throws IOException {
        return start(folder, 0, options);
    }

    /// @param port 0 for a free one
    public static RunningService start(Path folder, int port, String... options)
            throws IOException {
        var command = new ArrayList<String>();
        command.add(ScriptableProcess.java());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar"));
        command.add(SampleService.jar(folder).toString());
        command.addAll(List.of("--port", String.valueOf(port)));
        command.addAll(List.of(options));
        var process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        var line = process.inputReader(StandardCharsets.UTF_8).readLine();
        if (line == null || !line.startsWith(SampleService.LISTENS)) {
            throw new IOException("the service did not start: " + command + ": " + line);
        }
        var own = line.substring(SampleService.LISTENS.length());
        return new RunningService(process, Integer.parseInt(own));
    }

    public String url(String path) {
        return "http://127.0.0.1:" + port + path;
    }

    public long pid() {
        return process.pid();
    }

    /// Ends it at once.
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
