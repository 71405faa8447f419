package dev.loombench.observe.jvm.attach;

import dev.loombench.observe.jvm.attach.JvmAgentConnection.ConnectionLost;
import dev.loombench.observe.proc.ProcessNamespaces;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// A diagnostic command over the socket of a JVM's attach listener, as `jcmd` sends it. It needs no
/// code in that JVM, unlike the bean `DiagnosticCommand`.
///
/// The socket is there once the JVM has been attached to. A request is the protocol's version, the
/// operation `jcmd` and three arguments, each with a zero at its end; the reply is a line with a
/// code, 0 for success, and the output.
///
/// Source: `attachListener.cpp` of HotSpot.
final class AttachCommand {
    private AttachCommand() {}

    /// Thrown when the JVM does not execute the command.
    static final class Failed extends IOException {
        private static final long serialVersionUID = 1L;

        Failed(String command, String reply) {
            super("%s failed: %s".formatted(command, reply.lines().findFirst().orElse("no reply")));
        }
    }

    /// @return the output
    /// @throws IOException where there is no socket, as outside Linux, or the command failed
    static String execute(long pid, String command) throws IOException {
        try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(socket(ProcessNamespaces.of(pid))));
            var request = "1\0jcmd\0" + command + "\0\0\0";
            var bytes = ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            var reply = reply(channel, command);
            int end = reply.indexOf('\n');
            if (end < 0 || !reply.substring(0, end).equals("0")) {
                throw new Failed(command, reply.substring(Math.max(0, end)).strip());
            }
            return reply.substring(end + 1);
        }
    }

    /// @throws ConnectionLost when the JVM has ended meanwhile
    private static String reply(SocketChannel channel, String command) throws ConnectionLost {
        try {
            var bytes = Channels.newInputStream(channel).readAllBytes();
            if (bytes.length == 0) {
                throw new EOFException("no reply to " + command);
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new ConnectionLost(e);
        }
    }

    /// The process's own id names it.
    static Path socket(ProcessNamespaces target) {
        return target.folder(AttachRefusal.TMP).resolve(".java_pid" + target.innerPid());
    }
}
