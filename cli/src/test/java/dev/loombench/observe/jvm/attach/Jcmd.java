package dev.loombench.observe.jvm.attach;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;

/// `jcmd` without a JVM of its own for each command.
public final class Jcmd {
    private Jcmd() {}

    /// The output of `jcmd PID COMMAND`, whose first line is the id.
    ///
    /// @param command with its arguments, as in `Thread.print -l`
    public static String output(long pid, String command)
            throws IOException, AttachNotSupportedException {
        VirtualMachine.attach(Long.toString(pid)).detach(); // opens the socket
        return "%d:\n%s".formatted(pid, AttachCommand.execute(pid, command));
    }
}
