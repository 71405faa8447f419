package dev.loombench.cli.plan;

import dev.loombench.cli.plan.ControllerCommand.ServerRole;
import dev.loombench.spec.text.SpecError;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of a plan with ssh.
final class SshOptions {
    @Option(
            names = "--ssh",
            paramLabel = "HOST,...",
            description = {
                "Write a script that starts an agent on each host by ssh, runs the controller here, and"
                        + " stops the agents. [USER@]HOST[:PORT] with the port of the agent, 0 for a"
                        + " free one; default 7800."
            })
    private @Nullable String load;

    @Option(
            names = "--ssh-server",
            paramLabel = "HOST",
            description = {
                "With --ssh: host of the servers that an experiment starts. Default: the controller's"
                        + " machine."
            })
    private @Nullable String server;

    @Option(
            names = "--remote-loombench",
            paramLabel = "FILE",
            defaultValue = "loombench",
            description =
                    "With --ssh: the launcher on the hosts. Default: ${DEFAULT-VALUE} of their PATH.")
    private String launcher = "";

    boolean isChosen() {
        return load != null;
    }

    boolean hasServer() {
        return server != null;
    }

    /// @throws SpecError when an option is wrong
    SshScript script(ControllerCommand controller, Optional<String> allow) {
        if (load == null) {
            throw new IllegalStateException("no --ssh");
        }
        var hosts = SshHost.parseList("--ssh", load);
        Optional<SshHost> serverHost = Optional.empty();
        if (server != null) {
            var servers = SshHost.parseList("--ssh-server", server);
            if (servers.size() > 1) {
                throw new SpecError("--ssh-server takes one host");
            }
            if (controller.server() == ServerRole.NONE) {
                throw new SpecError(
                        "--ssh-server is for an experiment that starts servers, and this one does not");
            }
            if (hosts.contains(servers.getFirst()) && servers.getFirst().port() != 0) {
                throw new SpecError(
                        "--ssh and --ssh-server both name %s: an agent has a port of its own"
                                .formatted(servers.getFirst()));
            }
            serverHost = Optional.of(servers.getFirst());
        }
        return new SshScript(
                hosts,
                serverHost,
                ControllerCommand.requirePrintable("--remote-loombench", launcher),
                allow,
                controller);
    }
}
