package dev.loombench.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.loombench.cli.console.ParentWatch;
import dev.loombench.text.TextSanitizer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// A command of Loombench in a process of its own: its output stays apart from the protocol, and it
/// can be ended. It ends by itself when this process has ended in any way.
final class CommandProcess {
    /// Longest output that is kept, in characters: more than any report in words.
    private static final int MOST_OUTPUT = 1 << 20;

    private static final int MOST_LINES = 40;

    /// Time in which an interrupted command reports and stops its servers; see `ShutdownSignal`.
    private static final Duration UNTIL_KILLED = Duration.ofSeconds(10);

    private final Process process;
    private final FutureTask<String> out;
    private final FutureTask<Void> err;
    private final Deque<String> lines = new ArrayDeque<>();

    /// What a command printed.
    ///
    /// @param out standard output, cut after its first MiB
    /// @param lines the last ones of standard error
    record Ended(int exitCode, String out, List<String> lines) {
        boolean isCut() {
            return out.length() >= MOST_OUTPUT;
        }
    }

    private CommandProcess(Process process) {
        this.process = process;
        out = reading("tool-output", () -> firstPart(process.inputReader(UTF_8)));
        err =
                reading(
                        "tool-errors",
                        () -> {
                            readLines();
                            return null;
                        });
    }

    /// Starts a command with the options of this JVM, on the same installation.
    ///
    /// @param words the command and its options
    static CommandProcess start(List<String> words) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.add(ParentWatch.OPTION);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add("dev.loombench.Main");
        command.addAll(words);
        return new CommandProcess(new ProcessBuilder(command).start());
    }

    private static <T> FutureTask<T> reading(String name, Callable<T> callable) {
        var task = new FutureTask<>(callable);
        Thread.ofPlatform().daemon().name(name).start(task);
        return task;
    }

    private static String firstPart(Reader reader) throws IOException {
        var kept = new StringBuilder();
        var buffer = new char[8192];
        for (int n = reader.read(buffer); n >= 0; n = reader.read(buffer)) {
            kept.append(buffer, 0, Math.min(n, MOST_OUTPUT - kept.length()));
        }
        return kept.toString();
    }

    private void readLines() throws IOException {
        try (var reader =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), UTF_8))) {
            for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                if (!line.isBlank()) {
                    add(TextSanitizer.of(line));
                }
            }
        }
    }

    private synchronized void add(String line) {
        lines.addLast(line);
        if (lines.size() > MOST_LINES) {
            lines.removeFirst();
        }
    }

    /// The last line of standard error, which shows the progress; empty before the first.
    synchronized String lastLine() {
        return lines.isEmpty() ? "" : lines.getLast();
    }

    private synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    /// Waits until it has ended, or for this time.
    boolean endsWithin(Duration time) throws InterruptedException {
        return process.waitFor(time.toNanos(), NANOSECONDS);
    }

    /// What it printed, once it has ended.
    Ended ended() throws InterruptedException, IOException {
        try {
            var text = out.get();
            err.get();
            return new Ended(process.waitFor(), text, lines());
        } catch (ExecutionException e) {
            throw new IOException("the output of a command was lost", e.getCause());
        }
    }

    /// Interrupts it as Ctrl-C does, so that it stops what it has started and keeps finished
    /// trials. `Process.destroy` would also close its output, which is read to its end.
    void interrupt() {
        process.toHandle().destroy();
    }

    /// Interrupts it, and kills it where it has not ended some seconds later.
    void end() throws InterruptedException {
        interrupt();
        if (!endsWithin(UNTIL_KILLED)) {
            process.toHandle().destroyForcibly();
            process.waitFor();
        }
    }
}
