package dev.loombench.jvm;

import java.io.IOException;
import java.lang.instrument.Instrumentation;

/// Connects this JVM with the lab: on loopback, or by a socket in a folder where loopback is not
/// the lab's, as in a container.
///
/// This JVM opens the connection and listens on no port. One daemon thread serves the connection
/// and ends with it, however the lab ends. The JDK's own local agent is not used, because it
/// listens on all interfaces and cannot be stopped.
///
/// Each side proves its identity with a secret before anything else is read.
public final class JvmAgent {
    private static final int ARGUMENTS = 4;

    private JvmAgent() {}

    /// A connection that fails is the lab's to report: an exception here would only add a stack
    /// trace to the log of the service.
    ///
    /// @param arguments `SECRET EXPECTED MODE ADDRESS`: the secret that this JVM sends, the one
    ///   that it expects in return, `figures` for [FigureAgent] or `beans` for [BeanAgent], and the
    ///   lab's port or the path of its socket
    public static void agentmain(String arguments, Instrumentation jvm) {
        var parts = arguments.split(" ", ARGUMENTS);
        if (parts.length != ARGUMENTS
                || !(parts[2].equals("figures") || parts[2].equals("beans"))) {
            throw new IllegalArgumentException(
                    "jvm-agent: expected arguments SECRET EXPECTED MODE ADDRESS");
        }
        try {
            var lab = LabConnection.open(parts[3], parts[0], parts[1]);
            start(parts[2].equals("figures") ? new FigureAgent(lab, jvm) : new BeanAgent(lab));
        } catch (IOException | ReflectiveOperationException notConnected) {
            return;
        }
    }

    private static void start(Runnable agent) {
        var thread = new Thread(null, agent, "loombench-agent", 0, false);
        thread.setDaemon(true);
        thread.start();
    }
}
