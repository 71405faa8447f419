package dev.loombench.observe.jvm;

import dev.loombench.observe.jvm.attach.AttachRefusal;
import dev.loombench.observe.jvm.attach.JvmAttachment;
import dev.loombench.observe.jvm.attach.NamedJvm;
import dev.loombench.observe.jvm.attach.PerfCounters;
import dev.loombench.observe.proc.ProcessNamespaces;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A live JVM in which no agent is loaded, as the warning about it would wait in a full pipe: it
/// prints its threads, which needs none.
///
/// One thread talks to the JVM, and each wait for it has a limit, as of [InspectedJvm].
public final class PrintedJvm implements AutoCloseable {
    private final long pid;
    private final ExecutorService worker;
    private final Optional<Path> counters;

    private PrintedJvm(long pid, ExecutorService worker) {
        this.pid = pid;
        this.worker = worker;
        counters = PerfCounters.file(ProcessNamespaces.of(pid).process());
    }

    /// Whether a JVM is to be read so, and not with an agent.
    public static boolean isNeededFor(long pid) {
        return AttachRefusal.isOfAgents(ProcessNamespaces.of(pid));
    }

    /// @throws dev.loombench.text.WrongInput when the process cannot be attached to
    public static PrintedJvm of(long pid) {
        NamedJvm.requireAttachable(pid);
        return new PrintedJvm(
                pid,
                Executors.newSingleThreadExecutor(
                        Thread.ofPlatform().daemon().name("inspect-" + pid).factory()));
    }

    /// The text of `Thread.print`.
    public String threads() throws IOException {
        return InspectedJvm.await(pid, counters, worker, () -> JvmAttachment.printThreads(pid));
    }

    @Override
    public void close() {
        worker.shutdown();
    }
}
