package dev.loombench.run;

import dev.loombench.analysis.comparison.RunFigures;
import dev.loombench.analysis.comparison.StoppingRule;
import dev.loombench.analysis.mode.ModeBias;
import dev.loombench.experiment.AdjustedExperiment;
import dev.loombench.experiment.AgentsAgain;
import dev.loombench.experiment.Experiment;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.load.LoadEngine;
import dev.loombench.load.TimerCost;
import dev.loombench.result.ChosenMode;
import dev.loombench.result.Invocation;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import dev.loombench.result.store.ResultStore;
import dev.loombench.result.store.StoredRun;
import dev.loombench.run.backend.LoadBackend;
import dev.loombench.run.backend.ServerLink;
import dev.loombench.run.machine.MachineUse;
import dev.loombench.run.server.ServerHost;
import dev.loombench.run.trial.LoadDriver;
import dev.loombench.run.trial.TrialRunner;
import dev.loombench.text.CommandWords;
import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/// Executes experiments, trial by trial, and stores each result as soon as it exists.
///
/// From its first run, or build, to its close, other runs detect that the machine is in use.
public final class ExperimentRunner implements AutoCloseable {
    private final ServerMachine machine;
    private final Consumer<RunEvent> listener;
    private final LoadDriver driver;
    private final MachineReservation reservation;

    /// Experiments whose load the lab drives.
    ///
    /// @param listener called on one thread at a time; if it throws, the run ends: the present
    ///   trial is abandoned, its server stopped, and finished trials are kept
    public ExperimentRunner(
            ServerLauncher launcher, OtherRun otherRun, Consumer<RunEvent> listener) {
        this(
                new LocalMachine(launcher, listener, LoadDriver.OWN_PROCESS.listen()),
                otherRun,
                listener,
                LoadDriver.OWN_PROCESS);
    }

    /// @param machine of the servers
    /// @param listener as above
    /// @param driver of the loads
    public ExperimentRunner(
            ServerMachine machine,
            OtherRun otherRun,
            Consumer<RunEvent> listener,
            LoadDriver driver) {
        this.machine = machine;
        this.listener = listener;
        this.driver = driver;
        reservation = new MachineReservation(machine, otherRun, listener, Thread::sleep);
    }

    /// Reserves the machine of the servers, which a build or a run does otherwise.
    ///
    /// @throws WrongInput when another run measures there, and that is to end this one
    void reserve() throws InterruptedException {
        var _ = reservation.take();
    }

    /// Builds the servers of several experiments in one build.
    ///
    /// @throws WrongInput when the build fails, or another run measures on the machine, and that is
    ///   to end this one
    public void build(List<Experiment> experiments) throws InterruptedException {
        if (!experiments.isEmpty()) {
            reserve();
        }
        machine.build(experiments);
    }

    /// Checks that the agents, if there are any, can drive the loads of experiments.
    ///
    /// @throws WrongInput when they cannot
    public void checkAgents(List<Experiment> experiments) throws InterruptedException {
        if (driver.agents().isEmpty()) {
            return;
        }
        for (var experiment : experiments) {
            new AgentChecks(driver, machine.running(experiment)).require(experiment);
        }
    }

    /// Executes a run in a new folder below `results`.
    ///
    /// @return the folder
    /// @throws WrongInput when a variant cannot be launched on this machine; nothing is started
    ///   then
    public Path run(Experiment experiment, Path results) throws InterruptedException {
        return run(AdjustedExperiment.asWritten(experiment), Invocation.UNKNOWN, results);
    }

    /// A search, which measures the servers of an experiment in its own order.
    public interface Search {
        /// Creates the folder of the results.
        Path begin(RunManifest manifest);

        /// Creates the empty folder of a process.
        Path newProcessFolder(Trial trial);

        void execute(RunManifest manifest, TrialRunner runner) throws InterruptedException;
    }

    /// Prepares the servers of an experiment as for a run, and executes a search. The plan has its
    /// blocks; the servers of a block follow one another.
    ///
    /// @param typed the command line, which the search records
    /// @throws WrongInput when a variant cannot be launched on this machine; nothing was started
    ///   then
    public void search(Experiment experiment, Invocation typed, Search search)
            throws InterruptedException {
        checkAgents(List.of(experiment));
        var use = reservation.take();
        machine.prepare(experiment);
        var mode = ChosenMode.sequential("a search measures one server at a time");
        var adjusted = AdjustedExperiment.asWritten(experiment);
        var manifest = manifest(adjusted, typed, mode, use);
        var folder = search.begin(manifest);
        try (var servers = machine.start(manifest, folder)) {
            search.execute(
                    manifest, trialRunner(manifest, servers.host(), search::newProcessFolder));
        }
    }

    /// Executes a run of an adjusted experiment and records the adjustments.
    ///
    /// @param typed the command line, which the run records
    /// @throws WrongInput when a variant cannot be launched on this machine; nothing was started
    ///   then
    public Path run(AdjustedExperiment adjusted, Invocation typed, Path results)
            throws InterruptedException {
        var experiment = adjusted.experiment();
        var use = reservation.take();
        var manifest = manifest(adjusted, typed, prepare(experiment), use);
        try (var store = ResultStore.create(results, manifest)) {
            execute(manifest, store, List.of());
            return store.folder();
        }
    }

    /// Checks an experiment as a run does before its first trial, and starts nothing. Another run
    /// may measure on the machine meanwhile.
    ///
    /// @throws WrongInput when a run would be refused
    public void check(Experiment experiment) throws InterruptedException {
        checkAgents(List.of(experiment));
        var _ = prepare(experiment);
    }

    /// @return how the trials of a block share the time
    private ChosenMode prepare(Experiment experiment) throws InterruptedException {
        machine.prepare(experiment);
        return machine.mode(experiment, AgentChecks.obstacleToInterleaving(driver));
    }

    private RunManifest manifest(
            AdjustedExperiment adjusted, Invocation typed, ChosenMode mode, MachineUse use)
            throws InterruptedException {
        var experiment = adjusted.experiment();
        // A seed that is short enough to type.
        long seed =
                experiment
                        .seed()
                        .orElseGet(() -> RandomGenerator.getDefault().nextInt(1, 1_000_000_000));
        var conditions = machine.conditions(experiment);
        return new RunManifest(
                experiment,
                conditions.environment(),
                Instant.now(),
                seed,
                use.exclusive(),
                mode,
                TrialPlan.of(experiment, seed),
                conditions.jdks(),
                conditions.builds(),
                adjusted.changes(),
                driver.agents().map(LoadBackend::addresses).orElse(List.of()),
                driver.serverOn().map(ServerLink::agent),
                typed.words());
    }

    /// Resumes an interrupted run: executes the trials of its plan without a result, or with a
    /// damaged one, and the others of their blocks where trials are interleaved. If none is
    /// missing, nothing is started.
    ///
    /// @param agents those with secrets, which it has not stored
    /// @return its folder
    /// @throws WrongInput when machine, kernel, a JDK or a build differs from those of its finished
    ///   trials, or a value of its requests or agents is not known; nothing is started then
    public Path resume(Path folder, AgentsAgain agents) throws InterruptedException {
        try {
            return resumeUnlessChanged(folder, agents);
        } catch (ChangedConditions e) {
            throw new WrongInput(
                    "%s%n  start a new run: loombench run EXPERIMENT; %s shows the finished trials"
                            .formatted(
                                    e.getMessage(),
                                    CommandWords.join(
                                            List.of("loombench", "report", folder.toString()))));
        }
    }

    Path resumeUnlessChanged(Path folder, AgentsAgain agents)
            throws InterruptedException, ChangedConditions {
        try (var store = ResultStore.open(folder)) {
            var stored = ResultStore.read(folder);
            var planned = stored.manifest().with(agents);
            var resumption = Resumption.of(planned, stored.trials());
            var missing = resumption.remaining();
            if (missing.isEmpty()) {
                store.dropDamaged();
            }
            if (missing.isEmpty()
                    || StoppingRule.enough(
                            stored.manifest(),
                            RunFigures.of(stored.manifest(), resumption.kept()))) {
                nothingToMeasure(folder, stored, missing);
                return folder;
            }
            LoadEngine.checkValues(planned.experiment().traffic());
            AgentChecks.requireSameAgents(driver, planned);
            checkAgents(List.of(planned.experiment()));
            var use = reservation.take();
            machine.prepare(planned.experiment());
            requireSameConditions(folder, planned);
            var manifest = planned;
            if (manifest.exclusive() && !use.exclusive()) {
                manifest = manifest.notExclusive();
                store.replaceManifest(manifest);
            }
            announceRepeated(stored, resumption);
            resumption.kept().forEach(ExperimentRunner::paceAlike);
            execute(manifest, store, store.dropDamaged(resumption::repeats).trials());
            return folder;
        }
    }

    /// Lets the missing trials be paced by the cost of a timer that a finished one was paced by.
    private static void paceAlike(TrialResult finished) {
        if (finished.outcome() instanceof Completed completed) {
            var generator = completed.load().generator();
            generator
                    .timerCostNanos()
                    .ifPresent(nanos -> TimerCost.assume(generator.transport(), nanos));
        }
    }

    private void nothingToMeasure(Path folder, StoredRun stored, List<Trial> missing) {
        listener.accept(
                new RunEvent.Started(folder, stored.manifest(), stored.trials(), Duration.ZERO));
        if (!missing.isEmpty()) {
            listener.accept(
                    new RunEvent.PreciseEnough(
                            stored.trials().size(), stored.manifest().plan().size()));
        }
    }

    private void announceRepeated(StoredRun stored, Resumption resumption) {
        stored.trials().stream()
                .filter(resumption::repeats)
                .filter(result -> !Resumption.lostAgent(result))
                .forEach(result -> listener.accept(new RunEvent.Repeated(result.trial())));
    }

    private void requireSameConditions(Path folder, RunManifest then)
            throws ChangedConditions, InterruptedException {
        var now = machine.conditions(then.experiment());
        var differences = Conditions.of(then).differencesTo(now);
        if (!differences.isEmpty()) {
            throw new ChangedConditions(folder, differences);
        }
    }

    /// Executes the trials; where interleaved ones change the result, all again one after the
    /// other.
    private void execute(RunManifest manifest, ResultStore store, List<TrialResult> finished)
            throws InterruptedException {
        long startedNanos = System.nanoTime();
        var bias = executeInMode(manifest, store, finished, Duration.ZERO);
        if (bias.isPresent()) {
            var reason = bias.get().reason();
            listener.accept(new RunEvent.ModeChanged(reason));
            var sequential = manifest.with(ChosenMode.sequential(reason));
            store.setAside(sequential);
            var spent = Duration.ofNanos(System.nanoTime() - startedNanos);
            executeInMode(sequential, store, List.of(), spent);
        }
    }

    /// @param spent part of the budget that is spent already
    private Optional<ModeBias> executeInMode(
            RunManifest manifest, ResultStore store, List<TrialResult> finished, Duration spent)
            throws InterruptedException {
        listener.accept(new RunEvent.Started(store.folder(), manifest, finished, spent));
        var loop =
                new TrialLoop(
                        manifest, store.folder(), finished, listener, System::nanoTime, spent);
        try (var servers = machine.start(manifest, store.folder())) {
            var runner = trialRunner(manifest, servers.host(), store::newTrialFolder);
            var bias = loop.run(runner::run, store::append);
            loop.shortened().ifPresent(store::replaceManifest);
            return bias;
        }
    }

    private TrialRunner trialRunner(
            RunManifest manifest, ServerHost host, Function<Trial, Path> newFolder) {
        return new TrialRunner(manifest.experiment(), manifest.seed(), host, driver, newFolder);
    }

    @Override
    public void close() {
        reservation.close();
    }
}
