package dev.loombench.load.worker;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.loombench.load.SimulatedClock;
import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.transport.Ticker;
import dev.loombench.load.transport.Transport;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Consumer;

/// A transport in virtual time: a wait ends at once, with the clock at the next event or at the end
/// of the wait. Whatever else the worker does takes no time.
///
/// A `Peer` decides what becomes of connections and requests.
final class ScriptedTransport implements Transport {
    /// Waits in a row without an event and without a time to wait for.
    private static final int MAX_IDLE_WAITS = 100;

    private final SimulatedClock clock;
    private final long startNanos;
    private final Peer peer;
    private final PriorityQueue<Event> agenda =
            new PriorityQueue<>(
                    Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
    private final List<Long> connects = new ArrayList<>();
    private final List<Received> received = new ArrayList<>();
    private final Map<Integer, Integer> onConnection = new HashMap<>();
    private final Map<Integer, Integer> generations = new HashMap<>();
    private final Set<Integer> sending = new HashSet<>();
    private long events;
    private long waited;
    private int idleWaits;

    /// The network and the server.
    @FunctionalInterface
    interface Peer {

        /// A connection is being opened; by default it opens at once.
        default void connects(int id, ScriptedTransport net) {
            net.opens(id, 0);
        }

        void receives(Received request, ScriptedTransport net);
    }

    /// A request as the server receives it.
    ///
    /// @param number from 1, over all connections
    /// @param onConnection from 1
    /// @param nanos since the start
    /// @param line as in `GET / HTTP/1.1`
    /// @param text all of it, a character per byte
    record Received(int id, int number, int onConnection, long nanos, String line, String text) {}

    private record Event(long at, long number, Consumer<Events> action) {}

    ScriptedTransport(SimulatedClock clock, Peer peer) {
        this.clock = clock;
        this.peer = peer;
        startNanos = clock.nanoTime();
    }

    // For peers and tests: what happens, so many ns from now.

    void opens(int id, long in) {
        report(id, in, handler -> handler.opened(id));
    }

    void breaks(int id, long in, ErrorKind error) {
        report(id, in, handler -> handler.broken(id, error));
    }

    void responds(int id, long in, String text) {
        var bytes = text.getBytes(ISO_8859_1);
        report(id, in, handler -> handler.received(id, ByteBuffer.wrap(bytes)));
    }

    void ends(int id, long in) {
        report(id, in, handler -> handler.ended(id));
    }

    /// The connection takes only a part of its present request.
    void blocks(int id) {
        sending.add(id);
    }

    /// An action of the test, on the worker's thread within its wait.
    void after(long in, Runnable action) {
        add(in, _ -> action.run());
    }

    /// Nothing is reported about a connection that was closed before.
    private void report(int id, long in, Consumer<Events> action) {
        int generation = generation(id);
        add(
                in,
                handler -> {
                    if (generation(id) == generation) {
                        action.accept(handler);
                    }
                });
    }

    private void add(long in, Consumer<Events> action) {
        agenda.add(new Event(clock.nanoTime() + in, events++, action));
    }

    private int generation(int id) {
        return generations.getOrDefault(id, 0);
    }

    // What the worker did.

    /// When it began to open connections, ns since the start.
    List<Long> connects() {
        return connects;
    }

    List<Received> received() {
        return received;
    }

    /// When the requests were sent, ns since the start.
    List<Long> sends() {
        return received.stream().map(Received::nanos).toList();
    }

    // The transport.

    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public Ticker ticker() {
        return clock;
    }

    @Override
    public void connect(int id) {
        connects.add(clock.nanoTime() - startNanos);
        onConnection.put(id, 0);
        peer.connects(id, this);
    }

    @Override
    public void send(int id, EncodedRequest request) {
        var bytes = new byte[request.length()];
        request.from(0).get(bytes);
        var text = new String(bytes, ISO_8859_1);
        var line = text.lines().findFirst().orElseThrow();
        var one =
                new Received(
                        id,
                        received.size() + 1,
                        onConnection.merge(id, 1, Integer::sum),
                        clock.nanoTime() - startNanos,
                        line,
                        text);
        received.add(one);
        peer.receives(one, this);
    }

    @Override
    public boolean isSending(int id) {
        return sending.contains(id);
    }

    @Override
    public void close(int id) {
        generations.merge(id, 1, Integer::sum);
        sending.remove(id);
    }

    @Override
    public void await(long until, Events handler) {
        long now = clock.nanoTime();
        var first = agenda.peek();
        long next = first == null ? until : Math.min(first.at, until);
        if (next > now) {
            clock.advance(next - now);
            waited += next - now;
        }
        boolean progress = next > now || (first != null && first.at <= now);
        idleWaits = progress ? 0 : idleWaits + 1;
        if (idleWaits > MAX_IDLE_WAITS) {
            throw new AssertionError("the worker never waits");
        }
        long known = events;
        for (var event = agenda.peek();
                event != null && event.at <= clock.nanoTime() && event.number < known;
                event = agenda.peek()) {
            agenda.remove().action.accept(handler);
        }
    }

    @Override
    public void wakeUp() {}

    @Override
    public long waitedNanos() {
        return waited;
    }

    @Override
    public void close() {}
}
