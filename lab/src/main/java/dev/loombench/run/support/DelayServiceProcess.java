package dev.loombench.run.support;

import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.ServerDescription;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.launch.LaunchFailed;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.launch.process.ServerProcess;
import dev.loombench.result.store.ResultError;
import dev.loombench.text.FileFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The service behind `/downstream`: an event loop in its own process, never the bottleneck, which
/// responds after the requested time. Started only for experiments that call it.
final class DelayServiceProcess implements AutoCloseable {
    private static final SupportServer SERVICE =
            SupportServer.of("vertx", "event-loop", Threading.EVENT_LOOP);

    private final @Nullable ServerProcess process;

    private DelayServiceProcess(@Nullable ServerProcess process) {
        this.process = process;
    }

    /// The services that an experiment needs: none, or the delay service.
    static List<SupportServer> needed(Experiment experiment, ServerLauncher launcher) {
        boolean called =
                experiment.variants().stream()
                        .flatMap(variant -> launcher.server(variant).stream())
                        .anyMatch(server -> server.callsDownstream(experiment.traffic()));
        return called ? List.of(SERVICE) : List.of();
    }

    /// @throws LaunchFailed when it is needed and does not start
    static DelayServiceProcess startIfNeeded(
            Experiment experiment, ServerLauncher launcher, Path runFolder)
            throws InterruptedException {
        if (needed(experiment, launcher).isEmpty()) {
            return new DelayServiceProcess(null);
        }
        var folder = runFolder.resolve("delay-service");
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new ResultError("cannot create %s: %s".formatted(folder, FileFault.of(e)), e);
        }
        return new DelayServiceProcess(launcher.start(SERVICE, List.of(), folder));
    }

    /// The arguments by which a server under test finds the service; none when its variant names
    /// another one.
    List<String> arguments(Variant variant) {
        return process == null || variant.settings().containsKey(ServerDescription.DOWNSTREAM)
                ? List.of()
                : List.of(
                        "--" + ServerDescription.DOWNSTREAM, "http://127.0.0.1:" + process.port());
    }

    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
    }
}
