package dev.loombench.load.transport;

import static java.util.Objects.requireNonNull;

import dev.loombench.load.request.EncodedRequest;
import dev.loombench.result.ErrorKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Non-blocking sockets of the JDK behind one `Selector`: runs everywhere, asks for nothing.
///
/// One direct buffer receives for all connections. The selector counts in whole milliseconds, so a
/// wait shorter than that becomes 1 ms and the lag that follows from it shows in the generator's
/// figures.
final class NioTransport implements Transport {
    private static final int RECEIVE_BYTES = 64 * 1024;
    private static final long NANOS_PER_MILLI = 1_000_000;

    // The JDK puts several errors of the system into one exception, and the system's words with it.
    private static final String TIMED_OUT = "Connection timed out";
    private static final String DENIED = "Permission denied";
    private static final String UNREACHABLE = "Network is unreachable";

    private final InetSocketAddress target;
    private final SocketAddress[] sources;
    private final Selector selector;
    private final ByteBuffer received =
            ByteBuffer.allocateDirect(RECEIVE_BYTES).order(ByteOrder.nativeOrder());
    private final NioConnection[] lines;
    private final boolean spins;

    /// Lines whose order ended at once and is still to be told.
    private final IdQueue untold;

    /// Made once: a method reference on each `select` would be an object each time.
    private final Consumer<SelectionKey> ready = this::ready;

    private @Nullable Events events;
    private boolean waiting;

    /// Spinning sees no wake-up of the selector.
    private volatile boolean woken;

    private long waitStart;
    private long waited;

    /// One connection.
    private static final class NioConnection {
        final int id;
        @Nullable SocketChannel channel;
        @Nullable SelectionKey key;

        /// What is sent, and how many bytes of it already, while a send is unfinished.
        @Nullable EncodedRequest message;

        int sent;

        /// Whether the send waits for room in the socket.
        boolean choked;

        /// What is untold of this line: a fault, or else that it opened.
        boolean opened;

        @Nullable ErrorKind fault;

        NioConnection(int id) {
            this.id = id;
        }

        /// Of a line that is not closed.
        SocketChannel socket() {
            return requireNonNull(channel);
        }
    }

    /// @param spins whether waits are to be exact at the price of a whole core: what they hold
    ///   beyond full milliseconds is spent asking again and again
    NioTransport(Route route, int connections, boolean spins) throws IOException {
        target = route.target();
        sources =
                route.sources().stream()
                        .map(source -> new InetSocketAddress(source, 0))
                        .toArray(SocketAddress[]::new);
        this.spins = spins;
        lines = new NioConnection[connections];
        for (int i = 0; i < connections; i++) {
            lines[i] = new NioConnection(i);
        }
        untold = new IdQueue(connections);
        selector = Selector.open();
    }

    @Override
    public String name() {
        return "nio";
    }

    @Override
    public long resolutionNanos() {
        return spins ? 1 : NANOS_PER_MILLI;
    }

    @Override
    public void connect(int id) {
        var line = lines[id];
        try {
            var channel = SocketChannel.open();
            line.channel = channel;
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            if (sources.length > 0) {
                channel.bind(sources[id % sources.length]);
            }
            boolean done = channel.connect(target);
            line.key =
                    channel.register(
                            selector, done ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, line);
            if (done) {
                line.opened = true;
                untold.offer(id);
            }
        } catch (IOException e) {
            fail(line, connectFault(e));
        }
    }

    @Override
    public void send(int id, EncodedRequest message) {
        var line = lines[id];
        if (line.choked) {
            throw new IllegalStateException("the last message is not sent whole");
        }
        line.message = message;
        line.sent = 0;
        write(line, message);
    }

    @Override
    public boolean isSending(int id) {
        return lines[id].choked;
    }

    @Override
    public void close(int id) {
        var line = lines[id];
        var channel = line.channel;
        if (line.key != null) {
            line.key.attach(null);
        }
        line.channel = null;
        line.key = null;
        line.choked = false;
        line.opened = false;
        line.fault = null;
        if (channel != null) {
            closeOrThrow(channel);
        }
    }

    @Override
    public void await(long until, Events to) throws IOException {
        events = to;
        tellUntold(to);
        waitStart = System.nanoTime();
        long nanos = until - waitStart;
        waiting = true;
        if (nanos <= 0 || !untold.isEmpty()) {
            selector.selectNow(ready);
        } else if (spins) {
            spin(nanos);
        } else {
            selector.select(ready, (nanos - 1) / NANOS_PER_MILLI + 1);
        }
        endWait();
    }

    @Override
    public void wakeUp() {
        woken = true;
        selector.wakeup();
    }

    @Override
    public long waitedNanos() {
        return waited;
    }

    @Override
    public void close() {
        for (var line : lines) {
            close(line.id);
        }
        try {
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void tellUntold(Events to) {
        for (int n = untold.size(); n > 0; n--) {
            int id = untold.poll();
            var line = lines[id];
            if (line.fault != null) {
                to.broken(id, line.fault);
            } else if (line.opened) {
                line.opened = false;
                to.opened(id);
            }
        }
    }

    private void spin(long nanos) throws IOException {
        long end = waitStart + nanos;
        if (nanos > NANOS_PER_MILLI && selector.select(ready, nanos / NANOS_PER_MILLI) > 0) {
            return;
        }
        while (selector.selectNow(ready) == 0 && System.nanoTime() - end < 0 && !woken) {
            Thread.onSpinWait();
        }
        woken = false;
    }

    /// The first event ends the wait: the selector's own time includes what the events lead to.
    private void endWait() {
        if (waiting) {
            waiting = false;
            waited += System.nanoTime() - waitStart;
        }
    }

    private void ready(SelectionKey key) {
        endWait();
        var to = events;
        if (!(key.attachment() instanceof NioConnection line) || to == null) {
            return; // closed by an event before it
        }
        int ops = key.readyOps();
        if ((ops & SelectionKey.OP_CONNECT) != 0) {
            finishConnect(line, key, to);
            return;
        }
        if ((ops & SelectionKey.OP_WRITE) != 0) {
            write(line, requireNonNull(line.message));
        }
        if ((ops & SelectionKey.OP_READ) != 0) {
            read(line, to);
        }
    }

    private void finishConnect(NioConnection line, SelectionKey key, Events to) {
        try {
            if (line.socket().finishConnect()) {
                key.interestOps(SelectionKey.OP_READ);
                to.opened(line.id);
            }
        } catch (IOException e) {
            to.broken(line.id, connectFault(e));
        }
    }

    private void read(NioConnection line, Events to) {
        received.clear();
        int count;
        try {
            count = line.socket().read(received);
        } catch (IOException _) {
            to.broken(line.id, ErrorKind.RESET);
            return;
        }
        if (count > 0) {
            to.received(line.id, received.flip());
        } else if (count < 0) {
            to.ended(line.id);
        }
    }

    private void write(NioConnection line, EncodedRequest message) {
        var key = requireNonNull(line.key);
        try {
            line.sent += line.socket().write(message.from(line.sent));
            boolean whole = line.sent == message.length();
            int ops = whole ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE;
            if (!whole || line.choked) {
                key.interestOps(ops);
            }
            line.choked = !whole;
        } catch (IOException _) {
            fail(line, ErrorKind.RESET);
        }
    }

    private void fail(NioConnection line, ErrorKind fault) {
        line.fault = fault;
        untold.offer(line.id);
    }

    static ErrorKind connectFault(IOException e) {
        var why = String.valueOf(e.getMessage());
        return switch (e) {
            case ConnectException _ when why.equals(TIMED_OUT) -> ErrorKind.CONNECT_TIMEOUT;
            case ConnectException _ -> ErrorKind.CONNECT_REFUSED;
            case NoRouteToHostException _ -> ErrorKind.CONNECT_UNREACHABLE;
            case BindException _ when !why.equals(DENIED) -> ErrorKind.CONNECT_NO_PORT;
            case SocketException _ when why.equals(UNREACHABLE) -> ErrorKind.CONNECT_UNREACHABLE;
            default -> ErrorKind.CONNECT_FAILED;
        };
    }

    private static void closeOrThrow(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
