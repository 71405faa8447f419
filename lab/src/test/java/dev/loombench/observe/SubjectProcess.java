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
import java.util.concurrent.TimeUnit;

/// A JVM that runs {@link Subject}, and the way to give it orders.
public final class SubjectProcess implements AutoCloseable {
    private final Process process;
    private final Writer orders;
    private final BufferedReader answers;

    private SubjectProcess(Process process) {
        this.process = process;
        orders = process.outputWriter();
        answers = process.inputReader();
    }

    /// With the collector that is the same on every machine, and compiler threads that neither come
    /// nor go, so that threads can be counted.
    public static SubjectProcess start() {
        return start(List.of("-XX:+UseSerialGC"));
    }

    public static SubjectProcess start(List<String> flags) {
        var command = new ArrayList<String>();
        command.add(java());
        command.add("-Xmx256m");
        command.add("-XX:-UseDynamicNumberOfCompilerThreads");
        command.add("-XX:+EnableDynamicAgentLoading");
        command.addAll(flags);
        command.addAll(List.of("-cp", classes(Subject.class), Subject.class.getName()));
        try {
            var subject =
                    new SubjectProcess(
                            new ProcessBuilder(command)
                                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                                    .start());
            assertThat(subject.answers.readLine()).isEqualTo("up");
            return subject;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
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

    /// Gives an order and waits for its answer.
    public long tell(String order, int amount) {
        try {
            order(order, amount);
            return Long.parseLong(answers.readLine());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public void exit() {
        try {
            order("exit", 0);
            process.waitFor();
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private void order(String order, int amount) throws IOException {
        orders.write(order + " " + amount + "\n");
        orders.flush();
    }

    /// Makes the process hang: none of its threads runs until {@link #thaw}. The signal alone says
    /// nothing yet: the thread that takes it has to come to run before it stops the others.
    public void freeze() {
        signal("STOP");
        try {
            while (!isStopped()) {
                Thread.sleep(1);
            }
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private boolean isStopped() throws IOException {
        var tasks = Path.of("/proc", Long.toString(pid()), "task");
        try (var folders = Files.newDirectoryStream(tasks)) {
            for (var folder : folders) {
                if (!Files.readString(folder.resolve("status")).contains("State:\tT")) {
                    return false;
                }
            }
            return true;
        }
    }

    public void thaw() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            var kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start();
            assertThat(kill.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(kill.exitValue()).isZero();
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
