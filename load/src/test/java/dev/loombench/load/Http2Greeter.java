package dev.loombench.load;

import dev.loombench.http2.ErrorCode;
import dev.loombench.http2.FrameBytes;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;

/// A server that sends its settings of HTTP/2 once it has read something, and then GOAWAY, whatever a
/// client has sent.
final class Http2Greeter implements Closeable {
    private final ServerSocket listener;

    Http2Greeter() throws IOException {
        listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::serve);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
    }

    private void serve() {
        try {
            while (true) {
                try (var socket = listener.accept()) {
                    if (socket.getInputStream().read(new byte[1024]) < 0) {
                        continue;
                    }
                    socket.getOutputStream()
                            .write(
                                    FrameBytes.begin(3, 100)
                                            .goAway(0, ErrorCode.PROTOCOL_ERROR)
                                            .bytes());
                    socket.shutdownOutput();
                }
            }
        } catch (SocketException _) {
            // The test has closed the listener.
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
