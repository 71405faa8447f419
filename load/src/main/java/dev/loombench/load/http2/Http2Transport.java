package dev.loombench.load.http2;

import dev.loombench.base.IdQueue;
import dev.loombench.http2.ConnectionBuffers;
import dev.loombench.load.record.FirstPart;
import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.transport.Handshake;
import dev.loombench.load.transport.Ticker;
import dev.loombench.load.transport.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The streams of HTTP/2 connections, which another transport carries: each id is a slot for one
/// request at a time, so that load models see a stream as they see a connection.
///
/// Slot s is at place `s % connections`, so that all connections are used before one has a second
/// stream. Where the server allows fewer streams than there are slots, requests wait in the order
/// of their sends, and `started` reports the end of the wait. Frames of one iteration go out
/// together, with the next `await`. In the steady state it allocates nothing.
///
/// A connection that the server no longer wants (GOAWAY) serves its open streams, and is closed
/// then. Once it has had a response, another one takes its place at once ([Places]); else it is
/// opened again, and what was sent meanwhile waits.
public final class Http2Transport implements Transport {
    /// A listen backlog holds at most 4096 connections, and often far fewer.
    private static final int MAX_CONNECTING = 256;

    private final Transport under;
    private final Places places;
    private final boolean closesConnections;
    private final Http2Link[] links;
    private final Events linkEvents = new LinkEvents();

    /// Connections with something to send, to open or to close.
    private final IdQueue toServe;

    /// Slots that are open, and not reported yet.
    private final IdQueue toReport;

    /// Connections that wait before they are opened again, for their last frame to leave, or for a
    /// sign of their server.
    private final IdQueue delayed;

    /// Connections that wait to be opened, because enough others are being opened.
    private final IdQueue toConnect;

    /// Connections that are being opened.
    private final IdQueue opening;

    private final OpeningLimit openingLimit;

    private int connecting;

    /// A time of which all has been read that had come.
    private long readNanos;

    private @Nullable Events events;

    /// @param under with an id for each of `connections(...)`
    /// @param connections at a time, apart from those that serve their last streams
    /// @param slots of all connections together
    /// @param closesConnections whether a connection is closed with the last of its slots in use
    /// @param part what of the content of responses is reported
    public Http2Transport(
            Transport under,
            int connections,
            int slots,
            boolean closesConnections,
            FirstPart part,
            OpeningLimit openingLimit) {
        this.under = under;
        this.closesConnections = closesConnections;
        this.openingLimit = openingLimit;
        var buffers = new ConnectionBuffers();
        int all = Places.connections(connections, slots, closesConnections);
        places = new Places(connections, all, slots);
        links = new Http2Link[all];
        for (int i = 0; i < all; i++) {
            links[i] = new Http2Link(this, under, buffers, i, places.mostSlots(), part);
        }
        toServe = new IdQueue(all);
        delayed = new IdQueue(all);
        toConnect = new IdQueue(all);
        opening = new IdQueue(all);
        toReport = new IdQueue(slots);
    }

    /// The connections of the other transport.
    ///
    /// @param slots of the transport, which has one connection at a time for every `streams` of
    ///   them
    /// @param closesConnections as for the constructor
    public static int connections(int slots, int streams, boolean closesConnections) {
        return Places.connections(Math.ceilDiv(slots, streams), slots, closesConnections);
    }

    /// Such transports over those of a load.
    ///
    /// @param slots of each transport, which has one connection for every `streams` of them
    public static List<Transport> over(
            List<Transport> transports,
            List<Integer> slots,
            int streams,
            boolean closesConnections,
            FirstPart part,
            OpeningLimit openingLimit) {
        return IntStream.range(0, transports.size())
                .<Transport>mapToObj(i ->
                        new Http2Transport(
                                transports.get(i),
                                Math.ceilDiv(slots.get(i), streams),
                                slots.get(i),
                                closesConnections,
                                part,
                                openingLimit))
                .toList();
    }

    @Override
    public String name() {
        return under.name();
    }

    @Override
    public long resolutionNanos() {
        return under.resolutionNanos();
    }

    @Override
    public Ticker ticker() {
        return under.ticker();
    }

    @Override
    public boolean isMultiplexed() {
        return true;
    }

    @Override
    public boolean staysOpenWithout(int id) {
        return !closesConnections || link(id).hasOthersThan(local(id));
    }

    @Override
    public boolean hasResponse(int id) {
        return !closesConnections && link(id).hasResponse();
    }

    // Operations.

    @Override
    public void connect(int id) {
        links[places.opening(id)].connect(local(id));
    }

    @Override
    public boolean sendsAtOnce(int id) {
        return link(id).sendsAtOnce();
    }

    @Override
    public void send(int id, EncodedRequest request) {
        link(id).send(local(id), request);
    }

    @Override
    public boolean isSending(int id) {
        return link(id).isSending(local(id));
    }

    @Override
    public void close(int id) {
        link(id).close(local(id), closesConnections);
    }

    @Override
    public @Nullable Handshake handshake(int id) {
        return under.handshake(places.holder(id));
    }

    @Override
    public ErrorKind openingTimeout(int id) {
        return link(id).openingTimeout();
    }

    @Override
    public void await(long until, Events handler) throws IOException {
        events = handler;
        long now = ticker().nanoTime();
        serveDelayed(now);
        giveUpLate(now);
        for (int n = toReport.size(); n > 0; n--) {
            int id = toReport.poll();
            link(id).reportOpened(local(id));
        }
        for (int n = toServe.size(); n > 0; n--) {
            links[toServe.poll()].serve(now);
        }
        boolean more = !toReport.isEmpty() || !toServe.isEmpty();
        under.await(more ? ticker().nanoTime() : untilDue(until), linkEvents);
        readNanos = now;
    }

    private void serveDelayed(long now) {
        for (int n = delayed.size(); n > 0; n--) {
            var link = links[delayed.poll()];
            if (link.dueNanos() - now > 0) {
                delayed.offer(link.id());
            } else {
                link.serve(now);
            }
        }
    }

    /// Gives up connections that were not open in time.
    private void giveUpLate(long now) {
        for (int n = opening.size(); n > 0; n--) {
            var link = links[opening.poll()];
            if (!link.isOpening()) {
                continue;
            }
            if (now - link.connectStart() >= openingLimit.nanos()) {
                link.giveUp(openingLimit.fails());
            } else {
                opening.offer(link.id());
            }
        }
    }

    private long untilDue(long until) {
        long earliest = until;
        for (int n = delayed.size(); n > 0; n--) {
            int id = delayed.poll();
            delayed.offer(id);
            long at = links[id].dueNanos();
            earliest = at - earliest < 0 ? at : earliest;
        }
        for (int n = opening.size(); n > 0; n--) {
            int id = opening.poll();
            opening.offer(id);
            long at = links[id].connectStart() + openingLimit.nanos();
            earliest = at - earliest < 0 ? at : earliest;
        }
        return earliest;
    }

    @Override
    public void wakeUp() {
        under.wakeUp();
    }

    @Override
    public long waitedNanos() {
        return under.waitedNanos();
    }

    @Override
    public void close() {
        under.close();
    }

    // For the connections.

    /// The receiver of events, during `await`.
    Events handler() {
        var handler = events;
        if (handler == null) {
            throw new IllegalStateException("an event outside of await");
        }
        return handler;
    }

    /// Serves a connection at the next `await`.
    void serveSoon(int link) {
        toServe.offer(link);
    }

    /// Reports a slot as open at the next `await`.
    void reportSoon(int link, int slot) {
        toReport.offer(global(link, slot));
    }

    /// Serves a connection when it is due.
    void serveLater(int link) {
        delayed.offer(link);
    }

    /// Whether a connection may be opened now; otherwise it is served again once it may.
    boolean mayConnect(int link) {
        if (connecting < MAX_CONNECTING) {
            connecting++;
            return true;
        }
        toConnect.offer(link);
        return false;
    }

    /// Limits the time in which a connection is opened.
    void limitOpening(int link) {
        opening.offer(link);
    }

    /// The most time to open a connection, which a server also has for a sign that it is there.
    long openingNanos() {
        return openingLimit.nanos();
    }

    long readNanos() {
        return readNanos;
    }

    /// Handles that a connection is open, or failed to.
    void connected() {
        connecting--;
        connectNext();
    }

    /// Serves the next connection that waits to be opened, if there is one.
    void connectNext() {
        int next = toConnect.poll();
        if (next >= 0) {
            serveSoon(next);
        }
    }

    int global(int link, int slot) {
        return places.global(link, slot);
    }

    /// Lets a spare connection take the place of one that takes no further streams.
    ///
    /// @return whether there was one
    boolean replace(int link) {
        return places.replace(link);
    }

    /// Moves an open slot with a request that waits to the connection that has taken the place.
    void move(int id, EncodedRequest request) {
        links[places.opening(id)].take(local(id), request);
    }

    /// Handles that a connection which was replaced is closed.
    void release(int link) {
        places.release(link);
    }

    private Http2Link link(int id) {
        return links[places.holder(id)];
    }

    private int local(int id) {
        return places.local(id);
    }

    /// What the other transport reports about connections.
    private final class LinkEvents implements Events {
        @Override
        public void opened(int id) {
            links[id].opened();
        }

        @Override
        public void received(int id, ByteBuffer bytes) {
            handler().receivedByConnection(bytes.remaining());
            links[id].received(bytes);
        }

        @Override
        public void sent(int id) {
            links[id].sent();
        }

        @Override
        public void ended(int id) {
            links[id].closedByServer(ErrorKind.CLOSED_EARLY, true);
        }

        @Override
        public void broken(int id, ErrorKind error) {
            links[id].closedByServer(error, false);
        }

        @Override
        public void alert(String name) {
            handler().alert(name);
        }

        @Override
        public void fault(ErrorKind kind, String found) {
            handler().fault(kind, found);
        }
    }
}
