package dev.loombench.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A JVM that runs {@link ScriptableProgram}, and its client.
public final class ScriptableProcess implements AutoCloseable {
    /// The main class that it runs.
    public static final String PROGRAM = ScriptableProgram.class.getName();

    private final Process process;
    private final Writer commands;
    private final BufferedReader replies;

    private ScriptableProcess(Process process) {
        this.process = process;
        commands = process.outputWriter();
        replies = process.inputReader();
    }

    /// Uses the serial collector, the same on every machine, and a fixed number of compiler
    /// threads, so that threads can be counted.
    public static ScriptableProcess start() {
        return start(List.of("-XX:+UseSerialGC"));
    }

    public static ScriptableProcess start(List<String> flags) {
        return start(java(), classes(ScriptableProgram.class), flags);
    }

    /// @param java of any JDK from 21
    /// @param classes folder or jar of the program
    public static ScriptableProcess start(String java, String classes, List<String> flags) {
        var command = new ArrayList<String>();
        command.add(java);
        command.add("-Xmx256m");
        command.add("-XX:-UseDynamicNumberOfCompilerThreads");
        command.add("-XX:+EnableDynamicAgentLoading");
        command.addAll(flags);
        command.addAll(List.of("-cp", classes, ScriptableProgram.class.getName()));
        try {
            var program =
                    new ScriptableProcess(
                            new ProcessBuilder(command)
                                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                                    .start());
            assertThat(program.replies.readLine()).isEqualTo("up");
            return program;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /// The folder or jar that a class came from.
    public static String classes(Class<?> type) {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath())
                .toString();
    }

    public long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /// Sends a command and waits for the reply.
    public long call(String command, int amount) {
        try {
            send(command, amount);
            return Long.parseLong(replies.readLine());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void exit() {
        try {
            send("exit", 0);
            process.waitFor();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void send(String command, int amount) throws IOException {
        commands.write(command + " " + amount + "\n");
        commands.flush();
    }

    /// Suspends the process: none of its threads runs until {@link #resume}. Sending the signal is
    /// not enough: the thread that handles it has to run before it stops the others.
    public void suspend() {
        signal("STOP");
        try {
            while (!isStopped()) {
                Thread.sleep(1);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean isStopped() throws IOException {
        var tasks = Path.of("/proc", Long.toString(pid()), "task");
        try (var folders = Files.newDirectoryStream(tasks)) {
            for (var folder : folders) {
                if (!isStopped(folder)) {
                    return false;
                }
            }
            return true;
        }
    }

    private static boolean isStopped(Path thread) {
        try {
            return Files.readString(thread.resolve("status")).contains("State:\tT");
        } catch (IOException ended) {
            return false; // it ran until now
        }
    }

    public void resume() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            var kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start();
            assertThat(kill.waitFor()).isZero();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
