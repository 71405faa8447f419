package dev.loombench.load.transport;

import static dev.loombench.load.transport.UserData.CONNECT;
import static dev.loombench.load.transport.UserData.EVENT_FD;
import static dev.loombench.load.transport.UserData.RECEIVE;
import static dev.loombench.load.transport.UserData.SEND;
import static dev.loombench.load.transport.UserData.TIMER;
import static java.util.Objects.requireNonNull;

import dev.loombench.base.IdQueue;
import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.uring.BufferRing;
import dev.loombench.uring.CompletionQueue;
import dev.loombench.uring.Errno;
import dev.loombench.uring.EventFd;
import dev.loombench.uring.Ring;
import dev.loombench.uring.RingTimer;
import dev.loombench.uring.SocketAddress;
import dev.loombench.uring.SubmissionQueue;
import dev.loombench.uring.UringUnavailable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/// Sockets driven by io_uring: one system call per iteration submits all sends, waits, and returns
/// all completions.
///
/// Each connection has one pending receive for as long as it is open, and the kernel picks buffers
/// as bytes arrive. A send is one submission and, on success, no completion. Sockets are in the
/// ring's own file table, in the slot of their connection id, where lookup is free.
final class IoUringTransport implements Transport {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static final int MAX_ENTRIES = 4096;
    private static final int MIN_BUFFERS = 64;
    private static final int MAX_BUFFERS = 4096;
    private static final int BUFFER_MEMORY = 4 << 20;
    private static final int MAX_BUFFER_SIZE = 16 * 1024;

    /// Requests of up to this size fit into any socket's buffer at once, unless the server does not
    /// read at all; the progress of larger ones is tracked.
    private static final int ALWAYS_FITS = 4096;

    private final Ring ring;
    private final SubmissionQueue submissions;
    private final CompletionQueue completions;
    private final BufferRing buffers;
    private final EventFd eventFd;
    private final RingTimer timer;
    private final SocketAddress target;
    private final SocketAddress[] sources;
    private final int connections;

    private final UserData userData;
    private final boolean[] open;

    /// Whether an open connection is established, or still connecting.
    private final boolean[] connected;

    /// The last request, and the number of its bytes already sent if an error interrupted it.
    private final @Nullable EncodedRequest[] requests;

    private final int[] sent;

    /// Whether the end of the last send is to be reported.
    private final boolean[] reported;

    /// Whether a request whose progress is tracked is not fully sent yet.
    private final boolean[] sending;

    /// Whether it never will be, because the server closed the connection. Earlier data from the
    /// server is still received.
    private final boolean[] sendFailed;

    /// Connections whose operation failed at once, with an error still to be reported.
    private final IdQueue pending;

    private final @Nullable ErrorKind[] pendingErrors;

    private boolean begun = true;

    IoUringTransport(Route route, int connections) throws UringUnavailable, IOException {
        this.connections = connections;
        int entries = Math.clamp(powerOfTwo(connections), MIN_BUFFERS, MAX_ENTRIES);
        int count = Math.clamp(powerOfTwo(connections), MIN_BUFFERS, MAX_BUFFERS);
        ring = Ring.open(entries, 2 * entries);
        try {
            ring.registerFileSlots(connections);
            buffers =
                    BufferRing.open(
                            ring, 0, count, Math.min(MAX_BUFFER_SIZE, BUFFER_MEMORY / count));
            eventFd = EventFd.open(ring);
        } catch (IOException e) {
            ring.close();
            throw e;
        }
        submissions = ring.submissions();
        completions = ring.completions();
        eventFd.arm(submissions, EVENT_FD);
        timer = new RingTimer(ring, TIMER);
        target = SocketAddress.of(ring, route.target());
        sources =
                route.sources().stream()
                        .map(source -> SocketAddress.of(ring, new InetSocketAddress(source, 0)))
                        .toArray(SocketAddress[]::new);
        requests = new EncodedRequest[connections];
        userData = new UserData(connections);
        open = new boolean[connections];
        connected = new boolean[connections];
        sent = new int[connections];
        reported = new boolean[connections];
        sending = new boolean[connections];
        sendFailed = new boolean[connections];
        pending = new IdQueue(connections);
        pendingErrors = new ErrorKind[connections];
    }

    private static int powerOfTwo(int least) {
        return least == 1 ? 1 : Integer.highestOneBit(least - 1) << 1;
    }

    @Override
    public String name() {
        return "io_uring";
    }

    @Override
    public void connect(int id) {
        int socket =
                sources.length == 0
                        ? ring.openSocket(target)
                        : ring.openSocket(target, sources[id % sources.length]);
        if (socket < 0) {
            fail(id, connectError(-socket));
            return;
        }
        open[id] = true;
        connected[id] = false;
        submissions.installFile(socket, id);
        submissions.connect(id, target, userData.of(CONNECT, id));
        submissions.close(socket);
    }

    @Override
    public void send(int id, EncodedRequest request) {
        send(id, request, false);
    }

    @Override
    public void sendTracked(int id, EncodedRequest bytes) {
        send(id, bytes, true);
    }

    private void send(int id, EncodedRequest request, boolean report) {
        if (sending[id]) {
            throw new IllegalStateException("the previous request is not fully sent");
        }
        if (requests[id] != request) {
            requests[id] = request; // rarely: storing a reference costs more than comparing it
        }
        sent[id] = 0;
        reported[id] = report;
        sendRest(id, request);
    }

    /// A tracked send completes within the call that submits it, which then does not wait for a
    /// response.
    @Override
    public int alwaysFits() {
        return ALWAYS_FITS;
    }

    @Override
    public boolean isSending(int id) {
        return sending[id];
    }

    @Override
    public void close(int id) {
        if (open[id]) {
            endConnection(id);
            open[id] = false;
        }
        userData.nextGeneration(id);
        pendingErrors[id] = null;
        sending[id] = false;
        sendFailed[id] = false;
    }

    /// The socket exists for as long as a submission uses it.
    private void endConnection(int id) {
        submissions.cancel(userData.of(connected[id] ? RECEIVE : CONNECT, id));
        if (sending[id]) {
            submissions.cancel(userData.of(SEND, id));
        }
        submissions.closeSlot(id);
    }

    @Override
    public void await(long until, Events events) throws IOException {
        reportPending(events);
        buffers.publish();
        long now = Ticker.SYSTEM.nanoTime();
        if (until - now > 0 && pending.isEmpty()) {
            timer.fireBy(until, now);
            ring.submitAndWait();
        } else {
            ring.submit();
        }
        begun = submissions.isEmpty();
        for (int n = completions.ready(); n > 0; n--) {
            long data = completions.userData();
            int result = completions.result();
            int flags = completions.flags();
            completions.next();
            completed(data, result, flags, events);
        }
        completions.release();
    }

    @Override
    public boolean hasBegun() {
        return begun;
    }

    @Override
    public void wakeUp() {
        eventFd.signal();
    }

    /// The kernel sends and receives within the call that waits, so the call's length says nothing:
    /// all time in which the thread had no CPU counts as waited.
    @Override
    public long waitedNanos() {
        return Ticker.SYSTEM.nanoTime() - THREADS.getCurrentThreadCpuTime();
    }

    @Override
    public void close() {
        eventFd.close();
        try {
            for (int id = 0; id < connections; id++) {
                if (open[id]) {
                    endConnection(id);
                }
            }
            ring.submit();
        } catch (IOException _) {
            // Closing the ring also ends pending operations, if slightly later.
        } finally {
            ring.close();
        }
    }

    private void reportPending(Events events) {
        for (int n = pending.size(); n > 0; n--) {
            int id = pending.poll();
            var error = pendingErrors[id];
            if (error != null) {
                pendingErrors[id] = null;
                events.broken(id, error);
            }
        }
    }

    private void completed(long data, int result, int flags, Events events) {
        int id = UserData.connection(data);
        int operation = UserData.operation(data);
        switch (operation) {
            case EVENT_FD -> eventFd.arm(submissions, EVENT_FD);
            case TIMER -> timer.fired();
            case RECEIVE -> received(data, result, flags, events);
            case CONNECT -> {
                if (userData.isCurrent(data, CONNECT, id)) {
                    connected(id, result, events);
                }
            }
            case SEND -> {
                if (userData.isCurrent(data, SEND, id)) {
                    sent(id, result, events);
                }
            }
            default -> {
                // A submission without effect: there was nothing to cancel or to close.
            }
        }
    }

    private void connected(int id, int result, Events events) {
        if (result == 0) {
            connected[id] = true;
            receive(id);
            events.opened(id);
        } else {
            events.broken(id, connectError(-result));
        }
    }

    /// @param error number of the operating system
    static ErrorKind connectError(int error) {
        return switch (error) {
            case Errno.ECONNREFUSED -> ErrorKind.CONNECT_REFUSED;
            case Errno.ETIMEDOUT -> ErrorKind.CONNECT_TIMEOUT;
            case Errno.ENETUNREACH, Errno.EHOSTUNREACH -> ErrorKind.CONNECT_UNREACHABLE;
            case Errno.EADDRNOTAVAIL, Errno.EADDRINUSE -> ErrorKind.CONNECT_NO_PORT;
            default -> ErrorKind.CONNECT_FAILED;
        };
    }

    private void sent(int id, int result, Events events) {
        if (result < 0) {
            sending[id] = true;
            sendFailed[id] = true;
            return;
        }
        sent[id] += result;
        var request = requireNonNull(requests[id]);
        sending[id] = sent[id] < request.length();
        if (sending[id]) {
            sendRest(id, request);
        } else if (reported[id]) {
            events.sent(id);
        }
    }

    private void received(long data, int result, int flags, Events events) {
        int id = UserData.connection(data);
        if (userData.isCurrent(data, RECEIVE, id)) {
            reportReceived(id, result, flags, events);
        }
        if (CompletionQueue.hasBuffer(flags)) {
            buffers.recycle(CompletionQueue.buffer(flags));
        }
        // Without a free buffer, and for reasons of its own, the kernel ends a receive.
        boolean continues = result > 0 || result == -Errno.ENOBUFS;
        if (continues && !CompletionQueue.more(flags) && userData.isCurrent(data, RECEIVE, id)) {
            receive(id);
        }
    }

    private void reportReceived(int id, int result, int flags, Events events) {
        if (result > 0) {
            events.received(id, buffers.read(CompletionQueue.buffer(flags), result));
        } else if (result == 0 && !sendFailed[id]) {
            events.ended(id);
        } else if (result != -Errno.ENOBUFS) {
            events.broken(id, ErrorKind.RESET);
        }
    }

    private void receive(int id) {
        submissions.receive(id, buffers, userData.of(RECEIVE, id));
    }

    private void sendRest(int id, EncodedRequest request) {
        int from = sent[id];
        int length = request.length() - from;
        boolean tracked = reported[id] || length > ALWAYS_FITS;
        sending[id] = tracked;
        submissions.send(id, request.address() + from, length, tracked, userData.of(SEND, id));
    }

    private void fail(int id, ErrorKind error) {
        pendingErrors[id] = error;
        pending.offer(id);
    }
}
