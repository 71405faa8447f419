package dev.loombench.run.remote;

import dev.loombench.agent.ServerAgent;
import dev.loombench.agent.wire.ServerAction;
import dev.loombench.experiment.Experiment;
import dev.loombench.launch.BatchProcess;
import dev.loombench.requests.secret.SecretMask;
import dev.loombench.result.Trial;
import dev.loombench.result.store.ResultJson;
import dev.loombench.run.server.ServerHost;
import dev.loombench.run.server.ServerStart;
import dev.loombench.run.server.TestedServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/// Starts the servers of a run on an agent.
final class AgentHost implements ServerHost {
    private final ServerAgent agent;
    private final Experiment experiment;
    private final Duration maxClockError;
    private final AtomicInteger servers = new AtomicInteger();

    /// @param experiment of the run
    /// @param maxClockError largest error of the times of observations
    AgentHost(ServerAgent agent, Experiment experiment, Duration maxClockError) {
        this.agent = agent;
        this.experiment = experiment;
        this.maxClockError = maxClockError;
    }

    @Override
    public ServerStart start(Trial trial, Path folder) {
        var traffic = experiment.of(experiment.variant(trial.variant())).traffic();
        return new Start(
                new AgentCalls(agent, servers.incrementAndGet()),
                maxClockError,
                SecretMask.ofRequests(traffic.values().values(), System.getenv()),
                trial,
                folder);
    }

    @Override
    public BatchProcess startBatch(Trial trial, Path folder) {
        throw new IllegalStateException("a batch runs on this machine only");
    }

    private record Start(
            AgentCalls calls, Duration maxClockError, SecretMask secrets, Trial trial, Path folder)
            implements ServerStart {
        @Override
        public TestedServer launch() throws InterruptedException {
            var clock = ClockSinceLaunch.measure(calls.agent(), maxClockError);
            var reply =
                    calls.call(ServerAction.LAUNCH, ResultJson.MAPPER.writeValueAsString(trial));
            return new ServerOnAgent(
                    calls, AgentCalls.read(reply, Messages.Launched.class), folder, secrets, clock);
        }

        @Override
        public void ended() throws InterruptedException {
            calls.call(ServerAction.AFTER_EACH);
        }

        @Override
        public void close() {
            calls.end(ServerAction.END_START);
        }
    }
}
