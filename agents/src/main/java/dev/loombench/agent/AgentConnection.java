package dev.loombench.agent;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.loombench.agent.link.LinkEnd;
import dev.loombench.agent.link.LinkFailed;
import dev.loombench.agent.link.LinkHandler;
import dev.loombench.agent.link.Peer;
import dev.loombench.agent.link.SharedKey;
import dev.loombench.agent.wire.Frame;
import dev.loombench.agent.wire.Frame.FromAgent;
import dev.loombench.agent.wire.Frame.FromController;
import dev.loombench.agent.wire.FrameReader;
import dev.loombench.agent.wire.FrameWriter;
import dev.loombench.agent.wire.MalformedFrame;
import dev.loombench.launch.process.ListeningPort;
import dev.loombench.result.RoundTrips;
import dev.loombench.run.backend.AgentLost;
import dev.loombench.text.UrlText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// The controller's connection to one agent: its session, its clock, and whether it is lost.
final class AgentConnection implements AutoCloseable {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);

    /// Longer: an agent first ends the work for the controller before.
    private static final Duration WELCOME_LIMIT = Duration.ofSeconds(20);

    private static final int CLOCK_EXCHANGES = 20;

    private final InetSocketAddress address;
    private final CompletableFuture<FromAgent> answer = new CompletableFuture<>();
    private final Standstill standstill = Standstill.ofThisProcess();
    private final Map<Long, Long> pings = new HashMap<>();
    private final List<ClockOffset.Exchange> exchanges = new ArrayList<>();
    private long pingNumber;
    private volatile @Nullable String lost;
    private volatile @Nullable FrameReceiver receiver;
    private @Nullable LinkEnd endpoint;
    private @Nullable Peer agent;

    /// Without a connection yet: it sends nothing.
    AgentConnection(InetSocketAddress address) {
        this.address = address;
    }

    /// @param version of this program
    /// @throws LinkFailed when there is no agent, or it refuses
    static AgentConnection open(InetSocketAddress address, Optional<SharedKey> key, String version)
            throws LinkFailed, InterruptedException {
        var connection = new AgentConnection(address);
        boolean opened = false;
        try {
            connection.greet(key, version);
            opened = true;
            return connection;
        } finally {
            if (!opened) {
                connection.close();
            }
        }
    }

    private void greet(Optional<SharedKey> key, String version)
            throws LinkFailed, InterruptedException {
        var connected = LinkEnd.connect(address, key, new Events());
        synchronized (this) {
            endpoint = connected;
            agent = connected.first();
        }
        try {
            connected.send(connected.first(), FrameWriter.bytes(new Frame.Hello(version)));
            switch (answer.get(WELCOME_LIMIT.toNanos(), NANOSECONDS)) {
                case Frame.Welcome _ -> {}
                case Frame.Refused(var reason) ->
                        throw new LinkFailed("the agent %s %s".formatted(this, reason));
                default -> throw new LinkFailed("%s is no agent of this version".formatted(this));
            }
        } catch (IOException e) {
            throw new LinkFailed(
                    "the agent %s joined, but cannot be reached: %s"
                            .formatted(this, e.getMessage()));
        } catch (ExecutionException _) {
            throw new LinkFailed("the agent %s %s".formatted(this, lost().orElse("was lost")));
        } catch (TimeoutException _) {
            throw new LinkFailed(
                    "the agent %s joined, but did not answer within %d s"
                            .formatted(this, WELCOME_LIMIT.toSeconds()));
        }
    }

    /// Sends a frame; when the agent cannot be reached, it is lost.
    void send(FromController frame) {
        LinkEnd to;
        Peer peer;
        synchronized (this) {
            to = endpoint;
            peer = agent;
        }
        if (to == null || peer == null || lost != null) {
            return;
        }
        try {
            to.send(peer, FrameWriter.bytes(frame));
        } catch (IOException _) {
            loseTouch("cannot be reached");
        }
    }

    /// Requests the agent's clock and the progress of its load.
    ///
    /// @return number of this ping
    long ping() {
        long number;
        synchronized (pings) {
            number = pingNumber++;
            pings.put(number, System.nanoTime());
        }
        send(new Frame.Ping(number));
        return number;
    }

    /// Measures the offset of the agent's clock with new exchanges.
    ///
    /// @throws AgentLost when it does not respond
    ClockOffset measureClock() throws InterruptedException {
        synchronized (pings) {
            exchanges.clear();
        }
        long end = System.nanoTime() + ANSWER_LIMIT.toNanos();
        for (int i = 0; i < CLOCK_EXCHANGES; i++) {
            var _ = ping();
            synchronized (pings) {
                while (exchanges.size() <= i && lost == null && System.nanoTime() - end < 0) {
                    pings.wait(50);
                }
            }
        }
        throwIfLost();
        synchronized (pings) {
            if (exchanges.isEmpty()) {
                loseTouch("does not respond");
                throwIfLost();
            }
            return ClockOffset.of(exchanges);
        }
    }

    /// The round trips since the last measurement of the clock.
    RoundTrips roundTrips() {
        synchronized (pings) {
            return RoundTrips.of(
                    exchanges.stream().map(ClockOffset.Exchange::roundTripNanos).toList());
        }
    }

    /// @param next receives the agent's frames from now on; null for none
    void serve(@Nullable FrameReceiver next) {
        receiver = next;
        var reason = lost;
        if (next != null && reason != null) {
            next.lost(reason);
        }
    }

    /// Why the agent is lost; empty while it is not.
    Optional<String> lost() {
        return Optional.ofNullable(lost);
    }

    private void throwIfLost() {
        var reason = lost;
        if (reason != null) {
            throw new AgentLost("the agent %s %s".formatted(this, reason));
        }
    }

    /// Loses an agent that cannot be heard; where this controller stood still, because of that.
    ///
    /// @param otherwise in words that follow the agent's name
    private void loseTouch(String otherwise) {
        var own = standstill.recentNanos();
        lose(
                own.isPresent()
                        ? "ended its work, as this controller stood still for %.1f s"
                                .formatted(own.getAsLong() / 1e9)
                        : otherwise);
    }

    private void lose(String reason) {
        FrameReceiver current;
        synchronized (this) {
            if (lost != null) {
                return;
            }
            lost = reason;
            current = receiver;
        }
        answer.completeExceptionally(new AgentLost(reason));
        synchronized (pings) {
            pings.notifyAll();
        }
        if (current != null) {
            current.lost(reason);
        }
    }

    private void received(byte[] bytes) {
        long now = System.nanoTime();
        try {
            if (!(FrameReader.read(bytes) instanceof FromAgent frame)) {
                throw new MalformedFrame("a frame of a controller");
            }
            if (!answer.complete(frame)) {
                received(frame, now);
            }
        } catch (MalformedFrame e) {
            lose("sent a malformed frame: " + e.getMessage());
        }
    }

    private void received(FromAgent frame, long now) {
        switch (frame) {
            case Frame.Pong pong -> pong(pong, now);
            case Frame.Refused(var reason) -> loseTouch(reason);
            case FromAgent other -> {
                var current = receiver;
                if (current != null) {
                    current.received(other);
                }
            }
        }
    }

    private void pong(Frame.Pong pong, long now) {
        var current = receiver;
        synchronized (pings) {
            var sent = pings.remove(pong.number());
            if (current != null) {
                current.ponged(pong.number());
            }
            if (sent != null) {
                exchanges.add(new ClockOffset.Exchange(sent, now, pong.nanos()));
                pings.notifyAll();
            }
        }
        if (current != null) {
            pong.progress().ifPresent(current::received);
        }
    }

    @Override
    public void close() {
        LinkEnd closing;
        synchronized (this) {
            closing = endpoint;
            endpoint = null;
            lost = lost == null ? "was left: this controller ends" : lost;
        }
        if (closing != null) {
            closing.close();
        }
    }

    /// Whether its address is one of this machine's.
    boolean isLocal() {
        try {
            return ListeningPort.isOfThisMachine(address.getAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Its host and port.
    @Override
    public String toString() {
        return UrlText.authority(address);
    }

    private final class Events implements LinkHandler {
        /// Others join and leave as well: controllers that the agent refuses.
        @Override
        public void left(Peer peer) {
            var expected = agent();
            if (expected != null && expected.equals(peer)) {
                loseTouch("left or was killed, or the network failed");
            }
        }

        @Override
        public void received(Peer peer, byte[] bytes) {
            var expected = agent();
            if (expected == null || expected.equals(peer)) {
                AgentConnection.this.received(bytes);
            }
        }

        private @Nullable Peer agent() {
            synchronized (AgentConnection.this) {
                return agent;
            }
        }
    }
}
