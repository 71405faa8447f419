package dev.loombench.cli.agent;

import dev.loombench.agent.AgentAddresses;
import dev.loombench.agent.AgentGroup;
import dev.loombench.agent.ServerAgent;
import dev.loombench.agent.link.SharedKey;
import dev.loombench.base.ProgramVersion;
import dev.loombench.cli.agent.LoadOnOptions.LoadOn;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.launch.process.ListeningPort;
import dev.loombench.load.LoadSettings;
import dev.loombench.load.option.ThreadsOption;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.run.LocalMachine;
import dev.loombench.run.RunEvent;
import dev.loombench.run.ServerMachine;
import dev.loombench.run.remote.AgentMachine;
import dev.loombench.run.trial.LoadDriver;
import dev.loombench.text.FileFault;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options that let agents drive the loads of a run, or start its servers, and how loads are
/// driven.
public final class RunAgentOptions {
    @Mixin private LoadOnOptions loadOn = new LoadOnOptions();

    @Option(
            names = "--server-on",
            paramLabel = "HOST:PORT",
            description = {
                "Agent that starts and observes the servers: loombench agent --roles server on"
                        + " another machine."
            })
    private @Nullable String serverOn;

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            description = {
                "With --load-on: address of this machine on which servers accept connections, for"
                        + " agents on other machines. Any host that reaches it can use the servers."
                        + " Default: loopback."
            })
    private @Nullable String listen;

    @Mixin private ThreadsOption threads = new ThreadsOption();

    @Mixin private PacingOption pacing = new PacingOption();

    /// An agent for servers.
    ///
    /// @param key empty for one on loopback without
    public record ServerOn(InetSocketAddress agent, Optional<SharedKey> key) {
        ServerAgent connect() throws InterruptedException {
            return ServerAgent.connect(agent, key, ProgramVersion.VERSION);
        }
    }

    /// Agents and the address for their connections.
    ///
    /// @param loadOn empty when the lab drives the loads
    /// @param serverOn empty when the servers run on this machine
    /// @param settings of each agent, or of this process
    public record RunAgents(
            Optional<LoadOn> loadOn,
            Optional<ServerOn> serverOn,
            InetAddress listen,
            LoadSettings settings) {
        /// No agents.
        public static final RunAgents NONE =
                new RunAgents(
                        Optional.empty(),
                        Optional.empty(),
                        InetAddress.getLoopbackAddress(),
                        LoadSettings.DEFAULT);

        /// Connects to the agents, until they are closed.
        ///
        /// @throws WrongInput when one of them cannot be reached or refuses
        public Connected connect() throws InterruptedException {
            var load =
                    loadOn.isPresent()
                            ? Optional.of(loadOn.get().connect())
                            : Optional.<AgentGroup>empty();
            boolean connected = false;
            try {
                var server =
                        serverOn.isPresent()
                                ? Optional.of(serverOn.get().connect())
                                : Optional.<ServerAgent>empty();
                connected = true;
                return new Connected(load, server, listen, settings);
            } finally {
                if (!connected) {
                    load.ifPresent(AgentGroup::close);
                }
            }
        }
    }

    /// Agents that are connected, or none.
    public record Connected(
            Optional<AgentGroup> load,
            Optional<ServerAgent> server,
            InetAddress listen,
            LoadSettings settings)
            implements AutoCloseable {
        public LoadDriver driver() {
            return new LoadDriver(
                    load.map(agents -> agents),
                    server.map(agent -> agent.address().getAddress()).orElse(listen),
                    server.map(agent -> agent),
                    settings);
        }

        /// The machine of the servers.
        ///
        /// @param launcher of this machine
        public ServerMachine machine(ServerLauncher launcher, Consumer<RunEvent> listener) {
            return server.<ServerMachine>map(agent -> new AgentMachine(agent, listener))
                    .orElseGet(() -> new LocalMachine(launcher, listener, listen));
        }

        @Override
        public void close() {
            load.ifPresent(AgentGroup::close);
            server.ifPresent(ServerAgent::close);
        }
    }

    /// @throws WrongInput when an option is wrong
    public RunAgents parse() {
        var load = loadOn.parseAgents();
        var server =
                Optional.ofNullable(serverOn)
                        .map(text -> AgentAddresses.parseList("--server-on", text))
                        .map(RunAgentOptions::one);
        if (load.isEmpty() && server.isEmpty() && loadOn.hasKey()) {
            throw new WrongInput("--key-file goes with --load-on or --server-on");
        }
        if (server.isPresent()
                && load.filter(agents -> agents.agents().contains(server.get())).isPresent()) {
            throw new WrongInput(
                    "--load-on and --server-on name the same agent; start one for each");
        }
        var on = server.map(agent -> new ServerOn(agent, loadOn.key()));
        if (threads.isGiven() && load.isEmpty() && on.isEmpty()) {
            throw new WrongInput("--threads goes with --load-on or --server-on");
        }
        var settings = new LoadSettings(TransportChoice.AUTO, pacing.parse(), threads.threads());
        if (listen == null) {
            return new RunAgents(load, on, InetAddress.getLoopbackAddress(), settings);
        }
        if (load.isEmpty()) {
            throw new WrongInput("--listen goes with --load-on");
        }
        if (on.isPresent()) {
            throw new WrongInput(
                    "--listen is for servers on this machine; with --server-on they listen on the address of the agent");
        }
        return new RunAgents(load, on, address(listen), settings);
    }

    private static InetSocketAddress one(List<InetSocketAddress> agents) {
        if (agents.size() > 1) {
            throw new WrongInput("--server-on takes one agent");
        }
        return agents.getFirst();
    }

    private static InetAddress address(String text) {
        try {
            var address = InetAddress.getByName(text);
            if (address.isAnyLocalAddress() || !ListeningPort.isOfThisMachine(address)) {
                throw new WrongInput(
                        "--listen takes one address of this machine that the agents reach, was "
                                + TextSanitizer.quoted(text));
            }
            return address;
        } catch (UnknownHostException _) {
            throw new WrongInput(
                    "--listen: no address is known for host " + TextSanitizer.quoted(text));
        } catch (IOException e) {
            throw new WrongInput(
                    "--listen: the addresses of this machine cannot be read: " + FileFault.of(e));
        }
    }
}
