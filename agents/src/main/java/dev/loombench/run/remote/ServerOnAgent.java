package dev.loombench.run.remote;

import dev.loombench.agent.wire.Frame.ServerState;
import dev.loombench.agent.wire.ServerAction;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.proc.CpuClock;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.requests.secret.SecretMask;
import dev.loombench.run.backend.AgentLost;
import dev.loombench.run.server.TestedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A server that an agent has started. Its log is copied at its end.
final class ServerOnAgent implements TestedServer {
    private static final String LOG = "server.log";

    private final AgentCalls calls;
    private final InetSocketAddress address;
    private final Path folder;
    private final SecretMask secrets;
    private final ClockSinceLaunch clock;
    private boolean closed;

    /// @param folder the trial's own, on this machine
    /// @param secrets of the requests, with the variables that they name, which the agent does not
    ///   know, masked in the output
    ServerOnAgent(
            AgentCalls calls,
            Messages.Launched launched,
            Path folder,
            SecretMask secrets,
            ClockSinceLaunch clock) {
        this.calls = calls;
        address = new InetSocketAddress(InetAddress.ofLiteral(launched.address()), launched.port());
        this.folder = folder;
        this.secrets = secrets;
        this.clock = clock;
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public boolean isAlive() {
        return calls.agent().state(calls.server()).map(ServerState::alive).orElse(true);
    }

    @Override
    public boolean isStopped() {
        return calls.agent().state(calls.server()).map(ServerState::stopped).orElse(false);
    }

    @Override
    public void kill() {
        calls.end(ServerAction.KILL);
    }

    @Override
    public String describeEnd() {
        return calls.callUnlessInterrupted(ServerAction.DESCRIBE_END, 0)
                .map(secrets::of)
                .orElse("ended");
    }

    @Override
    public List<String> logTail(int maxLines) {
        try {
            return calls.callUnlessInterrupted(ServerAction.LOG_TAIL, maxLines)
                    .map(reply -> AgentCalls.read(reply, Messages.Lines.class).lines())
                    .map(lines -> lines.stream().map(secrets::of).toList())
                    .orElse(List.of());
        } catch (AgentLost _) {
            return List.of();
        }
    }

    @Override
    public ObservationSession observe() {
        calls.callUnlessInterrupted(ServerAction.OBSERVE, 0);
        return new AgentObservation(calls, clock);
    }

    @Override
    public CpuClock cpu() {
        return cpuClock(ServerAction.CPU);
    }

    @Override
    public CpuClock compilers() {
        return cpuClock(ServerAction.COMPILERS);
    }

    private CpuClock cpuClock(ServerAction action) {
        return () -> calls.callUnlessInterrupted(action, 0).map(Long::parseLong).orElse(0L);
    }

    @Override
    public Optional<Unavailable> threadListRefusal(List<Observation> observations) {
        return Optional.empty(); // the lab has started it
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        calls.end(ServerAction.END_SERVER);
        calls.end(ServerAction.LOG).ifPresent(this::writeLog);
    }

    private void writeLog(String log) {
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(LOG), secrets.of(log));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot write the log of a server on the agent %s".formatted(calls.agent()), e);
        }
    }
}
