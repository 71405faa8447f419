package dev.loombench.observe.jvm;

import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.jvm.attach.AgentSocket;
import dev.loombench.observe.jvm.attach.DiagnosticCommands;
import dev.loombench.observe.jvm.attach.JvmAgentConnection.ConnectionLost;
import dev.loombench.observe.jvm.attach.JvmAttachment;
import dev.loombench.observe.jvm.attach.JvmBeans;
import dev.loombench.observe.jvm.attach.NamedJvm;
import dev.loombench.observe.jvm.attach.Patience;
import dev.loombench.observe.jvm.attach.PerfCounters;
import dev.loombench.observe.jvm.attach.SharedFolder;
import dev.loombench.observe.jvm.figure.CollectionState;
import dev.loombench.observe.jvm.figure.LockOwner;
import dev.loombench.observe.jvm.figure.PublishedPools;
import dev.loombench.observe.jvm.figure.SchedulerState;
import dev.loombench.observe.proc.ProcessNamespaces;
import dev.loombench.observe.proc.ProcessState;
import dev.loombench.observe.result.ClassHistogram;
import dev.loombench.observe.result.JavaRuntime;
import dev.loombench.observe.result.JvmIdentity;
import dev.loombench.observe.result.LimitedMemory;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.ThreadLocalSample;
import dev.loombench.observe.result.VirtualMachine;
import dev.loombench.observe.threads.ListedThread;
import dev.loombench.observe.threads.ThreadPrint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/// A live JVM that is read once for a diagnosis, over attach, and left as it was: its agent ends
/// the recording and itself with the connection, also where this process is killed.
///
/// The JVM's diagnostic commands and a few figures of the agent cost it little. Its management
/// beans are read only where it publishes some, as most of their cost is the first use.
///
/// One thread talks to the JVM, and each wait for it has a limit. A JVM that ends is a
/// `ProcessEndedException`, one that does not reply a `NoReplyException`; a figure that it does not
/// provide is an `IOException` with the reason.
public final class InspectedJvm implements AutoCloseable {
    /// A JVM that lacks processors, which is worth inspecting, may take long; collections do not
    /// count.
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /// A JVM that ends closes its connections before its process ends.
    private static final Duration END = Duration.ofSeconds(5);

    /// Virtual threads whose thread-local values are read.
    private static final int SAMPLED_THREADS = 100;

    private static final String RECORDING = "recording.jfr";
    private static final String STACKS = "stacks.txt";

    private final long pid;
    private final ExecutorService worker;
    private final FigureConnection agent;
    private final JvmBeans beans;
    private final DiagnosticCommands commands;
    private final Optional<Path> counterFile;
    private volatile boolean publishes;
    private volatile int feature;
    private volatile Map<Long, List<String>> sampledStacks = Map.of();

    private InspectedJvm(
            long pid, ExecutorService worker, FigureConnection agent, Optional<Path> counterFile) {
        this.pid = pid;
        this.worker = worker;
        this.agent = agent;
        beans = new JvmBeans(pid);
        commands = new DiagnosticCommands(pid, beans);
        this.counterFile = counterFile;
    }

    /// @throws dev.loombench.text.WrongInput when the process cannot be attached to
    public static InspectedJvm attach(long pid) {
        NamedJvm.requireAttachable(pid);
        var counters = PerfCounters.file(ProcessNamespaces.of(pid).process());
        var worker =
                Executors.newSingleThreadExecutor(
                        Thread.ofPlatform().daemon().name("inspect-" + pid).factory());
        try {
            var agent =
                    await(
                            pid,
                            counters,
                            worker,
                            () -> JvmAttachment.load(pid, FigureConnection::open));
            return new InspectedJvm(pid, worker, agent, counters);
        } catch (IOException e) {
            worker.shutdown();
            throw NamedJvm.refusal(pid, e);
        } catch (RuntimeException e) {
            worker.shutdown();
            throw e;
        }
    }

    static <T> T await(long pid, Optional<Path> counters, ExecutorService worker, Callable<T> call)
            throws IOException {
        try {
            return Patience.await(worker.submit(call), LIMIT, counters)
                    .orElseThrow(() -> new NoReplyException(pid, LIMIT));
        } catch (ExecutionException e) {
            throw failure(pid, e.getCause(), END);
        }
    }

    /// @param end time for which the end of a process is waited for that has closed its connection
    static IOException failure(long pid, @Nullable Throwable cause, Duration end) {
        if (ProcessState.endsWithin(pid, cause instanceof ConnectionLost ? end : Duration.ZERO)) {
            throw new ProcessEndedException(pid);
        }
        return switch (cause) {
            case ConnectionLost lost ->
                    new IOException(
                            "process %d runs, but %s".formatted(pid, lost.getMessage()), lost);
            case IOException io -> io;
            case RuntimeException other -> throw other;
            case null, default -> new IOException(String.valueOf(cause), cause);
        };
    }

    private <T> T call(Callable<T> call) throws IOException {
        return await(pid, counterFile, worker, call);
    }

    public JvmIdentity identity() throws IOException {
        return call(() -> {
            var jvm = agent.jvm();
            publishes = jvm.publishes();
            feature = jvm.version().feature();
            var flags = commands.execute("VM.flags", "-all");
            return new JvmIdentity(
                    Optional.of(jvm.version()),
                    jvm.vendor(),
                    VirtualMachine.named(jvm.vmName()),
                    JavaRuntime.platformHere(),
                    OptionalInt.of(jvm.processors()),
                    OptionalLong.of(
                            DiagnosticCommands.limit(flags, "MaxHeapSize")
                                    .orElse(jvm.maxHeapBytes())),
                    DiagnosticCommands.limit(flags, "MaxDirectMemorySize"),
                    jvm.parallelism());
        });
    }

    /// @throws IOException before JDK 24
    public SchedulerState scheduler() throws IOException {
        return call(() -> SchedulerState.parse(commands.execute("Thread.vthread_scheduler")))
                .orElseThrow(
                        () -> new IOException("this JVM does not print its scheduler (JDK 24)"));
    }

    /// The platform threads that Java code runs on.
    public long threads() throws IOException {
        return call(agent::threads);
    }

    /// Its collections so far.
    ///
    /// @throws IOException where its runtime lacks the module `java.management`
    public CollectionState collections() throws IOException {
        return CollectionState.of(call(agent::collections));
    }

    /// Its counters, which are read without it; empty where it has none, or has ended.
    public Optional<PerfCounters> counters() {
        return counterFile.flatMap(PerfCounters::read);
    }

    /// Memory of direct buffers, bytes.
    public OptionalLong directBytes() throws IOException {
        return call(agent::directBytes);
    }

    /// Other memory outside the heap that has a limit.
    public List<LimitedMemory> limits() throws IOException {
        return call(agent::limits).limitedMemory();
    }

    /// The pools that it publishes now.
    public PublishedPools pools() throws IOException {
        return publishes
                ? call(() -> PoolBeans.readAll(beans.connect()))
                : new PublishedPools(System.nanoTime(), List.of(), OptionalLong.empty(), List.of());
    }

    /// The executors of the JDK that have a thread now, with what waits for one, whether or not
    /// they are published.
    public PublishedPools executors() throws IOException {
        var found = call(() -> SharedFolder.show(pid, AgentSocket.jar(), agent::executors));
        return new PublishedPools(System.nanoTime(), found, OptionalLong.empty(), List.of());
    }

    /// Whether it has created a virtual thread.
    ///
    /// @throws OlderAgentException where an agent in it does not tell
    public boolean ranVirtualThreads() throws IOException {
        return call(agent::ranVirtualThreads);
    }

    /// Those of some packages of which it has loaded a class.
    ///
    /// @param packages their names, at least one
    public Set<String> loaded(Collection<String> packages) throws IOException {
        return call(() -> agent.loaded(packages));
    }

    /// Prints the platform threads with the virtual threads that they carry, at one safepoint, and
    /// their deadlocks, at the next.
    ///
    /// @param owners whether the owners of locks of `java.util.concurrent` are printed too, for
    ///   which the JVM walks its heap at the safepoint
    public ThreadPrint printThreads(boolean owners) throws IOException {
        var options = owners ? new String[] {"-l"} : new String[0];
        return ThreadPrint.parse(call(() -> commands.execute("Thread.print", options)));
    }

    /// The frames of the stacks of all platform threads, about.
    ///
    /// @throws IOException where its runtime lacks the module `java.management`
    public long frames() throws IOException {
        return call(agent::frames);
    }

    /// The owners of the locks of `java.util.concurrent` that some threads wait for now, without a
    /// walk of the heap.
    ///
    /// @param waiters numbers of threads, at least one
    /// @throws IOException where its runtime lacks the module `java.management`
    public List<LockOwner> lockOwners(List<Long> waiters) throws IOException {
        return call(() -> agent.lockOwners(waiters));
    }

    /// Reads the platform threads a few at a time, so that no stop is long; without the virtual
    /// threads on carriers.
    ///
    /// @throws IOException where its runtime lacks the module `java.management`
    public ThreadPrint readThreads() throws IOException {
        return call(() ->
                SharedFolder.use(
                        pid,
                        folder -> {
                            agent.stacks(folder.there().resolve(STACKS));
                            return ThreadPrint.parse(
                                    Files.readString(folder.here().resolve(STACKS)));
                        }));
    }

    /// Counts the live objects, which stops the JVM for a collection and a walk of its heap.
    public ClassHistogram histogram() throws IOException {
        return ClassHistogram.parse(call(() -> commands.execute("GC.class_histogram")));
    }

    /// Samples the thread-local values of virtual threads, without stopping any thread.
    public ThreadLocalSample threadLocals() throws IOException {
        return call(() ->
                SharedFolder.show(
                        pid, AgentSocket.jar(), jar -> agent.threadLocals(SAMPLED_THREADS, jar)));
    }

    /// All threads, listed once.
    ///
    /// @param list a `ThreadDump`, or why there is none
    /// @param locks those that hold or await a lock, as far as the list shows it; none without one
    /// @param waiting virtual ones that may wait, likewise
    public record Listed(Observation list, List<ListedThread> locks, List<ListedThread> waiting) {
        public Listed {
            locks = List.copyOf(locks);
            waiting = List.copyOf(waiting);
        }
    }

    /// Lists all threads, virtual ones too; a JDK 21 to 25 may crash (JDK-8364343).
    public Listed listThreads() throws IOException {
        return call(() ->
                SharedFolder.use(
                        pid,
                        folder -> {
                            var lister = new ThreadLister(pid, feature, folder);
                            return lister.read(lister.list(commands));
                        }));
    }

    /// Starts to record waits that keep a carrier, until this is closed or its process ends.
    ///
    /// @param stacks whether the stacks of virtual threads on carriers are sampled too
    public void recordPinnedWaits(boolean stacks) throws IOException {
        var settings = new HashMap<>(PinnedWaits.settings());
        settings.putAll(stacks ? SampledStacks.settings() : Map.of());
        call(() -> {
            agent.record(settings);
            return true;
        });
    }

    /// Ends the recording and returns the waits that began since a time.
    public Observation pinnedWaits(Instant from) throws IOException {
        return call(() ->
                SharedFolder.use(
                        pid,
                        folder -> {
                            agent.stop(folder.there().resolve(RECORDING));
                            var file = folder.here().resolve(RECORDING);
                            sampledStacks = SampledStacks.read(file);
                            return PinnedWaits.read(file, from, Instant.now());
                        }));
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
            agent.close();
            beans.close();
        });
        worker.shutdown();
    }
}
