package dev.loombench.observe.jvm.attach;

import dev.loombench.observe.proc.ProcessState;
import dev.loombench.text.WrongInput;
import java.io.IOException;

/// Attaches to a JVM that the user names by its process id.
public final class NamedJvm {
    private NamedJvm() {}

    /// @throws WrongInput when there is no such process, it belongs to another user, or it is no
    ///   JVM that allows attaching
    public static JmxConnection attach(long pid) {
        requireAttachable(pid);
        try {
            return JmxConnection.attach(pid);
        } catch (IOException e) {
            throw refusal(pid, e);
        }
    }

    public static WrongInput refusal(long pid, IOException cause) {
        return refusal(pid, String.valueOf(cause.getMessage()));
    }

    private static WrongInput refusal(long pid, String reason) {
        return new WrongInput("cannot attach to process %d: %s".formatted(pid, reason));
    }

    /// @throws WrongInput when there is no such process, it belongs to another user, or it cannot
    ///   run: an attempt to attach to it would last until its limit
    public static void requireAttachable(long pid) {
        var process = ProcessHandle.of(pid);
        if (process.isEmpty()) {
            throw new WrongInput("there is no process " + pid);
        }
        var owner = process.flatMap(p -> p.info().user());
        var self = ProcessHandle.current().info().user();
        if (owner.isPresent() && self.isPresent() && !owner.equals(self)) {
            throw new WrongInput(
                    "process %d belongs to %s, and only the same user can attach to a JVM: run this as %s"
                            .formatted(pid, owner.get(), owner.get()));
        }
        switch (ProcessState.of(pid)) {
            case ENDED -> throw refusal(pid, "it has ended");
            case STOPPED ->
                    throw refusal(
                            pid,
                            "it is stopped by a signal or a debugger; kill -CONT %d continues it"
                                    .formatted(pid));
            case LIVE, UNKNOWN -> {
                // attach decides
            }
        }
    }
}
