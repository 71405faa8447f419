package dev.loombench.agent;

import dev.loombench.agent.link.LinkFailed;
import dev.loombench.agent.link.SharedKey;
import dev.loombench.agent.wire.Frame;
import dev.loombench.agent.wire.Frame.FromAgent;
import dev.loombench.agent.wire.ServerAction;
import dev.loombench.result.RoundTrips;
import dev.loombench.run.backend.AgentLost;
import dev.loombench.run.backend.ServerLink;
import dev.loombench.text.WrongInput;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// The controller's end of an agent that starts and observes servers. Thread-safe.
public final class ServerAgent implements ServerLink, AutoCloseable {
    /// The largest error of the times of observations at the ends of a window.
    public static final Duration MAX_CLOCK_ERROR = Duration.ofMillis(50);

    private final AgentConnection agent;
    private final InetSocketAddress address;
    private final Map<Integer, CompletableFuture<String>> calls = new HashMap<>();
    private final Map<Integer, Frame.ServerState> states = new HashMap<>();
    private final Object clock = new Object();

    /// Not the lock of what is received, as sending may wait for the agent to receive.
    private final Object sending = new Object();

    private volatile long clockError;
    private int next;

    private ServerAgent(AgentConnection agent, InetSocketAddress address) {
        this.agent = agent;
        this.address = address;
        agent.serve(new Received());
    }

    /// @param version of this program
    /// @throws WrongInput when it cannot be reached or refuses
    public static ServerAgent connect(
            InetSocketAddress address, Optional<SharedKey> key, String version)
            throws InterruptedException {
        try {
            return new ServerAgent(AgentConnection.open(address, key, version), address);
        } catch (LinkFailed e) {
            throw new WrongInput(String.valueOf(e.getMessage()));
        }
    }

    /// Executes an action on the agent and waits for its end, without a limit while the agent is
    /// there.
    ///
    /// @param server number of the server; 0 for the run
    /// @param text for the action; empty where it needs none
    /// @return the reply
    /// @throws CallFailed when the action fails there
    /// @throws AgentLost when the agent is lost
    public String call(ServerAction action, int server, long argument, String text)
            throws CallFailed, InterruptedException {
        var reply = new CompletableFuture<String>();
        synchronized (sending) { // so that a text precedes its call
            int number = next++;
            synchronized (this) {
                calls.put(number, reply);
            }
            if (!text.isEmpty()) {
                agent.send(new Frame.Text(AgentSession.CALL, text));
            }
            agent.send(new Frame.ServerCall(number, action, server, argument));
        }
        agent.lost().ifPresent(why -> reply.completeExceptionally(loss(why)));
        try {
            return reply.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case CallFailed failed -> throw failed;
                case AgentLost lost -> throw lost;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }

    /// The latest state of a server; empty before its start.
    ///
    /// @throws AgentLost when the agent is lost
    public Optional<Frame.ServerState> state(int server) {
        agent.lost()
                .ifPresent(why -> {
                    throw loss(why);
                });
        synchronized (this) {
            return Optional.ofNullable(states.get(server));
        }
    }

    /// Measures the offset of the agent's monotonic clock.
    ///
    /// @param maxError the largest error at which the times of observations are of use
    /// @throws AgentLost when the agent is lost, or its clock is not known to within that
    public ClockOffset measureClock(Duration maxError) throws InterruptedException {
        synchronized (clock) {
            var offset = agent.measureClock();
            var inexact = offset.inexact(maxError);
            if (inexact.isPresent()) {
                throw loss("responds too slowly: " + inexact.get());
            }
            clockError = offset.errorNanos();
            return offset;
        }
    }

    @Override
    public long clockErrorNanos() {
        return clockError;
    }

    @Override
    public RoundTrips roundTrips() {
        return agent.roundTrips();
    }

    /// The address at which it was reached.
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public String agent() {
        return agent.toString();
    }

    @Override
    public boolean isLocal() {
        return agent.isLocal();
    }

    private AgentLost loss(String why) {
        return new AgentLost("the agent %s %s".formatted(agent, why));
    }

    /// Its host and port.
    @Override
    public String toString() {
        return agent.toString();
    }

    /// Leaves the agent, which ends all servers that it has started for this controller.
    @Override
    public void close() {
        agent.close();
    }

    private final class Received implements FrameReceiver {
        @Override
        public void received(FromAgent frame) {
            synchronized (ServerAgent.this) {
                switch (frame) {
                    case Frame.ServerReply reply -> received(reply);
                    case Frame.ServerState state -> states.put(state.server(), state);
                    default -> {} // of a load, which was never requested
                }
            }
        }

        private void received(Frame.ServerReply reply) {
            var call = calls.remove(reply.call());
            if (call == null) {
                return;
            }
            if (reply.failed()) {
                call.completeExceptionally(CallFailed.parse(reply.text()));
            } else {
                call.complete(reply.text());
            }
        }

        @Override
        public void ponged(long ping) {
            // The clock needs nothing more.
        }

        @Override
        public void lost(String reason) {
            synchronized (ServerAgent.this) {
                calls.values().forEach(call -> call.completeExceptionally(loss(reason)));
                calls.clear();
            }
        }
    }
}
