package dev.loombench.load.transport;

import static java.util.Objects.requireNonNull;

import dev.loombench.base.IdQueue;
import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.result.ErrorKind;
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

/// Non-blocking JDK sockets with one `Selector`: runs everywhere, needs nothing.
///
/// One direct buffer receives for all connections. The selector counts in whole milliseconds, so a
/// shorter wait becomes 1 ms and the resulting lag shows in the generator's figures.
final class NioTransport implements Transport {
    private static final int RECEIVE_BYTES = 64 * 1024;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /// An exact wait polls for at least this long, or all of its time: the kernel may end the wait
    /// before by 50 us too late (PR_SET_TIMERSLACK(2const)), and the thread then needs a CPU.
    private static final long POLLED_NANOS = 200_000;

    // The JDK maps several system errors to one exception with the system's message.
    private static final String TIMED_OUT = "Connection timed out";
    private static final String DENIED = "Permission denied";
    private static final String UNREACHABLE = "Network is unreachable";

    private final InetSocketAddress target;
    private final SocketAddress[] sources;
    private final Selector selector;
    private final ByteBuffer received =
            ByteBuffer.allocateDirect(RECEIVE_BYTES).order(ByteOrder.nativeOrder());
    private final NioConnection[] connections;
    private final boolean spins;

    /// Connections whose operation ended at once and is still to be reported.
    private final IdQueue pending;

    /// Created once: a method reference in each `select` would allocate an object.
    private final Consumer<SelectionKey> ready = this::ready;

    private @Nullable Events events;
    private boolean waiting;

    /// Spinning does not notice a wake-up of the selector.
    private volatile boolean woken;

    private long waitStart;
    private long waited;

    /// One connection.
    private static final class NioConnection {
        final int id;
        @Nullable SocketChannel channel;
        @Nullable SelectionKey key;

        /// The request, and the number of bytes already sent, while a send is unfinished.
        @Nullable EncodedRequest request;

        int sent;

        /// Whether the send waits for room in the socket.
        boolean blocked;

        /// Whether its end is to be reported if it had to wait.
        boolean tracked;

        /// The event to report: an error, or else that it opened.
        boolean opened;

        @Nullable ErrorKind error;

        NioConnection(int id) {
            this.id = id;
        }

        /// The channel of a connection that is not closed.
        SocketChannel socket() {
            return requireNonNull(channel);
        }
    }

    /// @param spins whether waits are exact at the cost of a whole core: what is left after full
    ///   milliseconds is spent polling
    NioTransport(Route route, int count, boolean spins) throws IOException {
        target = route.target();
        sources =
                route.sources().stream()
                        .map(source -> new InetSocketAddress(source, 0))
                        .toArray(SocketAddress[]::new);
        this.spins = spins;
        this.connections = new NioConnection[count];
        for (int i = 0; i < count; i++) {
            this.connections[i] = new NioConnection(i);
        }
        pending = new IdQueue(count);
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
        var connection = connections[id];
        try {
            var channel = SocketChannel.open();
            connection.channel = channel;
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            if (sources.length > 0) {
                channel.bind(sources[id % sources.length]);
            }
            boolean done = channel.connect(target);
            connection.key =
                    channel.register(
                            selector,
                            done ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT,
                            connection);
            if (done) {
                connection.opened = true;
                pending.offer(id);
            }
        } catch (IOException e) {
            fail(connection, connectError(e));
        }
    }

    @Override
    public void send(int id, EncodedRequest request) {
        send(connections[id], request, false);
    }

    @Override
    public void sendTracked(int id, EncodedRequest bytes) {
        send(connections[id], bytes, true);
    }

    private void send(NioConnection connection, EncodedRequest request, boolean tracked) {
        if (connection.blocked) {
            throw new IllegalStateException("the previous request is not fully sent");
        }
        connection.tracked = tracked;
        connection.request = request;
        connection.sent = 0;
        write(connection, request);
    }

    @Override
    public boolean isSending(int id) {
        return connections[id].blocked;
    }

    @Override
    public void close(int id) {
        var connection = connections[id];
        var channel = connection.channel;
        if (connection.key != null) {
            connection.key.attach(null);
        }
        connection.channel = null;
        connection.key = null;
        connection.blocked = false;
        connection.opened = false;
        connection.error = null;
        if (channel != null) {
            closeOrThrow(channel);
        }
    }

    @Override
    public void await(long until, Events handler) throws IOException {
        events = handler;
        reportPending(handler);
        waitStart = Ticker.SYSTEM.nanoTime();
        long nanos = until - waitStart;
        waiting = nanos > 0 && pending.isEmpty();
        if (!waiting) {
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
        for (var connection : connections) {
            close(connection.id);
        }
        try {
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void reportPending(Events handler) {
        for (int n = pending.size(); n > 0; n--) {
            int id = pending.poll();
            var connection = connections[id];
            if (connection.error != null) {
                reportFailed(connection, connection.error, handler);
            } else if (connection.opened) {
                connection.opened = false;
                handler.opened(id);
            }
        }
    }

    /// Reports a failure, and before it what the server had sent: it may say why it takes no more.
    @SuppressWarnings("ReferenceEquality") // the key of this connection, and not of a later one
    private void reportFailed(NioConnection connection, ErrorKind error, Events handler) {
        var key = connection.key;
        boolean more = key != null; // else it was not opened
        while (more) {
            more = readLast(connection, handler) && connection.key == key;
        }
        boolean closedMeanwhile = connection.key != key;
        if (!closedMeanwhile) {
            handler.broken(connection.id, error);
        }
    }

    /// @return whether bytes had come
    private boolean readLast(NioConnection connection, Events handler) {
        received.clear();
        try {
            if (connection.socket().read(received) <= 0) {
                return false;
            }
        } catch (IOException _) {
            return false; // its failure is known already
        }
        handler.received(connection.id, received.flip());
        return true;
    }

    private void spin(long nanos) throws IOException {
        long end = waitStart + nanos;
        long millis = blockedMillis(nanos);
        if (millis > 0 && selector.select(ready, millis) > 0) {
            return;
        }
        while (selector.selectNow(ready) == 0 && Ticker.SYSTEM.nanoTime() - end < 0 && !woken) {
            Thread.onSpinWait();
        }
        woken = false;
    }

    /// How much of an exact wait blocks, and so costs no CPU: full milliseconds, as the selector
    /// knows no others. The rest is polled, up to 1 ms more than what has to be.
    static long blockedMillis(long nanos) {
        return Math.max(0, nanos - POLLED_NANOS) / NANOS_PER_MILLI;
    }

    /// The first event ends the wait: the selector's own time includes the handling of events.
    private void endWait() {
        if (waiting) {
            waiting = false;
            waited += Ticker.SYSTEM.nanoTime() - waitStart;
        }
    }

    @SuppressWarnings("ReferenceEquality") // the key of this connection, and not of a later one
    private void ready(SelectionKey key) {
        endWait();
        var handler = events;
        if (!(key.attachment() instanceof NioConnection connection) || handler == null) {
            return; // closed by an earlier event
        }
        int ops = key.readyOps();
        if ((ops & SelectionKey.OP_CONNECT) != 0) {
            finishConnect(connection, key, handler);
            return;
        }
        if ((ops & SelectionKey.OP_WRITE) != 0) {
            write(connection, requireNonNull(connection.request));
            if (connection.tracked && !connection.blocked) {
                handler.sent(connection.id);
            }
        }
        boolean closedMeanwhile = connection.key != key;
        if ((ops & SelectionKey.OP_READ) != 0 && !closedMeanwhile) {
            read(connection, handler);
        }
    }

    private void finishConnect(NioConnection connection, SelectionKey key, Events handler) {
        try {
            if (connection.socket().finishConnect()) {
                key.interestOps(SelectionKey.OP_READ);
                handler.opened(connection.id);
            }
        } catch (IOException e) {
            handler.broken(connection.id, connectError(e));
        }
    }

    private void read(NioConnection connection, Events handler) {
        received.clear();
        int count;
        try {
            count = connection.socket().read(received);
        } catch (IOException _) {
            handler.broken(connection.id, ErrorKind.RESET);
            return;
        }
        if (count > 0) {
            handler.received(connection.id, received.flip());
        } else if (count < 0) {
            handler.ended(connection.id);
        }
    }

    private void write(NioConnection connection, EncodedRequest request) {
        var key = requireNonNull(connection.key);
        try {
            connection.sent += connection.socket().write(request.from(connection.sent));
            boolean complete = connection.sent == request.length();
            int ops =
                    complete ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE;
            if (!complete || connection.blocked) {
                key.interestOps(ops);
            }
            connection.blocked = !complete;
        } catch (IOException _) {
            fail(connection, ErrorKind.RESET);
        }
    }

    private void fail(NioConnection connection, ErrorKind error) {
        connection.error = error;
        pending.offer(connection.id);
    }

    static ErrorKind connectError(IOException e) {
        var message = String.valueOf(e.getMessage());
        return switch (e) {
            case ConnectException _ when message.equals(TIMED_OUT) -> ErrorKind.CONNECT_TIMEOUT;
            case ConnectException _ -> ErrorKind.CONNECT_REFUSED;
            case NoRouteToHostException _ -> ErrorKind.CONNECT_UNREACHABLE;
            case BindException _ when !message.equals(DENIED) -> ErrorKind.CONNECT_NO_PORT;
            case SocketException _ when message.equals(UNREACHABLE) ->
                    ErrorKind.CONNECT_UNREACHABLE;
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
