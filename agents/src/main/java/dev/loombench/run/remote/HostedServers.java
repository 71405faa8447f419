package dev.loombench.run.remote;

import dev.loombench.agent.ServerRole;
import dev.loombench.launch.Zoo;
import java.util.function.Consumer;

/// The role *server* of an agent: it starts and observes servers for a controller as this machine's
/// own runs do.
///
/// @param allowance what a controller may have it start
public record HostedServers(Zoo zoo, Allowance allowance) implements ServerRole {
    @Override
    public ServerWork begin(Consumer<String> log) {
        return new HostedWork(zoo, allowance, log);
    }
}
