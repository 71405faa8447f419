package dev.loombench.observe.jvm.attach;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;

/// The two directions of the connection with the agent in a JVM. One thread uses them.
public record AgentStreams(InputStream in, OutputStream out, Closeable connection)
        implements Closeable {
    public static AgentStreams of(Socket socket) throws IOException {
        return new AgentStreams(socket.getInputStream(), socket.getOutputStream(), socket);
    }

    public static AgentStreams of(SocketChannel channel) {
        return new AgentStreams(
                Channels.newInputStream(channel), Channels.newOutputStream(channel), channel);
    }

    /// Limits the time of each read from here on, where the kind of connection can; 0 ends that.
    void limitReads(int millis) throws IOException {
        if (connection instanceof Socket socket) {
            socket.setSoTimeout(millis);
        }
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
