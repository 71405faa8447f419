package dev.loombench.cli.agent;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/// A server on one thread that responds to each request and keeps all connections open. Several
/// processes may share a port, over which the kernel spreads connections.
///
/// Arguments: host, port. Ends when its standard input ends.
final class HoldingServer {
    private static final ByteBuffer RESPONSE =
            ByteBuffer.wrap("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(US_ASCII))
                    .asReadOnlyBuffer();

    private static final int BACKLOG = 4096;

    private HoldingServer() {}

    public static void main(String[] args) throws IOException {
        try (var selector = Selector.open();
                var listener = ServerSocketChannel.open()) {
            listener.setOption(StandardSocketOptions.SO_REUSEPORT, true);
            listener.bind(new InetSocketAddress(args[0], Integer.parseInt(args[1])), BACKLOG);
            listener.configureBlocking(false);
            listener.register(selector, SelectionKey.OP_ACCEPT);
            endWithInput();
            System.out.println("READY");
            var buffer = ByteBuffer.allocate(4096);
            while (true) {
                selector.select(key -> {
                    try {
                        if (key.isAcceptable()) {
                            accept(listener, selector);
                        } else {
                            respond((SocketChannel) key.channel(), buffer);
                        }
                    } catch (IOException reset) {
                        key.cancel(); // the connection is closed below
                        close(key);
                    }
                });
            }
        }
    }

    private static void endWithInput() {
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    try {
                        while (System.in.read() >= 0) {
                            // nothing is expected
                        }
                    } catch (IOException broken) {
                        // as the end
                    }
                    Runtime.getRuntime().halt(0);
                });
    }

    private static void accept(ServerSocketChannel listener, Selector selector) throws IOException {
        for (var channel = listener.accept(); channel != null; channel = listener.accept()) {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.register(selector, SelectionKey.OP_READ);
        }
    }

    /// A request of these tests has no body and arrives whole.
    private static void respond(SocketChannel channel, ByteBuffer buffer) throws IOException {
        buffer.clear();
        if (channel.read(buffer) < 0) {
            channel.close();
            return;
        }
        int end = buffer.position();
        if (end >= 4 && buffer.get(end - 1) == '\n' && buffer.get(end - 3) == '\n') {
            channel.write(RESPONSE.duplicate());
        }
    }

    private static void close(SelectionKey key) {
        try {
            key.channel().close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
