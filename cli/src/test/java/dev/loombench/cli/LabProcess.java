package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.console.ExitCode;
import dev.loombench.observe.ScriptableProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/// The lab in a separate process, and its output.
public final class LabProcess implements AutoCloseable {
    private static final Path HOME =
            Path.of(System.getProperty("loombench.home")).toAbsolutePath().normalize();

    /// Shorter than the limit of a test, so that the message is seen.
    private static final Duration TIMEOUT = Duration.ofMinutes(8);

    /// Listing all processes of the machine takes some milliseconds of CPU time.
    private static final long POLL_MILLIS = 50;

    /// A background process of a script ignores SIGINT, and so do its children, JVMs included. This
    /// restores the default, as in a terminal.
    private static final List<String> WITH_SIGINT =
            isSigintIgnored() ? List.of("env", "--default-signal=INT") : List.of();

    private static final List<String> JAVA =
            List.of(
                    ScriptableProcess.java(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "--enable-native-access=ALL-UNNAMED",
                    "-Dloombench.home=" + HOME,
                    "-Duser.home=" + System.getProperty("user.home"),
                    // must not affect the output
                    "-Duser.language=de",
                    "-Duser.country=DE");

    private final Process process;
    private final Path out;
    private final Path err;

    private LabProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /// @param folder the working folder; output goes to files in it
    public static LabProcess start(Path folder, String... args) throws IOException {
        return start(folder, List.of(), args);
    }

    /// Starts the lab with a limit on the size of each file, which simulates a full disk.
    ///
    /// @param kibibytes per file
    public static LabProcess startWithFilesUpTo(int kibibytes, Path folder, String... args)
            throws IOException {
        return startWithLimit("-f", kibibytes, folder, args);
    }

    /// Starts the lab with a limit on its file descriptors.
    public static LabProcess startWithDescriptors(int count, Path folder, String... args)
            throws IOException {
        return startWithLimit("-n", count, folder, args);
    }

    /// Starts the lab on one processor.
    public static LabProcess startOnCpu(int cpu, Path folder, String... args) throws IOException {
        return startOnCpu(cpu, Map.of(), folder, args);
    }

    /// Starts the lab on one processor, with these variables in its environment.
    public static LabProcess startOnCpu(
            int cpu, Map<String, String> environment, Path folder, String... args)
            throws IOException {
        var pinned = List.of("taskset", "-c", Integer.toString(cpu));
        return start(folder, pinned, environment, args);
    }

    /// Starts the lab, whose services in Java run with the first compiler tier only.
    public static LabProcess startWithCheapServices(Path folder, String... args)
            throws IOException {
        return start(folder, List.of("env", "JDK_JAVA_OPTIONS=-XX:TieredStopAtLevel=1"), args);
    }

    /// Starts the lab with these variables in its environment.
    public static LabProcess startWithEnvironment(
            Map<String, String> environment, Path folder, String... args) throws IOException {
        return start(folder, List.of(), environment, args);
    }

    /// Starts the lab with the process ids of another process, and with no other namespace of it.
    public static LabProcess startWithProcessIdsOf(long pid, Path folder, String... args)
            throws IOException {
        var other = List.of("nsenter", "--target", Long.toString(pid), "--pid");
        return start(
                folder,
                Stream.concat(other.stream(), Stream.of("unshare", "--mount-proc")).toList(),
                args);
    }

    /// Starts the lab in a network namespace.
    public static LabProcess startIn(String namespace, Path folder, String... args)
            throws IOException {
        return start(folder, List.of("ip", "netns", "exec", namespace), args);
    }

    private static LabProcess startWithLimit(String which, int limit, Path folder, String... args)
            throws IOException {
        var limited = "ulimit %s %d; exec \"$@\"".formatted(which, limit);
        return start(folder, List.of("bash", "-c", limited, "bash"), args);
    }

    private static LabProcess start(Path folder, List<String> prefix, String... args)
            throws IOException {
        return start(folder, prefix, Map.of(), args);
    }

    private static LabProcess start(
            Path folder, List<String> prefix, Map<String, String> environment, String... args)
            throws IOException {
        var out = Files.createTempFile(folder, "out", ".txt");
        var err = Files.createTempFile(folder, "err", ".txt");
        var command = command(folder, prefix, args);
        var builder =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile());
        // Without a desktop, so that no test opens a window.
        builder.environment().keySet().removeAll(List.of("DISPLAY", "WAYLAND_DISPLAY"));
        builder.environment().putAll(environment);
        return new LabProcess(builder.start(), out, err);
    }

    /// The words that start the lab.
    public static List<String> command(Path folder, String... args) {
        return command(folder, List.of(), args);
    }

    private static List<String> command(Path folder, List<String> prefix, String... args) {
        var command = new ArrayList<>(WITH_SIGINT);
        command.addAll(prefix);
        command.addAll(JAVA);
        command.addAll(LabCache.options(HOME, JAVA));
        // the files of a process that is killed are removed with the folder
        command.add("-Djava.io.tmpdir=" + folder);
        command.add("dev.loombench.Main");
        command.addAll(Arrays.asList(args));
        return command;
    }

    private static boolean isSigintIgnored() {
        try (var status = Files.lines(Path.of("/proc/self/status"))) {
            return status.filter(line -> line.startsWith("SigIgn:"))
                    .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
                    .anyMatch(ignored -> (ignored & 0b10) != 0);
        } catch (IOException e) {
            return false; // no Linux
        }
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public int exitCode() throws InterruptedException, IOException {
        assertThat(process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                .as("it ends; so far:\n%s", err())
                .isTrue();
        return process.exitValue();
    }

    /// Waits until it has a result, whatever the verdict.
    public void awaitResult() throws InterruptedException, IOException {
        assertThat(exitCode()).as(err()).isIn(ExitCode.OK, ExitCode.UNDECIDED, ExitCode.INVALID);
    }

    public String out() throws IOException {
        return Files.readString(out);
    }

    public String err() throws IOException {
        return Files.readString(err);
    }

    /// The servers that it has started and not yet stopped.
    public List<ProcessHandle> servers() {
        return process.toHandle().children().toList();
    }

    public void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(pid())).inheritIO().start().waitFor();
    }

    /// Waits until standard error shows the end of this many trials.
    public void awaitTrials(int count) throws IOException, InterruptedException {
        await(
                "trial " + count + " ended",
                () -> err().lines().filter(l -> l.startsWith("[")).count() >= count);
    }

    /// Waits until the measured window of a load is open: a few milliseconds after the start of the
    /// thread that collects intervals. Only Linux shows the names of threads.
    public void awaitWindow() throws IOException, InterruptedException {
        await("the measured window opens", this::collectsIntervals);
        Thread.sleep(20);
    }

    /// The same for an agent; fails at once when its controller has ended.
    public void awaitWindow(LabProcess controller) throws IOException, InterruptedException {
        await(
                "the measured window opens",
                () -> {
                    assertThat(controller.process.isAlive())
                            .as("the controller: %s%s", controller.out(), controller.err())
                            .isTrue();
                    return collectsIntervals();
                });
        Thread.sleep(20);
    }

    private boolean collectsIntervals() throws IOException {
        try (var threads = Files.list(Path.of("/proc", Long.toString(pid()), "task"))) {
            return threads.map(LabProcess::name).anyMatch("loombench-intervals"::startsWith);
        }
    }

    /// At most 15 characters; for a thread that has ended a name that starts no other.
    private static String name(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).strip();
        } catch (IOException ended) {
            return "-";
        }
    }

    public ProcessHandle awaitServer() throws IOException, InterruptedException {
        await("a server was started", () -> !servers().isEmpty());
        return servers().getFirst();
    }

    public interface Condition {
        boolean holds() throws IOException;
    }

    public void await(String what, Condition condition) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (!condition.holds()) {
            assertThat(System.nanoTime() - deadline)
                    .as("%s; so far:\n%s", what, err())
                    .isNegative();
            Thread.sleep(POLL_MILLIS);
        }
    }

    public static void awaitGone(List<ProcessHandle> processes) throws InterruptedException {
        BooleanSupplier gone = () -> processes.stream().noneMatch(ProcessHandle::isAlive);
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (!gone.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline)
                    .as("servers outlive the lab: %s", processes)
                    .isNegative();
            Thread.sleep(POLL_MILLIS);
        }
    }

    /// Kills it, and waits until it is dead: until then it may write to the folder of its test,
    /// which is deleted.
    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().join();
    }
}
