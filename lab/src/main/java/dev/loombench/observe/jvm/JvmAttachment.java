package dev.loombench.observe.jvm;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.loombench.observe.proc.ProcessNamespaces;
import java.io.IOException;
import java.nio.file.Path;

/// A JVM that this process is attached to, for as long as agents are loaded.
final class JvmAttachment {
    private final long pid;
    private final VirtualMachine machine;

    private JvmAttachment(long pid, VirtualMachine machine) {
        this.pid = pid;
        this.machine = machine;
    }

    /// Loads agents.
    interface Loader<T> {
        T load(JvmAttachment jvm) throws IOException;
    }

    /// Thrown when a JVM does not load an agent; the message is that of the JVM.
    static final class NotLoaded extends IOException {
        private static final long serialVersionUID = 1L;

        NotLoaded(Exception cause) {
            super(cause.getMessage(), cause);
        }
    }

    /// @throws IOException when the process is not a JVM, belongs to another user, forbids
    ///   attaching, does not reply, or has ended
    static <T> T load(long pid, Loader<T> loader) throws IOException {
        var refusal = AttachRefusal.of(ProcessNamespaces.of(pid));
        if (refusal.isPresent()) {
            throw new IOException(refusal.get());
        }
        try {
            var machine = VirtualMachine.attach(Long.toString(pid));
            try {
                return loader.load(new JvmAttachment(pid, machine));
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException e) {
            // Its message has the command line of the process, which may not be the user's.
            throw new IOException(
                    "it does not reply to attach: it is busy, or has no processor", e);
        }
    }

    long pid() {
        return pid;
    }

    /// Loads an agent, whose jar the JVM keeps open even where it was a temporary copy.
    void loadAgent(Path jar, String arguments) throws IOException {
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
}
