package dev.loombench.run.trial;

import dev.loombench.base.RandomStream;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.launch.LaunchFailed;
import dev.loombench.requests.secret.SecretMask;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialResult;
import dev.loombench.result.WorkAfterLoad;
import dev.loombench.run.backend.AgentLost;
import dev.loombench.run.server.LocalHost;
import dev.loombench.run.server.Observers;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.run.server.ServerHealth;
import dev.loombench.run.server.ServerHost;
import dev.loombench.run.server.ServerStart;
import dev.loombench.run.server.TestedServer;
import dev.loombench.run.trial.slice.Pause;
import dev.loombench.run.trial.slice.StepOrder;
import dev.loombench.run.trial.warmup.CompiledCalls;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// Executes trials: starts a fresh server for each, runs the phases of the trial, and stops it. A
/// service that already runs is neither started nor stopped: its trials are rounds.
public final class TrialRunner {
    /// The phase in which the server starts.
    public static final String LAUNCH = "launch";

    /// The phase after the end of the server.
    public static final String AFTER_EACH = "after-each";

    private static final int LOG_TAIL = 20;

    /// The first blocks, whose trials look for work that begins long after the load: two that agree
    /// show it, and the time is not spent in all.
    private static final int LATE_WORK_BLOCKS = 2;

    private final Experiment experiment;
    private final long seed;
    private final ServerHost host;
    private final LoadDriver driver;
    private final Function<Trial, Path> newFolder;
    private final SameAnswersGate sameAnswers;
    private final StepOrder order = new StepOrder(Runtime.getRuntime().availableProcessors());

    /// @param host of the servers
    /// @param driver of the loads
    /// @param newFolder creates the empty folder of a trial
    public TrialRunner(
            Experiment experiment,
            long seed,
            ServerHost host,
            LoadDriver driver,
            Function<Trial, Path> newFolder) {
        this.experiment = experiment;
        this.seed = seed;
        this.host = host;
        this.driver = driver;
        this.newFolder = newFolder;
        sameAnswers = new SameAnswersGate(experiment, seed);
    }

    /// @param trials one, or several of a block that are interleaved
    /// @return their results, in the same order
    /// @throws EndFailed when they have results, and a server fails to end
    public List<TrialResult> run(List<TrialRequest> trials) throws InterruptedException {
        return experiment.load() instanceof LoadModel model && trials.size() > 1
                ? new InterleavedBlock(
                                experiment.phases().measure(),
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
        var results = new ArrayList<TrialResult>(); // the last one counts
        try {
            execute(
                    request,
                    outcome ->
                            results.add(
                                    new TrialResult(
                                            request.trial(), startedAt, startedNanos, outcome)));
        } catch (RuntimeException e) {
            throw results.isEmpty() ? e : new EndFailed(List.of(results.getLast()), e);
        }
        return results.getLast();
    }

    /// The result of a trial that is recorded without being executed.
    public static TrialResult notStarted(Trial trial, Failed reason) {
        return new TrialResult(trial, Instant.now(), System.nanoTime(), reason);
    }

    /// @param outcome receives it as soon as it is known, so that it is kept where something fails
    ///   to end; a later one replaces it
    private void execute(TrialRequest request, Consumer<TrialOutcome> outcome)
            throws InterruptedException {
        switch (experiment.load()) {
            case LoadModel model -> runLoaded(start(model, request), request, outcome);
            case Workload.Batch(var timeLimit) -> runBatch(timeLimit, request, outcome);
        }
    }

    private void runBatch(Duration timeLimit, TrialRequest request, Consumer<TrialOutcome> outcome)
            throws InterruptedException {
        var folder = newFolder.apply(request.trial());
        try (var process = host.startBatch(request.trial(), folder)) {
            outcome.accept(
                    new BatchTrial(
                                    process,
                                    Observers.forBatch(),
                                    folder,
                                    timeLimit,
                                    request.progress())
                            .run());
        } catch (LaunchFailed e) {
            outcome.accept(new Failed(LAUNCH, e.getMessage(), e.logTail()));
        }
    }

    private void runLoaded(TrialStart start, TrialRequest request, Consumer<TrialOutcome> outcome)
            throws InterruptedException {
        try (start) {
            runServer(start, request, outcome);
            start.ended();
        } catch (LaunchFailed e) {
            outcome.accept(new Failed(AFTER_EACH, e.getMessage(), e.logTail()));
        } catch (AgentLost e) {
            outcome.accept(lost(e));
        }
    }

    private void runServer(TrialStart start, TrialRequest request, Consumer<TrialOutcome> outcome)
            throws InterruptedException {
        try (var server = start.launch()) {
            try {
                start.check(server);
                measure(start.load(server), request, outcome);
            } catch (ServerFailed e) {
                outcome.accept(e.outcome(server.logTail(LOG_TAIL)));
            } catch (AgentLost e) {
                outcome.accept(lost(e));
            }
        } catch (LaunchFailed e) {
            outcome.accept(new Failed(LAUNCH, e.getMessage(), e.logTail()));
        }
    }

    private static Failed lost(AgentLost agent) {
        return new Failed(LoadDriver.AGENTS, agent.getMessage(), List.of());
    }

    private void measure(
            ServerUnderLoad server, TrialRequest request, Consumer<TrialOutcome> outcome)
            throws InterruptedException, ServerFailed {
        try (server) {
            var warmUp = server.warmUp();
            var load = server.measure();
            server.observeAfterWindow(request.listThreads());
            var observations = server.observations();
            server.close();
            long loaded = warmUp.window().nanos() + load.window().nanos();
            var workAfterLoad =
                    server.workAfterLoad(
                            load.window(), observations, idle(request.trial(), loaded));
            outcome.accept(
                    new Completed(
                            warmUp,
                            load,
                            server.unloadedResponse(observations),
                            observations,
                            Optional.empty(),
                            server.agents(),
                            workAfterLoad));
        }
    }

    /// For how long a server without work is observed after its load. Work in batches comes for the
    /// first time within their period after the first request, so that the load and this time
    /// together show each period of up to twice the load.
    private Duration idle(Trial trial, long loadedNanos) {
        boolean looksForLateWork =
                trial.block() <= LATE_WORK_BLOCKS
                        && experiment.criteria().decidedBy(Metric::isWork);
        long nanos = Math.min(WorkAfterLoad.LONGEST.toNanos(), loadedNanos);
        return looksForLateWork ? Duration.ofNanos(nanos) : WorkAfterLoad.SHORTEST;
    }

    private TrialStart start(LoadModel model, TrialRequest request) {
        var folder = newFolder.apply(request.trial());
        return new LoadedStart(model, request, host.start(request.trial(), folder));
    }

    /// The start of a server and of its load.
    private final class LoadedStart implements TrialStart {
        private final LoadModel model;
        private final TrialRequest request;
        private final Variant variant;
        private final ServerStart start;

        LoadedStart(LoadModel model, TrialRequest request, ServerStart start) {
            this.model = model;
            this.request = request;
            this.variant = experiment.variant(request.trial().variant());
            this.start = start;
        }

        @Override
        public boolean isService() {
            return variant.zooServer().isEmpty();
        }

        @Override
        public TestedServer launch() throws InterruptedException {
            return start.launch();
        }

        @Override
        public void check(TestedServer server) throws InterruptedException, ServerFailed {
            var secrets = LocalHost.secrets(experiment, variant);
            sameAnswers.check(variant, server.address(), secrets);
            probe(experiment.of(variant).traffic(), server, secrets);
        }

        @Override
        public ServerUnderLoad load(TestedServer server) throws InterruptedException, ServerFailed {
            var own = experiment.of(variant);
            return new ServerUnderLoad(
                    own,
                    model,
                    loadSeed(seed, request.trial()),
                    CompiledCalls.needed(variant, environment()),
                    driver.loads(server.address(), own.traffic()),
                    server,
                    request.progress(),
                    System::nanoTime,
                    Pause.SLEEP);
        }

        /// Of the processes that start on the server's machine; that of an agent is not known.
        private Map<String, String> environment() {
            return host instanceof LocalHost ? System.getenv() : Map.of();
        }

        /// Sends a first request where that is possible.
        ///
        /// @param secrets masked in messages
        private void probe(Traffic traffic, TestedServer server, SecretMask secrets)
                throws InterruptedException, ServerFailed {
            if (ProbePhase.isNeeded(traffic)) {
                request.progress().update("sending a first request", Duration.ZERO, 0);
                ProbePhase.run(server.address(), traffic, seed, secrets, ServerHealth.of(server));
            }
        }

        @Override
        public void ended() throws InterruptedException {
            start.ended();
        }

        @Override
        public void close() {
            start.close();
        }
    }

    /// The seed of a trial's load: all variants of a block get the same arrivals, and each block
    /// others.
    static long loadSeed(long seed, Trial trial) {
        return RandomStream.BLOCK.seed(seed, trial.block());
    }
}
