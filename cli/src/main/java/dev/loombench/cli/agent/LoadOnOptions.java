package dev.loombench.cli.agent;

import dev.loombench.agent.AgentAddresses;
import dev.loombench.agent.AgentGroup;
import dev.loombench.agent.link.SharedKey;
import dev.loombench.base.ProgramVersion;
import dev.loombench.text.WrongInput;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options that let agents drive a load.
public final class LoadOnOptions {
    @Option(
            names = "--load-on",
            paramLabel = "HOST:PORT,...",
            description = {
                "Agents that drive the load, in equal shares: loombench agent on other machines."
                        + " --threads is then per agent."
            })
    private @Nullable String agents;

    @Mixin private KeyFileOption keyFile = new KeyFileOption();

    /// Addresses and key of agents.
    ///
    /// @param key empty for agents on loopback without one
    public record LoadOn(List<InetSocketAddress> agents, Optional<SharedKey> key) {
        public LoadOn {
            agents = List.copyOf(agents);
        }

        /// @throws WrongInput when one of the agents cannot be reached or refuses
        public AgentGroup connect() throws InterruptedException {
            return AgentGroup.connect(agents, key, ProgramVersion.VERSION);
        }
    }

    /// Empty when this process drives the load.
    ///
    /// @throws WrongInput when an address is wrong, or the key file cannot be used
    public Optional<LoadOn> parse() {
        if (agents == null && keyFile.isGiven()) {
            throw new WrongInput("--key-file goes with --load-on");
        }
        return parseAgents();
    }

    /// As `parse`, where the key may be that of another agent.
    Optional<LoadOn> parseAgents() {
        return Optional.ofNullable(agents)
                .map(list -> new LoadOn(AgentAddresses.parseList("--load-on", list), key()));
    }

    /// The key of all agents; empty for agents on loopback without one.
    ///
    /// @throws WrongInput when the key file cannot be used
    Optional<SharedKey> key() {
        return keyFile.key();
    }

    boolean hasKey() {
        return keyFile.isGiven();
    }
}
