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

/// A process that the harness started: paused and resumed at will, and dead when the harness is,
/// however that ends.
///
/// The kernel kills it when the thread that started it ends (`setpriv --pdeathsig`), so children
/// are started by the main thread alone.
final class Child implements AutoCloseable {
    private static final Set<Child> ALIVE = ConcurrentHashMap.newKeySet();
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final String name;
    private final Process process;
    private final Path errors;

    private Child(String name, Process process, Path errors) {
        this.name = name;
        this.process = process;
        this.errors = errors;
    }

    /// Starts a command. Its standard error goes to `<name>.err` in the folder, its standard output
    /// to `<name>.out` there.
    static Child start(String name, List<String> command, Path folder) {
        return start(name, command, folder, Redirect.to(folder.resolve(name + ".out").toFile()));
    }

    /// The same, its standard output for us to read.
    static Child startTalking(String name, List<String> command, Path folder) {
        return start(name, command, folder, Redirect.PIPE);
    }

    private static Child start(String name, List<String> command, Path folder, Redirect output) {
        var line = new ArrayList<>(List.of("setpriv", "--pdeathsig", "KILL"));
        line.addAll(command);
        var errors = folder.resolve(name + ".err");
        var builder =
                new ProcessBuilder(line).redirectError(errors.toFile()).redirectOutput(output);
        try {
            var child = new Child(name, builder.start(), errors);
            ALIVE.add(child);
            return child;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + command, e);
        }
    }

    /// Ends whatever still runs; for the end of the harness.
    static void closeAll() {
        ALIVE.forEach(Child::close);
    }

    /// The first line it prints.
    String firstLine() {
        try {
            var line = process.inputReader().readLine();
            if (line == null) {
                throw new Failed(name + " said nothing: " + lastErrors());
            }
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Closes its standard input.
    void closeInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Stops every thread of it, and returns when they have stopped.
    void pause() {
        Kernel.send(Kernel.Signal.STOP, process.pid());
        long limit = System.nanoTime() + PATIENCE.toNanos();
        while (!stopped()) {
            requireAlive();
            if (System.nanoTime() > limit) {
                throw new Failed(name + " does not stop on SIGSTOP");
            }
            LockSupport.parkNanos(100_000);
        }
    }

    void resume() {
        Kernel.send(Kernel.Signal.CONT, process.pid());
    }

    private boolean stopped() {
        try (var tasks = Files.list(proc("task"))) {
            return tasks.allMatch(Child::stopped);
        } catch (IOException | UncheckedIOException gone) {
            return false; // and requireAlive tells why
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

    /// CPU time of all its threads so far, ns.
    long cpuNanos() {
        requireAlive();
        return Kernel.cpuNanos(process.pid());
    }

    boolean alive() {
        return process.isAlive();
    }

    /// Resident set now, KB.
    long residentKilobytes() {
        requireAlive();
        return status("VmRSS:").orElseThrow(() -> new Failed(name + " has no resident set"));
    }

    /// The largest resident set so far, KB; 0 when it is ending, and has given its memory back.
    long peakKilobytes() {
        return status("VmHWM:").orElse(0);
    }

    private OptionalLong status(String key) {
        try (var lines = Files.lines(proc("status"))) {
            return lines.filter(l -> l.startsWith(key))
                    .mapToLong(l -> Long.parseLong(l.replaceAll("\\D", "")))
                    .findFirst();
        } catch (NoSuchFileException | UncheckedIOException gone) {
            return OptionalLong.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Waits until it has ended by itself.
    ///
    /// @return its exit code
    int await(Duration limit) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new Failed(name + " had not ended after " + limit.toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            throw new Failed("interrupted while " + name + " ran");
        }
        ALIVE.remove(this);
        return process.exitValue();
    }

    /// Waits until it has ended by itself, and well.
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

    private Failed ended() {
        return new Failed(
                "%s ended with %d: %s".formatted(name, process.exitValue(), lastErrors()));
    }

    private String lastErrors() {
        try {
            var text = Files.readString(errors).strip();
            return text.isEmpty()
                    ? "it gave no reason"
                    : text.substring(Math.max(0, text.length() - 300));
        } catch (IOException e) {
            return "its errors cannot be read: " + e;
        }
    }

    private Path proc(String file) {
        return Path.of("/proc", Long.toString(process.pid()), file);
    }

    /// Lets it go on if it was paused, then ends it and whatever it started.
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
            process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
