package dev.loombench.observe.jmx;

import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.jmx.AgentConnection.ConnectionLost;
import dev.loombench.result.Observation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.jspecify.annotations.Nullable;

/// A live JVM that is read once for a diagnosis, over attach, and left as it was: `close` ends the
/// recording and the agent's connection.
///
/// One thread talks to the JVM, and each wait for it has a limit. A JVM that ends is a
/// `ProcessEndedException`, one that does not reply a `NoReplyException`; a figure that it does not
/// provide is an `IOException` with the reason.
public final class InspectedJvm implements AutoCloseable {
    /// A JVM that lacks processors, which is worth inspecting, may take long.
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final ObjectName RUNTIME = JmxConnection.bean("java.lang:type=Runtime");
    private static final ObjectName SYSTEM = JmxConnection.bean("java.lang:type=OperatingSystem");
    private static final ObjectName MEMORY = JmxConnection.bean("java.lang:type=Memory");
    private static final ObjectName THREADS = JmxConnection.bean("java.lang:type=Threading");
    private static final ObjectName DIRECT =
            JmxConnection.bean("java.nio:type=BufferPool,name=direct");
    private static final ObjectName DIAGNOSTICS =
            JmxConnection.bean("com.sun.management:type=HotSpotDiagnostic");
    private static final ObjectName COMMANDS =
            JmxConnection.bean("com.sun.management:type=DiagnosticCommand");

    private static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";

    private final long pid;
    private final ExecutorService worker;
    private final JmxConnection connection;
    private final Path folder;
    private boolean attachCommands = true;
    private Optional<PinnedWaits> recording = Optional.empty();
    private volatile Map<Long, List<String>> sampledStacks = Map.of();

    private InspectedJvm(long pid, ExecutorService worker, JmxConnection connection, Path folder) {
        this.pid = pid;
        this.worker = worker;
        this.connection = connection;
        this.folder = folder;
    }

    /// @param folder for files that the JVM writes and this reads
    /// @throws dev.loombench.spec.text.SpecError when the process cannot be attached to
    public static InspectedJvm attach(long pid, Path folder) {
        NamedJvm.requireAttachable(pid);
        var worker =
                Executors.newSingleThreadExecutor(
                        Thread.ofPlatform().daemon().name("inspect-" + pid).factory());
        try {
            var connection = await(pid, worker, () -> JmxConnection.attach(pid));
            return new InspectedJvm(pid, worker, connection, folder);
        } catch (IOException e) {
            worker.shutdown();
            throw NamedJvm.refusal(pid, e);
        } catch (RuntimeException e) {
            worker.shutdown();
            throw e;
        }
    }

    private static <T> T await(long pid, ExecutorService worker, Callable<T> call)
            throws IOException {
        try {
            return worker.submit(call).get(LIMIT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new NoReplyException(pid, LIMIT);
        } catch (ExecutionException e) {
            throw failure(pid, e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static IOException failure(long pid, @Nullable Throwable cause) {
        if (cause instanceof ConnectionLost || ProcessHandle.of(pid).isEmpty()) {
            throw new ProcessEndedException(pid);
        }
        return switch (cause) {
            case IOException io -> io;
            case RuntimeException other -> throw other;
            case null, default -> new IOException(String.valueOf(cause), cause);
        };
    }

    private <T> T call(Callable<T> call) throws IOException {
        return await(pid, worker, call);
    }

    public JvmIdentity identity() throws IOException {
        return call(() -> {
            var runtime = connection.attributes(RUNTIME, "SystemProperties");
            var properties = runtime.values().get("SystemProperties");
            var heap = connection.attributes(MEMORY, "HeapMemoryUsage").usage("HeapMemoryUsage");
            return new JvmIdentity(
                    Runtime.Version.parse(property(properties, "java.runtime.version")),
                    property(properties, "java.vendor"),
                    (int) connection.number(SYSTEM, "AvailableProcessors").orElse(1),
                    heap.map(usage -> usage.getMax()).orElse(-1L),
                    flag("MaxDirectMemorySize"),
                    number(property(properties, PARALLELISM)));
        });
    }

    private static String property(@Nullable Object properties, String key) {
        var entry = properties instanceof TabularData table ? table.get(new Object[] {key}) : null;
        return entry == null ? "" : String.valueOf(entry.get("value"));
    }

    private static OptionalLong number(String text) {
        return text.matches("\\d{1,9}")
                ? OptionalLong.of(Long.parseLong(text))
                : OptionalLong.empty();
    }

    /// The value of a flag of the JVM; empty where it is 0.
    private OptionalLong flag(String name) throws IOException {
        var option =
                connection.invoke(
                        DIAGNOSTICS, "getVMOption", new Object[] {name}, String.class.getName());
        var value = option instanceof CompositeData data ? data.get("value") : "";
        var text = String.valueOf(value);
        return text.matches("[1-9]\\d{0,17}")
                ? OptionalLong.of(Long.parseLong(text))
                : OptionalLong.empty();
    }

    /// @throws IOException before JDK 24
    public SchedulerState scheduler() throws IOException {
        return call(() -> SchedulerBean.read(connection))
                .orElseThrow(() ->
                        new IOException("this JVM has no VirtualThreadScheduler bean (JDK 24)"));
    }

    /// The platform threads that Java code runs on.
    public long threads() throws IOException {
        return call(() -> connection.number(THREADS, "ThreadCount").orElse(0));
    }

    /// Memory of direct buffers, bytes.
    public OptionalLong directBytes() throws IOException {
        return call(() -> connection.number(DIRECT, "MemoryUsed"));
    }

    /// The pools that it publishes now.
    public PublishedPools pools() throws IOException {
        return call(() -> PoolBeans.readAll(connection));
    }

    /// Prints the platform threads with the virtual threads that they carry, at one safepoint.
    public List<PrintedThread> printThreads() throws IOException {
        return PrintedThread.parse(call(this::threadPrint));
    }

    /// Counts the live objects, which stops the JVM for a collection and a walk of its heap.
    public ClassHistogram histogram() throws IOException {
        return ClassHistogram.parse(call(() -> command("gcClassHistogram")));
    }

    private String threadPrint() throws IOException {
        if (attachCommands) {
            try {
                return AttachCommand.execute(pid, "Thread.print");
            } catch (IOException | UncheckedIOException e) {
                attachCommands = false; // as outside Linux: the bean has it too
            }
        }
        return command("threadPrint");
    }

    private String command(String operation) throws IOException {
        return String.valueOf(
                connection.invoke(
                        COMMANDS,
                        operation,
                        new Object[] {new String[0]},
                        String[].class.getName()));
    }

    /// Lists all threads, virtual ones too; a JDK 21 to 25 may crash (JDK-8364343).
    public Observation listThreads() throws IOException {
        return call(() -> new ThreadLister(folder).list(connection));
    }

    /// Starts to record waits that keep a carrier.
    ///
    /// @param limit the recording ends by itself after this time, should the lab be killed
    /// @param stacks whether the stacks of virtual threads on carriers are sampled too
    public void recordPinnedWaits(Duration limit, boolean stacks) throws IOException {
        recording =
                Optional.of(
                        call(() ->
                                PinnedWaits.record(
                                        connection,
                                        folder,
                                        Map.of("duration", limit.toSeconds() + " s"),
                                        stacks ? SampledStacks.settings() : Map.of())));
    }

    /// Ends the recording and returns the waits that began since a time.
    public Observation pinnedWaits(Instant from) throws IOException {
        var current = recording.orElseThrow(() -> new IllegalStateException("nothing is recorded"));
        recording = Optional.empty();
        return call(() -> {
            var waits = current.read(from, Instant.now());
            sampledStacks = SampledStacks.read(current.file());
            return waits;
        });
    }

    /// The stacks of virtual threads on carriers in the recording that has been read.
    ///
    /// @return number of the virtual thread -> its last stack, from the top
    public Map<Long, List<String>> sampledStacks() {
        return sampledStacks;
    }

    @Override
    public void close() {
        worker.execute(() -> {
            recording.ifPresent(PinnedWaits::discard);
            connection.close();
        });
        worker.shutdown();
        try {
            // The recording must have ended before this process may.
            worker.awaitTermination(2, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
