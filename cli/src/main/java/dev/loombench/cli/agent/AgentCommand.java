package dev.loombench.cli.agent;

import static java.util.Objects.requireNonNull;

import dev.loombench.agent.AgentAddresses;
import dev.loombench.agent.AgentRoles;
import dev.loombench.agent.AgentServer;
import dev.loombench.agent.link.LinkFailed;
import dev.loombench.agent.link.SharedKey;
import dev.loombench.base.ProgramVersion;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.Installation;
import dev.loombench.cli.console.ShutdownSignal;
import dev.loombench.report.Format;
import dev.loombench.run.remote.AllowFile;
import dev.loombench.run.remote.Allowance;
import dev.loombench.run.remote.HostedServers;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.UrlText;
import dev.loombench.text.WrongInput;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `loombench agent`: drives load for a controller on another machine, or starts servers for it.
@Command(
        name = "agent",
        customSynopsis = "loombench agent --listen HOST:PORT [OPTIONS]",
        description = {
            "Drive load (--load-on), or start servers (--server-on), for a controller on another"
                    + " machine.",
            "",
            "The agent waits for a controller, works for one at a time, and stops its load and its"
                    + " servers when the controller leaves or is lost. With the role load it sends"
                    + " requests to the target that the controller names. With the role server it"
                    + " starts servers of the lab, and commands that --allow lists. Ctrl-C ends"
                    + " it.",
            "",
            "With --key-file, everything is encrypted, and only holders of the same key can"
                    + " connect. Without a key the agent listens on loopback only."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  (umask 077; openssl rand -base64 32 > loombench.key)",
            "  loombench agent --listen 10.0.0.2:7800 --key-file loombench.key",
            "  loombench agent --listen 10.0.0.9:7800 --key-file loombench.key --roles server"
        })
public final class AgentCommand implements Callable<Integer> {
    private static final Duration FOREVER = Duration.ofDays(10_000);
    private static final String LOAD = "load";
    private static final String SERVER = "server";
    private static final Set<String> ROLES = Set.of(LOAD, SERVER);

    private final ShutdownSignal signal = new ShutdownSignal();

    @Spec private @Nullable CommandSpec spec;

    @Option(
            names = "--listen",
            required = true,
            paramLabel = "HOST:PORT",
            description =
                    "Address of this machine that the controller connects to. Port 0: a free one.")
    private String listen = "";

    @Mixin private KeyFileOption keyFile = new KeyFileOption();

    @Option(
            names = "--roles",
            paramLabel = "ROLES",
            defaultValue = LOAD,
            split = ",",
            description =
                    "What it does for controllers: load, server or both. Default: ${DEFAULT-VALUE}.")
    private List<String> roles = List.of();

    @Option(
            names = "--allow",
            paramLabel = "FILE",
            description = {
                "With the role server: file that lists the commands, folders, variables and JVM flags"
                        + " that controllers may use. Default: servers of the lab only."
            })
    private @Nullable Path allow;

    @Override
    public Integer call() throws InterruptedException {
        var command = requireNonNull(spec).commandLine();
        InetSocketAddress local;
        Optional<SharedKey> key;
        AgentRoles given;
        try {
            given = roles();
            local = AgentAddresses.parse("--listen", listen);
            key = keyFile.key();
        } catch (WrongInput e) {
            throw new ParameterException(command, e.getMessage(), e);
        }
        var err = command.getErr();
        try (var _ = signal.install();
                var agent =
                        AgentServer.start(
                                local,
                                key,
                                ProgramVersion.VERSION,
                                given,
                                message -> {
                                    err.println("loombench: " + Format.plain(message));
                                    err.flush();
                                })) {
            err.println(
                    "loombench: agent listens on %s, %s; waiting for a controller"
                            .formatted(
                                    UrlText.authority(
                                            new InetSocketAddress(
                                                    local.getAddress(), agent.port())),
                                    key.isPresent()
                                            ? "encrypted"
                                            : "loopback only, without encryption"));
            command.getOut().println("READY port=" + agent.port());
            command.getOut().flush();
            signal.awaitRequest(FOREVER);
            return ExitCode.INTERRUPTED;
        } catch (LinkFailed e) {
            throw new ParameterException(command, String.valueOf(e.getMessage()), e);
        }
    }

    private AgentRoles roles() {
        if (!ROLES.containsAll(roles)) {
            throw new WrongInput(
                    "--roles takes load, server or load,server, was "
                            + TextSanitizer.quoted(String.join(",", roles)));
        }
        if (!roles.contains(SERVER)) {
            if (allow != null) {
                throw new WrongInput("--allow goes with --roles server");
            }
            return new AgentRoles(true, Optional.empty());
        }
        if (allow != null && !keyFile.isGiven()) {
            throw new WrongInput(
                    "--allow needs --key-file: without a key every user of this machine could run its commands");
        }
        var allowance = allow == null ? Allowance.SERVERS_OF_THE_LAB : AllowFile.read(allow);
        return new AgentRoles(
                roles.contains(LOAD),
                Optional.of(new HostedServers(Installation.find().zoo(), allowance)));
    }

    /// Ends the agent, from any thread.
    void stop() {
        signal.request();
    }
}
