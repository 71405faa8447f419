package dev.loombench.agent;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.loombench.agent.link.Endpoint;
import dev.loombench.agent.link.LinkFailed;
import dev.loombench.agent.link.LinkHandler;
import dev.loombench.agent.link.Peer;
import dev.loombench.agent.link.SharedKey;
import dev.loombench.agent.wire.Conversation;
import dev.loombench.agent.wire.Frame;
import dev.loombench.agent.wire.MalformedFrame;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// An agent: waits for a controller, works for one at a time, and stops its load when the
/// controller leaves or has not been heard of for 4 s.
public final class AgentServer implements AutoCloseable {
    private static final long TICK_MILLIS = 100;
    private static final long LOST_NANOS = 4_000_000_000L;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String version;
    private final AgentRoles roles;
    private final Consumer<String> log;
    private final Standstill standstill = new Standstill();
    private final ScheduledExecutorService ticks =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("loombench-agent-ticks").daemon().factory());
    private @Nullable Endpoint endpoint;
    private @Nullable Served served;

    /// The controller before: after a partition, the network delivers what it sent then.
    private @Nullable Peer released;

    /// The controller that the agent works for.
    private record Served(Peer controller, Conversation conversation, AgentSession session) {}

    private AgentServer(String version, AgentRoles roles, Consumer<String> log) {
        this.version = version;
        this.roles = roles;
        this.log = log;
    }

    /// @param local resolved; port 0 for a free one
    /// @param version of this program
    /// @param roles what it does for controllers
    /// @param log messages for the user
    /// @throws LinkFailed when it cannot listen there
    public static AgentServer start(
            InetSocketAddress local,
            Optional<SharedKey> key,
            String version,
            AgentRoles roles,
            Consumer<String> log)
            throws LinkFailed {
        var agent = new AgentServer(version, roles, log);
        boolean listens = false;
        try {
            agent.listen(local, key);
            listens = true;
            return agent;
        } finally {
            if (!listens) {
                agent.close();
            }
        }
    }

    private void listen(InetSocketAddress local, Optional<SharedKey> key) throws LinkFailed {
        var opened = Endpoint.listen(local, key, new Events());
        synchronized (this) {
            endpoint = opened;
        }
        var _ = ticks.scheduleWithFixedDelay(this::tick, TICK_MILLIS, TICK_MILLIS, MILLISECONDS);
    }

    /// The port on which it listens.
    public synchronized int port() {
        return endpoint == null ? 0 : endpoint.port();
    }

    private void tick() {
        standstill.runs();
        Served current;
        synchronized (this) {
            current = served;
        }
        if (current == null) {
            return;
        }
        if (standstill.silenceNanos(current.session().heardNanos()) > LOST_NANOS) {
            lost(current.controller(), "was not heard of for 4 s");
            return;
        }
        try {
            current.session().tick();
        } catch (RuntimeException e) { // a tick that throws would be the last one
            release(current.controller(), "cannot be served: " + e);
        }
    }

    private void received(Peer peer, byte[] bytes) {
        Served current;
        synchronized (this) {
            current = served;
        }
        try {
            if (current == null || !current.controller().equals(peer)) {
                if (isReleased(peer) && !(Conversation.readFirst(bytes) instanceof Frame.Hello)) {
                    return;
                }
                first(peer, bytes, current);
            } else if (current.conversation().read(bytes) instanceof Frame.FromController frame) {
                current.session().received(frame);
            } else {
                throw new MalformedFrame("a frame of an agent");
            }
        } catch (MalformedFrame e) {
            log.accept("rejected a frame from %s: %s".formatted(peer, e.getMessage()));
        }
    }

    private synchronized boolean isReleased(Peer peer) {
        return released != null && released.equals(peer);
    }

    /// Begins a session, or refuses it.
    private void first(Peer peer, byte[] bytes, @Nullable Served current) throws MalformedFrame {
        if (!(Conversation.readFirst(bytes) instanceof Frame.Hello hello)) {
            throw new MalformedFrame("no session");
        }
        if (!hello.version().equals(version)) {
            refuse(
                    peer,
                    hello,
                    "runs version %s, and the controller version %s: install the same version on both"
                            .formatted(version, hello.version()));
        } else if (current != null) {
            refuse(
                    peer,
                    hello,
                    "already works for the controller %s".formatted(current.controller()));
        } else {
            begin(peer, hello);
        }
    }

    private void begin(Peer peer, Frame.Hello hello) {
        long session = RANDOM.nextLong();
        var welcomed = new Conversation(session, hello.session());
        var next =
                new Served(
                        peer,
                        welcomed,
                        new AgentSession(roles, frame -> send(peer, welcomed, frame), log));
        synchronized (this) {
            if (served == null) {
                served = next;
            } else {
                next.session().close();
                refuse(peer, hello, "already works for another controller");
                return;
            }
        }
        log.accept("controller %s joined".formatted(peer));
        send(peer, welcomed, new Frame.Welcome(version, session));
    }

    private void refuse(Peer peer, Frame.Hello hello, String reason) {
        log.accept("refused the controller %s: this agent %s".formatted(peer, reason));
        try {
            open().send(peer, Conversation.single(new Frame.Refused(reason), hello.session()));
        } catch (IOException _) {
            // It has left.
        }
    }

    private void send(Peer peer, Conversation conversation, Frame frame) {
        try {
            synchronized (conversation) { // so that frames leave in the order of their numbers
                open().send(peer, conversation.next(frame));
            }
        } catch (IOException _) {
            release(peer, "cannot be reached");
        }
    }

    private synchronized Endpoint open() throws IOException {
        if (endpoint == null) {
            throw new IOException("the agent is closed");
        }
        return endpoint;
    }

    /// Stops the work for a controller that cannot be heard; where this agent stood still, because
    /// of that.
    ///
    /// @param otherwise in words that follow the controller's name
    private void lost(Peer peer, String otherwise) {
        var own = standstill.recentNanos();
        release(
                peer,
                own.isPresent()
                        ? "left, as this agent stood still for %.1f s"
                                .formatted(own.getAsLong() / 1e9)
                        : otherwise);
    }

    /// Stops the work for a controller.
    private void release(Peer peer, String why) {
        Served ending;
        synchronized (this) {
            ending = served;
            if (ending == null || !ending.controller().equals(peer)) {
                return;
            }
            served = null;
            released = peer;
        }
        var stopped = ending.session().stop();
        log.accept(
                "controller %s %s%s; waiting for the next"
                        .formatted(peer, why, stopped.isEmpty() ? "" : ": " + stopped));
    }

    @Override
    public void close() {
        Served ending;
        Endpoint closing;
        synchronized (this) {
            ending = served;
            closing = endpoint;
            served = null;
            endpoint = null;
        }
        ticks.shutdownNow();
        if (ending != null) {
            ending.session().close();
        }
        if (closing != null) {
            closing.close();
        }
    }

    private final class Events implements LinkHandler {
        @Override
        public void left(Peer peer) {
            lost(peer, "left");
        }

        @Override
        public void received(Peer peer, byte[] bytes) {
            AgentServer.this.received(peer, bytes);
        }
    }
}
