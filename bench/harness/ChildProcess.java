package harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// A process that the harness starts, pauses and resumes. It never outlives the harness.
///
/// The kernel kills it when the thread that started it ends (`setpriv --pdeathsig`), so only the
/// main thread starts children.
final class ChildProcess implements AutoCloseable {
    private static final Set<ChildProcess> ALIVE = ConcurrentHashMap.newKeySet();
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final String name;
    private final Process process;
    private final Path errors;

    private ChildProcess(String name, Process process, Path errors) {
        this.name = name;
        this.process = process;
        this.errors = errors;
    }

    /// Starts a command. Its standard error goes to `<name>.err` in the folder, its standard output
    /// to `<name>.out` there.
    static ChildProcess start(String name, List<String> command, Path folder) {
        return start(name, command, folder, Redirect.to(folder.resolve(name + ".out").toFile()));
    }

    /// Starts a command whose standard output the harness reads.
    static ChildProcess startPiped(String name, List<String> command, Path folder) {
        return start(name, command, folder, Redirect.PIPE);
    }

    private static ChildProcess start(
            String name, List<String> command, Path folder, Redirect output) {
        var line = new ArrayList<>(List.of("setpriv", "--pdeathsig", "KILL"));
        line.addAll(command);
        var errors = folder.resolve(name + ".err");
        var builder =
                new ProcessBuilder(line).redirectError(errors.toFile()).redirectOutput(output);
        try {
            var child = new ChildProcess(name, builder.start(), errors);
            ALIVE.add(child);
            return child;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + command, e);
        }
    }

    /// Ends every child that still runs.
    static void closeAll() {
        ALIVE.forEach(ChildProcess::close);
    }

    /// The first line that the process prints.
    String firstLine() {
        try {
            var line = process.inputReader().readLine();
            if (line == null) {
                throw new HarnessException(name + " printed no line: " + lastErrors());
            }
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Closes the standard input of the process.
    void closeInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Stops the process, and returns once all its threads have stopped.
    void pause() {
        Kernel.send(Kernel.Signal.STOP, process.pid());
        long limit = System.nanoTime() + TIMEOUT.toNanos();
        while (!stopped()) {
            requireAlive();
            if (System.nanoTime() > limit) {
                throw new HarnessException(name + " does not stop on SIGSTOP");
            }
            LockSupport.parkNanos(100_000);
        }
    }

    void resume() {
        Kernel.send(Kernel.Signal.CONT, process.pid());
    }

    private boolean stopped() {
        try (var tasks = Files.list(proc("task"))) {
            return tasks.allMatch(ChildProcess::stopped);
        } catch (IOException | UncheckedIOException gone) {
            return false; // requireAlive reports the cause
        }
    }

    private static boolean stopped(Path task) {
        try {
            var stat = Files.readString(task.resolve("stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// CPU time of all threads so far, ns.
    long cpuNanos() {
        requireAlive();
        return Kernel.cpuNanos(process.pid());
    }

    /// How often its threads have waited so far, without those that have ended.
    long waits() {
        requireAlive();
        try (var tasks = Files.list(proc("task"))) {
            return tasks.map(task -> task.resolve("status"))
                    .mapToLong(file -> figure(file, "voluntary_ctxt_switches:").orElse(0))
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean alive() {
        return process.isAlive();
    }

    /// Current resident set, KB.
    long residentKilobytes() {
        requireAlive();
        return status("VmRSS:")
                .orElseThrow(() -> new HarnessException(name + " has no resident set"));
    }

    /// Largest resident set so far, KB; 0 once the ending process has released its memory.
    long peakKilobytes() {
        return status("VmHWM:").orElse(0);
    }

    private OptionalLong status(String key) {
        return figure(proc("status"), key);
    }

    private static OptionalLong figure(Path status, String key) {
        try (var lines = Files.lines(status)) {
            return lines.filter(l -> l.startsWith(key))
                    .mapToLong(l -> Long.parseLong(l.replaceAll("\\D", "")))
                    .findFirst();
        } catch (NoSuchFileException | UncheckedIOException gone) {
            return OptionalLong.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Waits until the process ends.
    ///
    /// @return the exit code
    int await(Duration limit) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new HarnessException(name + " still runs after " + limit.toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            throw new HarnessException("interrupted while " + name + " ran");
        }
        ALIVE.remove(this);
        return process.exitValue();
    }

    /// Waits until the process ends with exit code 0.
    void awaitSuccess(Duration limit) {
        if (await(limit) != 0) {
            throw ended();
        }
    }

    void requireAlive() {
        if (!process.isAlive()) {
            throw ended();
        }
    }

    private HarnessException ended() {
        return new HarnessException(
                "%s ended with exit code %d: %s"
                        .formatted(name, process.exitValue(), lastErrors()));
    }

    private String lastErrors() {
        try {
            var text = Files.readString(errors).strip();
            return text.isEmpty()
                    ? "no error output"
                    : text.substring(Math.max(0, text.length() - 300));
        } catch (IOException e) {
            return "its error output cannot be read: " + e;
        }
    }

    private Path proc(String file) {
        return Path.of("/proc", Long.toString(process.pid()), file);
    }

    /// Kills the process and its descendants, after a resume in case it was paused.
    @Override
    public void close() {
        ALIVE.remove(this);
        if (!process.isAlive()) {
            return;
        }
        resume();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
