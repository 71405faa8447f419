package dev.loombench.launch;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.loombench.experiment.variant.LaunchConfiguration;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.experiment.variant.ServiceSecrets;
import dev.loombench.launch.jdk.Jdks;
import dev.loombench.launch.process.EndpointProcess;
import dev.loombench.launch.process.PortSource;
import dev.loombench.launch.process.Readiness;
import dev.loombench.launch.process.ServiceProcess;
import dev.loombench.launch.process.output.ServerLog;
import dev.loombench.launch.service.ServiceProgram;
import dev.loombench.launch.service.ServiceStart;
import dev.loombench.requests.secret.SecretMask;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// Starts the user's own services and commands, and waits until they are ready or have ended.
final class ServiceLauncher implements AutoCloseable {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private final LiveServers live;
    private final Jdks jdks;
    private final ServiceStart starts = new ServiceStart();

    /// @param live receives each process
    ServiceLauncher(LiveServers live, Jdks jdks) {
        this.live = live;
        this.jdks = jdks;
    }

    /// Starts a service and returns when it is ready.
    ///
    /// @param listen address of this machine on which it is to listen
    /// @param jvmFlags added where the command runs a `java` that knows them
    /// @param secrets masked in its output
    /// @param directory receives `server.log`; created if it is missing
    /// @throws LaunchFailed when it does not start; no process of it is left then
    /// @throws IllegalStateException when it does not start and something of it is left
    ServiceProcess start(
            LaunchConfiguration launched,
            InetAddress listen,
            List<String> jvmFlags,
            SecretMask secrets,
            Path directory)
            throws InterruptedException {
        var service = launched.service().orElseThrow();
        var readiness =
                Readiness.of(service.ready(), service.within(), PortSource.of(launched, service));
        var started =
                spawn(
                        launched,
                        service,
                        listen,
                        true,
                        jvmFlags,
                        readiness.watch(),
                        secrets,
                        directory);
        Optional<String> fault;
        try {
            fault =
                    readiness
                            .await(started)
                            .or(() -> PlatformInForce.difference(launched, started.pid(), jdks));
        } catch (InterruptedException | RuntimeException e) {
            started.stop();
            throw e;
        } catch (IOException e) {
            started.stop();
            throw cannotStart(launched, e);
        }
        if (fault.isEmpty()) {
            return started;
        }
        var masked = secrets.of(fault.get());
        end(started::stop, launched.name() + " " + masked);
        throw LaunchFailed.of(launched.name(), masked, started.logTail(ServerLauncher.TAIL_LINES));
    }

    /// Ends a service that did not start.
    ///
    /// @param fault why it did not, which is not lost where it cannot be ended
    /// @throws IllegalStateException when something of it is left, which would disturb what is
    ///   measured next
    static void end(Runnable stop, String fault) {
        try {
            stop.run();
        } catch (IllegalStateException left) {
            throw new IllegalStateException(fault + "; " + left.getMessage(), left);
        }
    }

    /// Executes a command to its end.
    ///
    /// @throws LaunchFailed when it cannot be started, fails or takes longer; no process of it is
    ///   left then
    void execute(LaunchConfiguration command, Duration within, Path directory)
            throws InterruptedException {
        var service = command.service().orElseThrow();
        var secrets = ServiceSecrets.mask(command, List.of());
        try (var process =
                spawn(command, service, LOOPBACK, false, List.of(), _ -> {}, secrets, directory)) {
            try {
                var exit =
                        process.exit().toCompletableFuture().get(within.toMillis(), MILLISECONDS);
                if (exit.status() != 0) {
                    throw LaunchFailed.of(
                            command.name(),
                            exit.describe(),
                            process.logTail(ServerLauncher.TAIL_LINES));
                }
            } catch (TimeoutException e) {
                throw new LaunchFailed(
                        "%s did not end within %.1f s%s"
                                .formatted(
                                        command.name(),
                                        within.toMillis() / 1e3,
                                        left(process.commandStatus(), process.processes())),
                        process.logTail(ServerLauncher.TAIL_LINES));
            } catch (ExecutionException e) {
                throw new IllegalStateException(e); // its end never completes exceptionally
            }
        }
    }

    /// What a command that has ended has left.
    ///
    /// @param status its exit code; empty while it runs
    /// @param processes that are alive
    static String left(Optional<Integer> status, Set<Long> processes) {
        var names = EndpointProcess.summaries(processes);
        return status.isEmpty() || names.isEmpty()
                ? ""
                : "; its command ended with exit code %d and left %s: what it starts must end with it, or be one of backends"
                        .formatted(status.get(), names);
    }

    private ServiceProcess spawn(
            LaunchConfiguration launched,
            ServiceCommand service,
            InetAddress listen,
            boolean server,
            List<String> jvmFlags,
            Consumer<String> onLine,
            SecretMask secrets,
            Path directory) {
        try {
            Files.createDirectories(directory);
            var program = ServiceProgram.of(launched, service, jdks);
            var log = new ServerLog(directory.resolve("server.log"), Optional.of(secrets));
            return live.start(() ->
                    starts.start(
                            launched, service, program, listen, server, jvmFlags, onLine, log));
        } catch (IOException e) {
            throw cannotStart(launched, e);
        }
    }

    private static LaunchFailed cannotStart(LaunchConfiguration launched, IOException e) {
        return new LaunchFailed(
                "%s could not be started: %s".formatted(launched.name(), e.getMessage()));
    }

    @Override
    public void close() {
        starts.close();
    }
}
