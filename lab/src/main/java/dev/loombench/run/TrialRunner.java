package dev.loombench.run;

import dev.loombench.launch.LaunchFailed;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialResult;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.Workload;
import dev.loombench.stats.RandomStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/// Executes one trial: starts a fresh server, runs the phases of the trial, and stops it.
final class TrialRunner {
    /// The phase in which the server starts.
    static final String LAUNCH = "launch";

    private static final int LOG_TAIL = 20;

    private final ExperimentSpec spec;
    private final long seed;
    private final ServerLauncher launcher;
    private final Observers observers;
    private final SupportServices services;

    /// @param services that servers under test depend on
    TrialRunner(
            ExperimentSpec spec,
            long seed,
            ServerLauncher launcher,
            Observers observers,
            SupportServices services) {
        this.spec = spec;
        this.seed = seed;
        this.launcher = launcher;
        this.observers = observers;
        this.services = services;
    }

    /// @param folder the trial's own
    /// @param listThreads whether to list the server's threads after the window
    TrialResult run(Trial trial, Path folder, boolean listThreads, TrialProgress progress)
            throws InterruptedException {
        var startedAt = Instant.now();
        long startedNanos = System.nanoTime();
        progress.update("starting", Duration.ZERO, 0);
        return new TrialResult(
                trial, startedAt, startedNanos, outcome(trial, folder, listThreads, progress));
    }

    /// The result of a trial that is recorded without being executed.
    static TrialResult notStarted(Trial trial, Failed reason) {
        return new TrialResult(trial, Instant.now(), System.nanoTime(), reason);
    }

    private TrialOutcome outcome(
            Trial trial, Path folder, boolean listThreads, TrialProgress progress)
            throws InterruptedException {
        return switch (spec.load()) {
            case LoadModel model -> runLoaded(model, trial, folder, listThreads, progress);
            case Workload.Batch(var timeLimit) -> runBatch(timeLimit, trial, folder, progress);
        };
    }

    private TrialOutcome runBatch(
            Duration timeLimit, Trial trial, Path folder, TrialProgress progress)
            throws InterruptedException {
        try (var process = launcher.startBatch(spec.variant(trial.variant()), folder)) {
            return new BatchTrial(process, Observers.forBatch(), folder, timeLimit, progress).run();
        } catch (LaunchFailed e) {
            return new Failed(LAUNCH, e.getMessage(), e.logTail());
        }
    }

    private TrialOutcome runLoaded(
            LoadModel model, Trial trial, Path folder, boolean listThreads, TrialProgress progress)
            throws InterruptedException {
        var variant = spec.variant(trial.variant());
        try (var server =
                launcher.start(
                        variant, observers.jvmFlags(folder), services.arguments(variant), folder)) {
            try {
                return new TrialExecution(
                                spec,
                                model,
                                loadSeed(seed, trial),
                                server,
                                observers,
                                folder,
                                listThreads,
                                progress)
                        .run(seed);
            } catch (ServerFailed e) {
                return e.outcome(server.logTail(LOG_TAIL));
            }
        } catch (LaunchFailed e) {
            return new Failed(LAUNCH, e.getMessage(), e.logTail());
        }
    }

    /// The seed of a trial's load: all variants of a round get the same arrivals, and each round
    /// others.
    static long loadSeed(long seed, Trial trial) {
        return RandomStream.BLOCK.seed(seed, trial.block());
    }
}
