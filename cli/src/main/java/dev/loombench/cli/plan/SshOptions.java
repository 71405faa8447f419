package dev.loombench.cli.plan;

import dev.loombench.text.WrongInput;
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
            names = "--remote-loombench",
            paramLabel = "FILE",
            defaultValue = "loombench",
            description =
                    "With --ssh: the launcher on the hosts. Default: ${DEFAULT-VALUE} of their PATH.")
    private String launcher = "";

    boolean isChosen() {
        return load != null;
    }

    /// @throws WrongInput when an option is wrong
    SshScript script(ControllerCommand controller) {
        if (load == null) {
            throw new IllegalStateException("no --ssh");
        }
        if (controller.startsServers() && !controller.namesAddress()) {
            throw new WrongInput(
                    "this experiment starts servers on the machine of the script: add -- --listen"
                            + " ADDRESS, its address for the agents");
        }
        return new SshScript(
                SshHost.parseList("--ssh", load),
                ControllerCommand.requirePrintable("--remote-loombench", launcher),
                controller);
    }
}
