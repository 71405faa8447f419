package dev.loombench.run.trial;

import dev.loombench.agent.AgentLost;
import dev.loombench.launch.LaunchFailed;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.launch.process.RunningServer;
import dev.loombench.launch.process.SecretMask;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialResult;
import dev.loombench.run.trial.TrialDependencies.Started;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Variant;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.Workload;
import dev.loombench.stats.RandomStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Executes trials: starts a fresh server for each, runs the phases of the trial, and stops it. A
/// service that already runs is neither started nor stopped: its trials are rounds.
public final class TrialRunner {
    /// The phase in which the server starts.
    public static final String LAUNCH = "launch";

    /// The phase after the end of the server.
    public static final String AFTER_EACH = "after-each";

    private static final int LOG_TAIL = 20;

    private final ExperimentSpec spec;
    private final long seed;
    private final ServerLauncher launcher;
    private final Observers observers;
    private final LoadDriver driver;
    private final TrialDependencies dependencies;
    private final Function<Trial, Path> newFolder;
    private final SameAnswersGate sameAnswers;
    private final StepOrder order = new StepOrder(Runtime.getRuntime().availableProcessors());

    /// @param driver of the loads
    /// @param dependencies of the servers
    /// @param newFolder creates the empty folder of a trial
    public TrialRunner(
            ExperimentSpec spec,
            long seed,
            ServerLauncher launcher,
            Observers observers,
            LoadDriver driver,
            TrialDependencies dependencies,
            Function<Trial, Path> newFolder) {
        this.spec = spec;
        this.seed = seed;
        this.launcher = launcher;
        this.observers = observers;
        this.driver = driver;
        this.dependencies = dependencies;
        this.newFolder = newFolder;
        sameAnswers = new SameAnswersGate(spec, seed);
    }

    /// @param trials one, or several of a block that are interleaved
    /// @return their results, in the same order
    public List<TrialResult> run(List<TrialRequest> trials) throws InterruptedException {
        return spec.load() instanceof LoadModel model && trials.size() > 1
                ? new InterleavedBlock(
                                spec.phases().measure(),
                                seed,
                                order,
                                request -> start(model, request))
                        .run(trials)
                : List.of(run(trials.getFirst()));
    }

    /// Starts a server for a search, which measures several loads in its own order.
    ///
    /// @param model its first load, which warms it up
    /// @throws LaunchFailed when it does not start
    /// @throws ServerFailed when its first request fails
    public ProbedServer start(TrialRequest request, LoadModel model)
            throws InterruptedException, ServerFailed {
        request.progress().update("starting", Duration.ZERO, 0);
        return ProbedServer.start(start(model, request));
    }

    private TrialResult run(TrialRequest request) throws InterruptedException {
        var startedAt = Instant.now();
        long startedNanos = System.nanoTime();
        request.progress().update("starting", Duration.ZERO, 0);
        return new TrialResult(request.trial(), startedAt, startedNanos, outcome(request));
    }

    /// The result of a trial that is recorded without being executed.
    public static TrialResult notStarted(Trial trial, Failed reason) {
        return new TrialResult(trial, Instant.now(), System.nanoTime(), reason);
    }

    private TrialOutcome outcome(TrialRequest request) throws InterruptedException {
        return switch (spec.load()) {
            case LoadModel model -> runLoaded(start(model, request), request);
            case Workload.Batch(var timeLimit) -> runBatch(timeLimit, request);
        };
    }

    private TrialOutcome runBatch(Duration timeLimit, TrialRequest request)
            throws InterruptedException {
        var folder = newFolder.apply(request.trial());
        try (var process = launcher.startBatch(spec.variant(request.trial().variant()), folder)) {
            return new BatchTrial(
                            process, Observers.forBatch(), folder, timeLimit, request.progress())
                    .run();
        } catch (LaunchFailed e) {
            return new Failed(LAUNCH, e.getMessage(), e.logTail());
        }
    }

    private static TrialOutcome runLoaded(TrialStart start, TrialRequest request)
            throws InterruptedException {
        try (start) {
            var outcome = outcome(start, request);
            start.ended();
            return outcome;
        } catch (LaunchFailed e) {
            return new Failed(AFTER_EACH, e.getMessage(), e.logTail());
        }
    }

    private static TrialOutcome outcome(TrialStart start, TrialRequest request)
            throws InterruptedException {
        try (var server = start.launch()) {
            try {
                return runLoaded(start.load(server), request.listThreads());
            } catch (ServerFailed e) {
                return e.outcome(server.logTail(LOG_TAIL));
            } catch (AgentLost e) {
                return new Failed(LoadDriver.AGENTS, e.getMessage(), List.of());
            }
        } catch (LaunchFailed e) {
            return new Failed(LAUNCH, e.getMessage(), e.logTail());
        }
    }

    private static Completed runLoaded(ServerUnderLoad server, boolean listThreads)
            throws InterruptedException, ServerFailed {
        try (server) {
            var warmUp = server.warmUp();
            var load = server.measure();
            server.observeAfterWindow(listThreads);
            var observations = server.observations();
            server.close();
            return new Completed(
                    warmUp,
                    load,
                    server.unloadedResponse(observations),
                    observations,
                    Optional.empty(),
                    server.agents());
        }
    }

    private TrialStart start(LoadModel model, TrialRequest request) {
        return new ServerStart(model, request, newFolder.apply(request.trial()));
    }

    /// The start of a server with what it depends on.
    private final class ServerStart implements TrialStart {
        private final LoadModel model;
        private final TrialRequest request;
        private final Variant variant;
        private final Path folder;
        private @Nullable Started started;

        ServerStart(LoadModel model, TrialRequest request, Path folder) {
            this.model = model;
            this.request = request;
            this.variant = spec.variant(request.trial().variant());
            this.folder = folder;
        }

        @Override
        public boolean isService() {
            return variant.zooServer().isEmpty();
        }

        @Override
        public RunningServer launch() throws InterruptedException {
            var needed = dependencies.start(variant, request.trial(), folder);
            started = needed;
            return launcher.launch(
                    needed.variant(),
                    driver.listen(),
                    observers.jvmFlags(folder),
                    dependencies.arguments(variant),
                    secrets(variant),
                    folder);
        }

        @Override
        public ServerUnderLoad load(RunningServer server)
                throws InterruptedException, ServerFailed {
            var secrets = secrets(variant);
            sameAnswers.check(variant, server, secrets);
            return new ServerUnderLoad(
                    spec.of(variant),
                    model,
                    loadSeed(seed, request.trial()),
                    seed,
                    driver,
                    server,
                    observers,
                    secrets,
                    folder,
                    request.progress());
        }

        @Override
        public void ended() throws InterruptedException {
            if (started != null) {
                started.ended();
            }
        }

        @Override
        public void close() {
            if (started != null) {
                started.close();
            }
        }
    }

    private SecretMask secrets(Variant variant) {
        return SecretMask.of(variant, spec.of(variant).traffic().values().values());
    }

    /// The seed of a trial's load: all variants of a block get the same arrivals, and each block
    /// others.
    static long loadSeed(long seed, Trial trial) {
        return RandomStream.BLOCK.seed(seed, trial.block());
    }
}
