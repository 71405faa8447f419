package dev.loombench.run;

import dev.loombench.agent.AgentGroup;
import dev.loombench.analysis.RunFigures;
import dev.loombench.analysis.StoppingRule;
import dev.loombench.launch.HostLimits;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.observe.proc.EnvironmentReader;
import dev.loombench.result.ChosenMode;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialResult;
import dev.loombench.result.store.ResultStore;
import dev.loombench.result.store.StoredRun;
import dev.loombench.run.trial.LoadDriver;
import dev.loombench.run.trial.Observers;
import dev.loombench.run.trial.TrialRunner;
import dev.loombench.spec.AdjustedExperiment;
import dev.loombench.spec.Dependencies.Backend;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Variant;
import dev.loombench.spec.text.SpecError;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// Executes an experiment, trial by trial, and stores each result as soon as it exists.
public final class ExperimentRunner {
    private final ServerLauncher launcher;
    private final Consumer<RunEvent> listener;
    private final LoadDriver driver;

    /// Experiments whose load the lab drives.
    ///
    /// @param listener called on one thread at a time; if it throws, the run ends: the present
    ///   trial is abandoned, its server stopped, and finished trials are kept
    public ExperimentRunner(ServerLauncher launcher, Consumer<RunEvent> listener) {
        this(launcher, listener, LoadDriver.OWN_PROCESS);
    }

    /// @param listener as above
    /// @param driver of the loads
    public ExperimentRunner(
            ServerLauncher launcher, Consumer<RunEvent> listener, LoadDriver driver) {
        this.launcher = launcher;
        this.listener = listener;
        this.driver = driver;
    }

    /// Builds the servers of several experiments in one build.
    ///
    /// @throws SpecError when the build fails
    public void build(List<ExperimentSpec> specs) throws InterruptedException {
        launcher.build(specs.stream().flatMap(spec -> startedVariants(spec).stream()).toList());
    }

    /// Checks that the agents, if there are any, can drive the loads of experiments.
    ///
    /// @throws SpecError when they cannot
    public void checkAgents(List<ExperimentSpec> specs) throws InterruptedException {
        if (driver.agents().isEmpty()) {
            return;
        }
        for (var spec : specs) {
            var running = new HashMap<String, InetSocketAddress>();
            launcher.endpoints(spec.variants())
                    .forEach((variant, service) -> running.put(variant, service.address()));
            new AgentChecks(driver, running).require(spec);
        }
    }

    /// Executes a run in a new folder below `results`.
    ///
    /// @return the folder
    /// @throws SpecError when a variant cannot be launched on this machine; nothing is started then
    public Path run(ExperimentSpec spec, Path results) throws InterruptedException {
        return run(AdjustedExperiment.asWritten(spec), results);
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
    /// @throws SpecError when a variant cannot be launched on this machine; nothing was started
    ///   then
    public void search(ExperimentSpec spec, Search search) throws InterruptedException {
        checkAgents(List.of(spec));
        prepare(spec);
        try (var machine = takeMachineLock()) {
            var mode = ChosenMode.sequential("a search measures one server at a time");
            var manifest = manifest(AdjustedExperiment.asWritten(spec), mode, machine);
            var folder = search.begin(manifest);
            try (var services = SupportServices.startIfNeeded(spec, launcher, folder)) {
                search.execute(manifest, trialRunner(manifest, services, search::newProcessFolder));
            }
        }
    }

    /// Executes a run of an adjusted experiment and records the adjustments.
    ///
    /// @throws SpecError when a variant cannot be launched on this machine; nothing was started
    ///   then
    public Path run(AdjustedExperiment adjusted, Path results) throws InterruptedException {
        var spec = adjusted.spec();
        prepare(spec);
        var mode =
                ModeChoice.of(
                        spec,
                        launcher::server,
                        HostLimits.ofThisMachine(),
                        AgentChecks.obstacleToInterleaving(driver));
        try (var machine = takeMachineLock()) {
            var manifest = manifest(adjusted, mode, machine);
            try (var store = ResultStore.create(results, manifest)) {
                execute(manifest, store, List.of());
                return store.folder();
            }
        }
    }

    private RunManifest manifest(
            AdjustedExperiment adjusted, ChosenMode mode, MachineLock machine) {
        var spec = adjusted.spec();
        // A seed that is short enough to type.
        long seed =
                spec.seed().orElseGet(() -> RandomGenerator.getDefault().nextInt(1, 1_000_000_000));
        var conditions = conditions(spec);
        return new RunManifest(
                spec,
                conditions.environment(),
                Instant.now(),
                seed,
                machine.exclusive(),
                mode,
                TrialPlan.of(spec, seed),
                conditions.jdks(),
                conditions.builds(),
                adjusted.changes(),
                driver.agents().map(AgentGroup::addresses).orElse(List.of()));
    }

    /// Resumes an interrupted run: executes the trials of its plan without a result, or with a
    /// damaged one. If none is missing, nothing is started.
    ///
    /// @return its folder
    /// @throws SpecError when machine, kernel, a JDK or a build differs from those of its finished
    ///   trials; nothing is started then
    public Path resume(Path folder) throws InterruptedException {
        try {
            return resumeUnlessChanged(folder);
        } catch (ChangedConditions e) {
            throw new SpecError(
                    "%s%n  start a new run: loombench run EXPERIMENT; loombench report %s shows the finished trials"
                            .formatted(e.getMessage(), folder));
        }
    }

    Path resumeUnlessChanged(Path folder) throws InterruptedException, ChangedConditions {
        try (var store = ResultStore.open(folder)) {
            var stored = ResultStore.read(folder);
            var missing = TrialLoop.remaining(stored.manifest(), stored.trials());
            if (missing.isEmpty()) {
                store.dropDamaged();
            }
            if (missing.isEmpty()
                    || StoppingRule.enough(
                            stored.manifest(), RunFigures.of(stored.manifest(), stored.trials()))) {
                nothingToMeasure(folder, stored, missing);
                return folder;
            }
            AgentChecks.requireAsMany(driver, stored.manifest());
            checkAgents(List.of(stored.manifest().spec()));
            prepare(stored.manifest().spec());
            requireSameConditions(folder, stored.manifest());
            try (var machine = takeMachineLock()) {
                var manifest = stored.manifest();
                if (manifest.exclusive() && !machine.exclusive()) {
                    manifest = manifest.notExclusive();
                    store.replaceManifest(manifest);
                }

                execute(manifest, store, store.dropDamaged(TrialLoop::lostAgent).trials());
                return folder;
            }
        }
    }

    private void nothingToMeasure(Path folder, StoredRun stored, List<Trial> missing) {
        listener.accept(new RunEvent.Started(folder, stored.manifest(), stored.trials()));
        if (!missing.isEmpty()) {
            listener.accept(
                    new RunEvent.PreciseEnough(
                            stored.trials().size(), stored.manifest().plan().size()));
        }
    }

    private void requireSameConditions(Path folder, RunManifest then) throws ChangedConditions {
        var now = conditions(then.spec());
        var differences = Conditions.of(then).differencesTo(now);
        if (!differences.isEmpty()) {
            throw new ChangedConditions(folder, differences);
        }
    }

    private Conditions conditions(ExperimentSpec spec) {
        var builds = new TreeMap<>(launcher.builds(startedVariants(spec)));
        builds.putAll(alreadyRunning(spec).identities());
        return new Conditions(
                EnvironmentReader.environment(), launcher.jdks(spec.variants()), builds);
    }

    private RunningServices alreadyRunning(ExperimentSpec spec) {
        return new RunningServices(spec, launcher.endpoints(spec.variants()));
    }

    private MachineLock takeMachineLock() {
        var machine = MachineLock.take();
        machine.problem().ifPresent(why -> listener.accept(new RunEvent.OthersUnknown(why)));
        return machine;
    }

    /// The variants of an experiment, and the services that they need.
    private List<Variant> startedVariants(ExperimentSpec spec) {
        var started = new ArrayList<>(withBackends(spec));
        started.addAll(SupportServices.needed(spec, launcher));
        return started;
    }

    private static List<Variant> withBackends(ExperimentSpec spec) {
        return Stream.concat(
                        spec.variants().stream(),
                        spec.dependencies().backends().stream().map(Backend::service))
                .toList();
    }

    private void prepare(ExperimentSpec spec) throws InterruptedException {
        CounterRequirement.require(spec);
        build(List.of(spec));
        launcher.prepare(
                withBackends(spec), server -> listener.accept(new RunEvent.Building(server)));
        var running = alreadyRunning(spec);
        running.requireComparable();
        running.observed()
                .forEach((variant, observed) ->
                        listener.accept(new RunEvent.AlreadyRunning(variant, observed)));
    }

    private void execute(RunManifest manifest, ResultStore store, List<TrialResult> finished)
            throws InterruptedException {
        listener.accept(new RunEvent.Started(store.folder(), manifest, finished));
        var loop = new TrialLoop(manifest, store.folder(), finished, listener, System::nanoTime);
        try (var services =
                SupportServices.startIfNeeded(manifest.spec(), launcher, store.folder())) {
            var runner = trialRunner(manifest, services, store::newTrialFolder);
            loop.run(runner::run, store::append);
        }
    }

    private TrialRunner trialRunner(
            RunManifest manifest, SupportServices services, Function<Trial, Path> newFolder) {
        return new TrialRunner(
                manifest.spec(),
                manifest.seed(),
                launcher,
                Observers.of(manifest),
                driver,
                services,
                newFolder);
    }
}
