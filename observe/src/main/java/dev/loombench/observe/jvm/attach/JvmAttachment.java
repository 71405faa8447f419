package dev.loombench.observe.jvm.attach;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.loombench.observe.proc.ProcessNamespaces;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/// A JVM that this process is attached to, for as long as agents are loaded.
public final class JvmAttachment {
    private static final String NO_REPLY =
            "it does not reply to attach: it is busy, has no processor, or an earlier attach waits"
                    + " for it to print to a pipe that nobody reads";

    /// Without collections.
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /// The JDK's own limit, which counts collections as well.
    private static final String JDK_LIMIT = "sun.tools.attach.attachTimeout";

    static {
        if (System.getProperty(JDK_LIMIT) == null) {
            System.setProperty(JDK_LIMIT, Long.toString(Patience.LONGEST.toMillis()));
        }
    }

    private final long pid;
    private final VirtualMachine machine;

    private JvmAttachment(long pid, VirtualMachine machine) {
        this.pid = pid;
        this.machine = machine;
    }

    /// Loads agents.
    public interface Loader<T> {
        T load(JvmAttachment jvm) throws IOException;
    }

    /// Thrown when a JVM does not load an agent; the message is that of the JVM.
    public static final class NotLoaded extends IOException {
        private static final long serialVersionUID = 1L;

        NotLoaded(Exception cause) {
            super(cause.getMessage(), cause);
        }
    }

    /// @throws IOException when the process is not a JVM, belongs to another user, forbids
    ///   attaching, does not reply, or has ended
    public static <T> T load(long pid, Loader<T> loader) throws IOException {
        return load(pid, AttachRefusal.of(ProcessNamespaces.of(pid)), loader);
    }

    /// The same for the call of a native agent, once [AttachRefusal] has been asked whether it can
    /// be loaded, and for commands without one.
    public static <T> T call(long pid, Loader<T> loader) throws IOException {
        return load(pid, AttachRefusal.ofKnown(ProcessNamespaces.of(pid)), loader);
    }

    /// The threads of a JVM as `jcmd PID Thread.print` prints them, without an agent. Nothing is
    /// printed to the outputs of the JVM, in which threads may wait to print.
    ///
    /// Source: `attachListener.cpp` of HotSpot.
    public static String printThreads(long pid) throws IOException {
        return call(pid, jvm -> AttachCommand.execute(jvm.pid(), "Thread.print"));
    }

    private static <T> T load(long pid, Optional<String> refusal, Loader<T> loader)
            throws IOException {
        if (refusal.isPresent()) {
            throw new IOException(refusal.get());
        }
        var machine = attach(pid);
        try {
            return loader.load(new JvmAttachment(pid, machine));
        } finally {
            machine.detach();
        }
    }

    /// Attaching begins with a signal, which a JVM handles once a collection is over.
    private static VirtualMachine attach(long pid) throws IOException {
        var attaching = new FutureTask<>(() -> VirtualMachine.attach(Long.toString(pid)));
        Thread.ofPlatform().daemon().name("attach-to-" + pid).start(attaching);
        var counters = PerfCounters.file(ProcessNamespaces.of(pid).process());
        try {
            return Patience.await(attaching, LIMIT, counters)
                    .orElseThrow(() -> new IOException(NO_REPLY));
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        }
    }

    private static IOException failure(@Nullable Throwable cause) {
        return switch (cause) {
            // Its message has the command line of the process, which may not be the user's.
            case AttachNotSupportedException unsupported -> new IOException(NO_REPLY, unsupported);
            case IOException io -> io;
            case RuntimeException other -> throw other;
            case null, default -> new IOException(String.valueOf(cause), cause);
        };
    }

    public long pid() {
        return pid;
    }

    /// Loads an agent, whose jar the JVM keeps open even where it was a temporary copy.
    public void loadAgent(Path jar, String arguments) throws IOException {
        SharedFolder.show(
                pid,
                jar,
                visible -> {
                    try {
                        machine.loadAgent(visible.toString(), arguments);
                        return visible;
                    } catch (AgentLoadException | AgentInitializationException e) {
                        throw new NotLoaded(e);
                    }
                });
    }

    /// Loads a native agent, or calls it once more where it is loaded.
    ///
    /// @param library by the path that the JVM uses
    public void loadLibrary(Path library, String arguments) throws IOException {
        try {
            machine.loadAgentPath(library.toString(), arguments);
        } catch (AgentLoadException | AgentInitializationException e) {
            throw new NotLoaded(e);
        }
    }
}
