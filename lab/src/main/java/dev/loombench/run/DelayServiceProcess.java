package dev.loombench.run;

import dev.loombench.launch.LaunchFailed;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.launch.process.ServerProcess;
import dev.loombench.result.store.ResultError;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.ServerDescription;
import dev.loombench.spec.Threading;
import dev.loombench.spec.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The service behind `/downstream`: an event loop in its own process that responds after the
/// requested time, so that it is never the bottleneck. Started only for experiments that call it.
final class DelayServiceProcess implements AutoCloseable {
    private static final Variant VARIANT =
            Variant.of("vertx", "event-loop", Threading.EVENT_LOOP, Map.of());

    private final @Nullable ServerProcess process;

    private DelayServiceProcess(@Nullable ServerProcess process) {
        this.process = process;
    }

    /// What is started for an experiment: nothing, or the service.
    static List<Variant> needed(ExperimentSpec spec, ServerLauncher launcher) {
        boolean called =
                spec.variants().stream()
                        .flatMap(variant -> launcher.server(variant.server()).stream())
                        .anyMatch(server -> server.callsDownstream(spec.traffic()));
        return called ? List.of(VARIANT) : List.of();
    }

    /// @throws LaunchFailed when it is needed and does not start
    static DelayServiceProcess startIfNeeded(
            ExperimentSpec spec, ServerLauncher launcher, Path runFolder)
            throws InterruptedException {
        if (needed(spec, launcher).isEmpty()) {
            return new DelayServiceProcess(null);
        }
        var folder = runFolder.resolve("delay-service");
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new ResultError("cannot make %s: %s".formatted(folder, e), e);
        }
        return new DelayServiceProcess(launcher.start(VARIANT, List.of(), folder));
    }

    /// What a server under test is told, so that it finds the service; nothing when its variant
    /// names one of its own.
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
