package dev.loombench.load.transport;

import static java.util.Objects.requireNonNull;

import dev.loombench.load.request.EncodedRequest;
import dev.loombench.result.ErrorKind;
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

/// Sockets driven by io_uring: one system call a turn takes all that is to be sent, waits, and
/// brings all that came.
///
/// Each connection keeps one receive under way for as long as it is open, and buffers are picked by
/// the kernel as bytes arrive. A send is one order and, where it succeeds, no completion. Sockets
/// live in the ring's own table, slot by connection number, where finding them costs nothing.
///
/// A completion names the life of the connection it was ordered in. What comes late for a
/// connection that was closed since belongs to an older life, and is told to nobody.
final class IoUringTransport implements Transport {
    /// Kinds of orders, in the lowest bits of their user data; 0 is the silent ones'.
    private static final int BELL = 1;

    private static final int CONNECT = 2;
    private static final int SEND = 3;
    private static final int RECEIVE = 4;
    private static final int ALARM = 5;

    private static final int KIND_BITS = 3;
    private static final int LIFE_BITS = 29;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static final int MOST_ENTRIES = 4096;
    private static final int FEWEST_BUFFERS = 64;
    private static final int MOST_BUFFERS = 4096;
    private static final int BUFFER_MEMORY = 4 << 20;
    private static final int LARGEST_BUFFER = 16 * 1024;

    /// Requests of up to this size fit into any socket's buffer at once, unless the server does not
    /// read at all; larger ones are watched until they are whole.
    private static final int SURE_TO_FIT = 4096;

    private final Ring ring;
    private final SubmissionQueue submissions;
    private final CompletionQueue completions;
    private final BufferRing buffers;
    private final EventFd bell;
    private final RingTimer alarm;
    private final SocketAddress target;
    private final SocketAddress[] sources;
    private final int connections;

    private final int[] life;
    private final boolean[] open;

    /// Of an open one: whether it receives, or is still being connected.
    private final boolean[] connected;

    /// What was sent last, and how many bytes of it already, where an error cut it short.
    private final @Nullable EncodedRequest[] messages;

    private final int[] sent;

    /// Whether a request that is watched is not whole yet.
    private final boolean[] sending;

    /// Whether it never will be, as the server closed the connection. What the server sent before
    /// is still received.
    private final boolean[] sendFailed;

    /// Connections whose order failed at once, with what is still to be told.
    private final IdQueue untold;

    private final @Nullable ErrorKind[] faults;

    IoUringTransport(Route route, int connections) throws UringUnavailable, IOException {
        this.connections = connections;
        int entries = Math.clamp(powerOfTwo(connections), FEWEST_BUFFERS, MOST_ENTRIES);
        int count = Math.clamp(powerOfTwo(connections), FEWEST_BUFFERS, MOST_BUFFERS);
        ring = Ring.open(entries, 2 * entries);
        try {
            ring.registerFileSlots(connections);
            buffers =
                    BufferRing.open(
                            ring, 0, count, Math.min(LARGEST_BUFFER, BUFFER_MEMORY / count));
            bell = EventFd.open(ring);
        } catch (IOException e) {
            ring.close();
            throw e;
        }
        submissions = ring.submissions();
        completions = ring.completions();
        bell.arm(submissions, BELL);
        alarm = new RingTimer(ring, ALARM);
        target = SocketAddress.of(ring, route.target());
        sources =
                route.sources().stream()
                        .map(source -> SocketAddress.of(ring, new InetSocketAddress(source, 0)))
                        .toArray(SocketAddress[]::new);
        messages = new EncodedRequest[connections];
        life = new int[connections];
        open = new boolean[connections];
        connected = new boolean[connections];
        sent = new int[connections];
        sending = new boolean[connections];
        sendFailed = new boolean[connections];
        untold = new IdQueue(connections);
        faults = new ErrorKind[connections];
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
            fail(id, connectFault(-socket));
            return;
        }
        open[id] = true;
        connected[id] = false;
        submissions.installFile(socket, id);
        submissions.connect(id, target, userData(CONNECT, id));
        submissions.close(socket);
    }

    @Override
    public void send(int id, EncodedRequest message) {
        if (sending[id]) {
            throw new IllegalStateException("the last message is not sent whole");
        }
        if (messages[id] != message) {
            messages[id] = message; // seldom: to store a reference costs more than to compare it
        }
        sent[id] = 0;
        sendRest(id, message);
    }

    @Override
    public boolean isSending(int id) {
        return sending[id];
    }

    @Override
    public void close(int id) {
        if (open[id]) {
            end(id);
            open[id] = false;
        }
        life[id]++;
        faults[id] = null;
        sending[id] = false;
        sendFailed[id] = false;
    }

    /// The socket lives for as long as an order on it does.
    private void end(int id) {
        submissions.cancel(userData(connected[id] ? RECEIVE : CONNECT, id));
        if (sending[id]) {
            submissions.cancel(userData(SEND, id));
        }
        submissions.closeSlot(id);
    }

    @Override
    public void await(long until, Events events) throws IOException {
        tellUntold(events);
        buffers.publish();
        if (until - System.nanoTime() > 0 && untold.isEmpty()) {
            alarm.fireBy(until);
            ring.submitAndWait();
        } else {
            ring.submit();
        }
        for (int n = completions.ready(); n > 0; n--) {
            long userData = completions.userData();
            int result = completions.result();
            int flags = completions.flags();
            completions.next();
            completed(userData, result, flags, events);
        }
        completions.release();
    }

    @Override
    public void wakeUp() {
        bell.signal();
    }

    /// The kernel sends and receives within the call that waits, so the call's length tells
    /// nothing: all time in which the thread had no CPU counts as waited.
    @Override
    public long waitedNanos() {
        return System.nanoTime() - THREADS.getCurrentThreadCpuTime();
    }

    @Override
    public void close() {
        bell.close();
        try {
            for (int id = 0; id < connections; id++) {
                if (open[id]) {
                    end(id);
                }
            }
            ring.submit();
        } catch (IOException _) {
            // Closing the ring ends what is under way too, if a little later.
        } finally {
            ring.close();
        }
    }

    private void tellUntold(Events to) {
        for (int n = untold.size(); n > 0; n--) {
            int id = untold.poll();
            var fault = faults[id];
            if (fault != null) {
                faults[id] = null;
                to.broken(id, fault);
            }
        }
    }

    private void completed(long userData, int result, int flags, Events to) {
        int id = connection(userData);
        int kind = (int) userData & ((1 << KIND_BITS) - 1);
        switch (kind) {
            case BELL -> bell.arm(submissions, BELL);
            case ALARM -> alarm.fired();
            case RECEIVE -> received(userData, result, flags, to);
            case CONNECT -> {
                if (isCurrent(userData, CONNECT, id)) {
                    connected(id, result, to);
                }
            }
            case SEND -> {
                if (isCurrent(userData, SEND, id)) {
                    sent(id, result);
                }
            }
            default -> {
                // An order without effect: there was nothing to cancel or to close.
            }
        }
    }

    private void connected(int id, int result, Events to) {
        if (result == 0) {
            connected[id] = true;
            receive(id);
            to.opened(id);
        } else {
            to.broken(id, connectFault(-result));
        }
    }

    /// @param error number of the system
    static ErrorKind connectFault(int error) {
        return switch (error) {
            case Errno.ECONNREFUSED -> ErrorKind.CONNECT_REFUSED;
            case Errno.ETIMEDOUT -> ErrorKind.CONNECT_TIMEOUT;
            case Errno.ENETUNREACH, Errno.EHOSTUNREACH -> ErrorKind.CONNECT_UNREACHABLE;
            case Errno.EADDRNOTAVAIL, Errno.EADDRINUSE -> ErrorKind.CONNECT_NO_PORT;
            default -> ErrorKind.CONNECT_FAILED;
        };
    }

    private void sent(int id, int result) {
        if (result < 0) {
            sending[id] = true;
            sendFailed[id] = true;
            return;
        }
        sent[id] += result;
        var message = requireNonNull(messages[id]);
        sending[id] = sent[id] < message.length();
        if (sending[id]) {
            sendRest(id, message);
        }
    }

    private void received(long userData, int result, int flags, Events to) {
        int id = connection(userData);
        if (isCurrent(userData, RECEIVE, id)) {
            tellReceived(id, result, flags, to);
        }
        if (CompletionQueue.hasBuffer(flags)) {
            buffers.recycle(CompletionQueue.buffer(flags));
        }
        // Without a buffer to spare, and for reasons of its own, the kernel ends a receive.
        boolean goesOn = result > 0 || result == -Errno.ENOBUFS;
        if (goesOn && !CompletionQueue.more(flags) && isCurrent(userData, RECEIVE, id)) {
            receive(id);
        }
    }

    private void tellReceived(int id, int result, int flags, Events to) {
        if (result > 0) {
            to.received(id, buffers.read(CompletionQueue.buffer(flags), result));
        } else if (result == 0 && !sendFailed[id]) {
            to.ended(id);
        } else if (result != -Errno.ENOBUFS) {
            to.broken(id, ErrorKind.RESET);
        }
    }

    private void receive(int id) {
        submissions.receive(id, buffers, userData(RECEIVE, id));
    }

    private void sendRest(int id, EncodedRequest message) {
        int from = sent[id];
        int length = message.length() - from;
        boolean told = length > SURE_TO_FIT;
        sending[id] = told;
        submissions.send(id, message.address() + from, length, told, userData(SEND, id));
    }

    private void fail(int id, ErrorKind fault) {
        faults[id] = fault;
        untold.offer(id);
    }

    private static int connection(long userData) {
        return (int) (userData >>> (KIND_BITS + LIFE_BITS));
    }

    /// Whether it was ordered in the connection's present life.
    private boolean isCurrent(long userData, int kind, int id) {
        return userData == userData(kind, id);
    }

    /// `connection | life | kind`, from the highest bit to the lowest.
    private long userData(int kind, int id) {
        long lifeBits = life[id] & ((1L << LIFE_BITS) - 1);
        return (long) id << (KIND_BITS + LIFE_BITS) | lifeBits << KIND_BITS | kind;
    }
}
