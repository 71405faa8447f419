package dev.loombench.agent;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.loombench.agent.link.LinkEnd;
import dev.loombench.agent.link.LinkFailed;
import dev.loombench.agent.link.LinkHandler;
import dev.loombench.agent.link.Peer;
import dev.loombench.agent.link.SharedKey;
import dev.loombench.agent.wire.Frame;
import dev.loombench.agent.wire.FrameReader;
import dev.loombench.agent.wire.FrameWriter;
import dev.loombench.agent.wire.MalformedFrame;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// An agent: waits for a controller, works for one at a time, and stops its load when the
/// controller leaves, ends or cannot be heard.
public final class AgentServer implements AutoCloseable {
    private static final long TICK_MILLIS = 100;

    private final String version;
    private final AgentRoles roles;
    private final Consumer<String> log;
    private final Standstill standstill = Standstill.ofThisProcess();
    private final ScheduledExecutorService ticks =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("loombench-agent-ticks").daemon().factory());

    /// Begins and ends the work for controllers, so that one ends before the next begins. The
    /// threads of the endpoint do not wait for it: the next controller joins meanwhile.
    private final ExecutorService sessions =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().name("loombench-agent-sessions").daemon().factory());

    private @Nullable LinkEnd endpoint;
    private @Nullable Served served;

    /// The controller that the agent works for.
    private record Served(Peer controller, AgentSession session) {}

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
        var opened = LinkEnd.listen(local, key, new Events());
        synchronized (this) {
            endpoint = opened;
        }
        var _ = ticks.scheduleWithFixedDelay(this::tick, TICK_MILLIS, TICK_MILLIS, MILLISECONDS);
    }

    /// The port on which it listens.
    public synchronized int port() {
        return endpoint == null ? 0 : endpoint.port();
    }

    private synchronized @Nullable Served served() {
        return served;
    }

    private void later(Runnable step) {
        try {
            sessions.execute(step);
        } catch (RejectedExecutionException _) {
            // The agent is closed.
        }
    }

    private void tick() {
        var current = served();
        if (current == null) {
            return;
        }
        try {
            current.session().tick();
        } catch (RuntimeException e) { // a tick that throws would be the last one
            var controller = current.controller();
            later(() -> release(controller, "cannot be served: " + e));
            send(controller, new Frame.Refused("ended its work because of a defect: " + e));
        }
    }

    private void received(Peer peer, byte[] bytes) {
        var current = served();
        try {
            if (!(FrameReader.read(bytes) instanceof Frame.FromController frame)) {
                throw new MalformedFrame("a frame of an agent");
            }
            if (current != null && current.controller().equals(peer)) {
                current.session().received(frame);
            } else if (frame instanceof Frame.Hello hello) {
                later(() -> first(peer, hello));
            } else {
                dismiss(peer);
            }
        } catch (MalformedFrame e) {
            log.accept("rejected a frame from %s: %s".formatted(peer, e.getMessage()));
        }
    }

    /// Begins a session, or refuses it.
    private void first(Peer peer, Frame.Hello hello) {
        var current = served();
        if (!hello.version().equals(version)) {
            refuse(
                    peer,
                    "runs version %s, and the controller version %s: install the same version on both"
                            .formatted(version, hello.version()));
        } else if (current != null) {
            refuse(peer, "already works for the controller %s".formatted(current.controller()));
        } else {
            begin(peer);
        }
    }

    private void begin(Peer peer) {
        var session = new AgentSession(roles, frame -> send(peer, frame), log);
        synchronized (this) {
            if (endpoint == null) {
                session.close();
                return;
            }
            served = new Served(peer, session);
        }
        log.accept("controller %s joined".formatted(peer));
        if (isHere(peer)) {
            send(peer, new Frame.Welcome(version));
        } else { // its leave came before its first frame
            lost(peer);
        }
    }

    private synchronized boolean isHere(Peer peer) {
        return endpoint != null && endpoint.isHere(peer);
    }

    private void refuse(Peer peer, String reason) {
        log.accept("refused the controller %s: this agent %s".formatted(peer, reason));
        send(peer, new Frame.Refused(reason));
    }

    /// Responds to a controller that it does not work for: one that stood still, or one that is
    /// gone and whose frames the network delivers late.
    private void dismiss(Peer peer) {
        var refused = new Frame.Refused("does not work for this controller any more");
        try {
            open().sendOnce(peer, FrameWriter.bytes(refused));
        } catch (IOException _) {
            // It is gone.
        }
    }

    private void send(Peer peer, Frame frame) {
        try {
            open().send(peer, FrameWriter.bytes(frame));
        } catch (IOException _) {
            later(() -> release(peer, "cannot be reached"));
        }
    }

    private synchronized LinkEnd open() throws IOException {
        if (endpoint == null) {
            throw new IOException("the agent is closed");
        }
        return endpoint;
    }

    /// Stops the work for a controller that is gone; where this agent stood still, because of that.
    private void lost(Peer peer) {
        var own = standstill.recentNanos();
        release(
                peer,
                own.isPresent()
                        ? "left, as this agent stood still for %.1f s"
                                .formatted(own.getAsLong() / 1e9)
                        : "left or was lost");
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
        }
        var stopped = ending.session().stop();
        log.accept(
                "controller %s %s%s; waiting for the next"
                        .formatted(peer, why, stopped.isEmpty() ? "" : ": " + stopped));
    }

    @Override
    public void close() {
        Served ending;
        LinkEnd closing;
        synchronized (this) {
            ending = served;
            closing = endpoint;
            served = null;
            endpoint = null;
        }
        ticks.shutdownNow();
        sessions.shutdown();
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
            later(() -> lost(peer));
        }

        @Override
        public void received(Peer peer, byte[] bytes) {
            AgentServer.this.received(peer, bytes);
        }
    }
}
