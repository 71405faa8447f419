package dev.loombench.run.remote;

import dev.loombench.agent.ServerAgent;
import dev.loombench.agent.wire.ServerAction;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.TrialMode;
import dev.loombench.result.ChosenMode;
import dev.loombench.result.Interleaving;
import dev.loombench.result.RunManifest;
import dev.loombench.result.store.ResultJson;
import dev.loombench.run.Conditions;
import dev.loombench.run.RunEvent;
import dev.loombench.run.ServerMachine;
import dev.loombench.run.machine.MachineUse;
import dev.loombench.run.server.ServerHost;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// The machine of an agent with the role *server*.
public final class AgentMachine implements ServerMachine {
    private final ServerAgent agent;
    private final AgentCalls calls;
    private final Consumer<RunEvent> listener;

    /// @param listener receives what happens before a run
    public AgentMachine(ServerAgent agent, Consumer<RunEvent> listener) {
        this.agent = agent;
        calls = new AgentCalls(agent, 0);
        this.listener = listener;
    }

    @Override
    public String place() {
        return "the machine of the agent " + agent;
    }

    @Override
    public void build(List<Experiment> experiments) throws InterruptedException {
        experiments.forEach(AgentMachine::requireStarted);
        listener.accept(new RunEvent.Preparing("on the agent " + agent));
        calls.call(
                ServerAction.BUILD,
                ResultJson.MAPPER.writeValueAsString(new Messages.Build(experiments)));
    }

    private static void requireStarted(Experiment experiment) {
        if (experiment.isBatch()) {
            throw new WrongInput(
                    experiment.name() + " is a batch, which runs on this machine only");
        }
        for (var variant : experiment.variants()) {
            if (variant.endpoint().isPresent()) {
                throw new WrongInput(
                        "%s already runs; --server-on is for servers that the lab starts"
                                .formatted(TextSanitizer.quoted(variant.name())));
            }
        }
    }

    @Override
    public void prepare(Experiment experiment) throws InterruptedException {
        requireStarted(experiment);
        calls.call(ServerAction.PREPARE, ResultJson.MAPPER.writeValueAsString(experiment));
    }

    @Override
    public ChosenMode mode(Experiment experiment, Optional<String> agents)
            throws InterruptedException {
        var request = ResultJson.MAPPER.writeValueAsString(new Messages.Mode(experiment, agents));
        return AgentCalls.read(calls.call(ServerAction.MODE, request), ChosenMode.class);
    }

    @Override
    public Conditions conditions(Experiment experiment) throws InterruptedException {
        var request = ResultJson.MAPPER.writeValueAsString(experiment);
        return AgentCalls.read(calls.call(ServerAction.CONDITIONS, request), Conditions.class);
    }

    @Override
    public Map<String, InetSocketAddress> running(Experiment experiment) {
        return Map.of();
    }

    @Override
    public MachineUse use() throws InterruptedException {
        return new AgentUse(
                calls, AgentCalls.read(calls.call(ServerAction.USE), Messages.Use.class));
    }

    @Override
    public RunServers start(RunManifest manifest, Path folder) throws InterruptedException {
        var listen = agent.address().getAddress().getHostAddress();
        calls.call(
                ServerAction.START_RUN,
                ResultJson.MAPPER.writeValueAsString(new Messages.StartRun(manifest, listen)));
        return new AgentRun(
                calls,
                new AgentHost(agent, manifest.experiment(), maxClockError(manifest.mode().mode())));
    }

    static Duration maxClockError(TrialMode mode) {
        return switch (mode) {
            case INTERLEAVED -> Interleaving.MAX_CLOCK_ERROR;
            case SEQUENTIAL -> ServerAgent.MAX_CLOCK_ERROR;
        };
    }

    private record AgentUse(AgentCalls calls, Messages.Use use) implements MachineUse {
        @Override
        public boolean exclusive() {
            return use.exclusive();
        }

        @Override
        public OptionalLong otherProcess() {
            return OptionalLong.empty();
        }

        @Override
        public Optional<String> problem() {
            return use.problem();
        }

        @Override
        public void close() {
            calls.end(ServerAction.END_USE);
        }
    }

    private record AgentRun(AgentCalls calls, ServerHost host) implements RunServers {
        @Override
        public void close() {
            calls.end(ServerAction.END_RUN);
        }
    }
}
