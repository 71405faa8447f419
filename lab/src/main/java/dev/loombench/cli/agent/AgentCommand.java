package dev.loombench.cli.agent;

import static java.util.Objects.requireNonNull;

import dev.loombench.agent.AgentAddresses;
import dev.loombench.agent.AgentServer;
import dev.loombench.agent.link.KeyFile;
import dev.loombench.agent.link.LinkFailed;
import dev.loombench.agent.link.SharedKey;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.ProgramVersion;
import dev.loombench.cli.console.ShutdownSignal;
import dev.loombench.report.Format;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.TextSanitizer;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `loombench agent`: drives load for a controller on another machine.
@Command(
        name = "agent",
        description = {
            "Drive load for a controller on another machine (--load-on of load).",
            "",
            "The agent waits for a controller, works for one at a time, and stops its load when"
                    + " the controller leaves or is lost. It sends requests to the target that the"
                    + " controller names, and runs no commands. Ctrl-C ends it.",
            "",
            "With --key-file, everything is encrypted, and only holders of the same key can"
                    + " connect. Without a key the agent listens on loopback only."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  (umask 077; openssl rand -base64 32 > loombench.key)",
            "  loombench agent --listen 10.0.0.2:7800 --key-file loombench.key"
        })
public final class AgentCommand implements Callable<Integer> {
    private static final Duration FOREVER = Duration.ofDays(10_000);
    private static final String LOAD = "load";

    private final ShutdownSignal signal = new ShutdownSignal();

    @Spec private @Nullable CommandSpec spec;

    @Option(
            names = "--listen",
            required = true,
            paramLabel = "HOST:PORT",
            description =
                    "Address of this machine that the controller connects to. Port 0: a free one.")
    private String listen = "";

    @Option(
            names = "--key-file",
            paramLabel = "FILE",
            description =
                    "File with the secret shared with the controller; readable only by its owner.")
    private @Nullable Path keyFile;

    @Option(
            names = "--roles",
            paramLabel = "ROLES",
            defaultValue = LOAD,
            description = "What it does for controllers: load. Default: ${DEFAULT-VALUE}.")
    private String roles = "";

    @Override
    public Integer call() throws InterruptedException {
        var command = requireNonNull(spec).commandLine();
        InetSocketAddress local;
        Optional<SharedKey> key;
        try {
            if (!roles.equals(LOAD)) {
                throw new SpecError("--roles must be load, was " + TextSanitizer.quoted(roles));
            }
            local = AgentAddresses.parse("--listen", listen);
            key = Optional.ofNullable(keyFile).map(KeyFile::read);
        } catch (SpecError e) {
            throw new ParameterException(command, e.getMessage(), e);
        }
        var err = command.getErr();
        try (var _ = signal.install();
                var agent =
                        AgentServer.start(
                                local,
                                key,
                                ProgramVersion.VERSION,
                                message -> {
                                    err.println("loombench: " + Format.plain(message));
                                    err.flush();
                                })) {
            err.println(
                    "loombench: agent listens on %s:%d, %s; waiting for a controller"
                            .formatted(
                                    local.getAddress().getHostAddress(),
                                    agent.port(),
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

    /// Ends the agent, from any thread.
    void stop() {
        signal.request();
    }
}
