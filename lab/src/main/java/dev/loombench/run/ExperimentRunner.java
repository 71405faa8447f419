package dev.loombench.run;

import dev.loombench.analysis.StoppingRule;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.observe.proc.EnvironmentReader;
import dev.loombench.result.Observation.ThreadDump;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.TrialResult;
import dev.loombench.result.store.ResultStore;
import dev.loombench.result.store.StoredRun;
import dev.loombench.spec.AdjustedExperiment;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Variant;
import dev.loombench.spec.text.SpecError;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/// Carries out an experiment, trial by trial, and keeps each result the moment it exists.
public final class ExperimentRunner {
    private final ServerLauncher launcher;
    private final Consumer<RunEvent> listener;

    /// @param listener told on the run's own thread; when it throws, the run ends there: the trial
    ///   under way is given up, its server stopped, and finished trials are kept
    public ExperimentRunner(ServerLauncher launcher, Consumer<RunEvent> listener) {
        this.launcher = launcher;
        this.listener = listener;
    }

    /// Builds the servers of several experiments, which saves the time of a build for each.
    ///
    /// @throws SpecError when the build fails
    public void build(List<ExperimentSpec> specs) throws InterruptedException {
        launcher.build(specs.stream().flatMap(spec -> startedVariants(spec).stream()).toList());
    }

    /// Starts a run in a folder of its own below `results`.
    ///
    /// @return that folder
    /// @throws SpecError when a variant cannot be launched on this machine; nothing was started
    ///   then
    public Path run(ExperimentSpec spec, Path results) throws InterruptedException {
        return run(AdjustedExperiment.asWritten(spec), results);
    }

    /// The same of an experiment that was scaled, which its record then says.
    ///
    /// @throws SpecError when a variant cannot be launched on this machine; nothing was started
    ///   then
    public Path run(AdjustedExperiment scaled, Path results) throws InterruptedException {
        var spec = scaled.spec();
        prepare(spec);
        try (var machine = takeMachineLock()) {
            // Seeds that a person can read and type again.
            long seed =
                    spec.seed()
                            .orElseGet(
                                    () -> RandomGenerator.getDefault().nextInt(1, 1_000_000_000));
            var conditions = conditions(spec);
            var manifest =
                    new RunManifest(
                            spec,
                            conditions.environment(),
                            Instant.now(),
                            seed,
                            machine.exclusive(),
                            TrialPlan.of(spec, seed),
                            conditions.jdks(),
                            conditions.builds(),
                            scaled.changes());
            try (var store = ResultStore.create(results, manifest)) {
                execute(manifest, store, List.of());
                return store.folder();
            }
        }
    }

    /// Goes on with a run that was interrupted: the trials of its plan that have no result yet, or
    /// a damaged one. Where nothing is missing, nothing is started.
    ///
    /// @return its folder
    /// @throws SpecError when machine, kernel, a JDK or a build is not that of its finished trials;
    ///   nothing was started then
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
            var missing = missing(stored.manifest(), stored.trials());
            if (missing.isEmpty()) {
                store.dropDamaged();
            }
            if (missing.isEmpty() || StoppingRule.enough(stored.manifest(), stored.trials())) {
                nothingToMeasure(folder, stored, missing);
                return folder;
            }
            prepare(stored.manifest().spec());
            requireSameConditions(folder, stored.manifest());
            try (var machine = takeMachineLock()) {
                var manifest = stored.manifest();
                if (manifest.exclusive() && !machine.exclusive()) {
                    manifest = manifest.notExclusive();
                    store.replaceManifest(manifest);
                }
                execute(manifest, store, store.dropDamaged().trials());
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
        return new Conditions(
                EnvironmentReader.environment(),
                launcher.jdks(spec.variants()),
                launcher.builds(startedVariants(spec)));
    }

    /// The trials of the plan that have no result, in its order.
    private static List<Trial> missing(RunManifest manifest, List<TrialResult> finished) {
        var done = finished.stream().map(TrialResult::trial).collect(Collectors.toSet());
        return manifest.plan().stream().filter(t -> !done.contains(t)).toList();
    }

    /// One list a variant is what a report shows, and each may cost the server's life.
    private static boolean hasThreadDump(String variant, List<TrialResult> results) {
        return results.stream()
                .filter(r -> r.trial().variant().equals(variant))
                .filter(r -> r.outcome() instanceof Successful)
                .flatMap(r -> ((Successful) r.outcome()).observations().stream())
                .anyMatch(ThreadDump.class::isInstance);
    }

    private MachineLock takeMachineLock() {
        var machine = MachineLock.take();
        machine.problem().ifPresent(why -> listener.accept(new RunEvent.OthersUnknown(why)));
        return machine;
    }

    /// The variants of an experiment, and the services that they need.
    private List<Variant> startedVariants(ExperimentSpec spec) {
        var started = new ArrayList<>(spec.variants());
        started.addAll(SupportServices.needed(spec, launcher));
        return started;
    }

    private void prepare(ExperimentSpec spec) throws InterruptedException {
        build(List.of(spec));
        launcher.prepare(spec.variants(), server -> listener.accept(new RunEvent.Building(server)));
    }

    private void execute(RunManifest manifest, ResultStore store, List<TrialResult> finished)
            throws InterruptedException {
        var todo = missing(manifest, finished);
        listener.accept(new RunEvent.Started(store.folder(), manifest, finished));
        var clock = new RunEta(manifest.spec(), todo.size());
        try (var services =
                SupportServices.startIfNeeded(manifest.spec(), launcher, store.folder())) {
            var trials =
                    new TrialRunner(
                            manifest.spec(),
                            manifest.seed(),
                            launcher,
                            Observers.standard(manifest.spec().observe()),
                            services);
            var results = new ArrayList<>(finished);
            for (Trial trial : todo) {
                if (StoppingRule.enough(manifest, results)) {
                    listener.accept(
                            new RunEvent.PreciseEnough(results.size(), manifest.plan().size()));
                    break;
                }
                var hopeless = FirstStart.failureOf(trial, results);
                var result =
                        hopeless.isPresent()
                                ? TrialRunner.notStarted(trial, hopeless.get())
                                : trials.run(
                                        trial,
                                        store.newTrialFolder(trial),
                                        !hasThreadDump(trial.variant(), results),
                                        (what, since, rate) ->
                                                listener.accept(
                                                        new RunEvent.Progress(
                                                                trial,
                                                                manifest.plan().size(),
                                                                what,
                                                                since,
                                                                rate,
                                                                clock.remaining())));
                store.append(result);
                results.add(result);
                clock.trialEnded();
                listener.accept(
                        new RunEvent.TrialEnded(result, manifest.plan().size(), clock.remaining()));
                if (Thread.interrupted()) { // while the trial was being put away
                    throw new InterruptedException();
                }
            }
        }
    }
}
