package dev.loombench.cli.agent;

import dev.loombench.agent.AgentGroup;
import dev.loombench.cli.agent.LoadOnOptions.LoadOn;
import dev.loombench.launch.process.ListeningPort;
import dev.loombench.run.trial.LoadDriver;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.TextSanitizer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options that let agents drive the loads of a run, and servers accept their connections.
public final class RunAgentOptions {
    @Mixin private LoadOnOptions loadOn = new LoadOnOptions();

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            description = {
                "With --load-on: address of this machine on which servers accept connections, for"
                        + " agents on other machines. Any host that reaches it can use the servers."
                        + " Default: loopback."
            })
    private @Nullable String listen;

    /// Agents and the address for their connections.
    ///
    /// @param loadOn empty when the lab drives the loads
    public record RunAgents(Optional<LoadOn> loadOn, InetAddress listen) {
        /// No agents.
        public static final RunAgents NONE =
                new RunAgents(Optional.empty(), InetAddress.getLoopbackAddress());

        /// What drives the loads until it is closed.
        ///
        /// @throws SpecError when one of the agents cannot be reached or refuses
        public Connected connect() throws InterruptedException {
            return new Connected(
                    loadOn.isPresent()
                            ? Optional.of(loadOn.get().connect())
                            : Optional.<AgentGroup>empty(),
                    listen);
        }
    }

    /// Agents that are connected, or none.
    public record Connected(Optional<AgentGroup> agents, InetAddress listen)
            implements AutoCloseable {
        public LoadDriver driver() {
            return agents.isEmpty() ? LoadDriver.OWN_PROCESS : new LoadDriver(agents, listen);
        }

        @Override
        public void close() {
            agents.ifPresent(AgentGroup::close);
        }
    }

    /// @throws SpecError when an option is wrong
    public RunAgents parse() {
        var agents = loadOn.parse();
        if (listen == null) {
            return new RunAgents(agents, InetAddress.getLoopbackAddress());
        }
        if (agents.isEmpty()) {
            throw new SpecError("--listen goes with --load-on");
        }
        return new RunAgents(agents, address(listen));
    }

    private static InetAddress address(String text) {
        try {
            var address = InetAddress.getByName(text);
            if (address.isAnyLocalAddress() || !ListeningPort.isOfThisMachine(address)) {
                throw new SpecError(
                        "--listen takes one address of this machine that the agents reach, was "
                                + TextSanitizer.quoted(text));
            }
            return address;
        } catch (UnknownHostException _) {
            throw new SpecError(
                    "--listen: no address is known for host " + TextSanitizer.quoted(text));
        } catch (IOException e) {
            throw new SpecError("--listen: the addresses of this machine cannot be read: " + e);
        }
    }
}
