package dev.loombench.run;

import dev.loombench.analysis.Precision;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.observe.Machine;
import dev.loombench.observe.Observers;
import dev.loombench.result.Observation.ThreadDump;
import dev.loombench.result.ResultStore;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Measured;
import dev.loombench.result.TrialResult;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Scaled;
import dev.loombench.spec.SpecError;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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

    /// Starts a run in a folder of its own below `results`.
    ///
    /// @return that folder
    /// @throws SpecError when a variant cannot be launched on this machine; nothing was started
    ///   then
    public Path run(ExperimentSpec spec, Path results) throws InterruptedException {
        return run(Scaled.asWritten(spec), results);
    }

    /// The same of an experiment that was scaled, which its record then says.
    ///
    /// @throws SpecError when a variant cannot be launched on this machine; nothing was started
    ///   then
    public Path run(Scaled scaled, Path results) throws InterruptedException {
        var spec = scaled.spec();
        prepare(spec);
        try (var machine = takeMachine()) {
            // Seeds that a person can read and type again.
            long seed =
                    spec.seed()
                            .orElseGet(
                                    () -> RandomGenerator.getDefault().nextInt(1, 1_000_000_000));
            var manifest =
                    new RunManifest(
                            spec,
                            Machine.environment(),
                            Instant.now(),
                            seed,
                            machine.alone(),
                            TrialPlan.of(spec, seed),
                            launcher.jdks(spec.variants()),
                            scaled.changes());
            try (var store = ResultStore.create(results, manifest)) {
                carryOut(manifest, store, List.of());
                return store.folder();
            }
        }
    }

    /// Goes on with a run that was interrupted: the trials of its plan that have no result yet.
    ///
    /// @return its folder
    public Path resume(Path folder) throws InterruptedException {
        prepare(ResultStore.manifest(folder).spec());
        try (var machine = takeMachine();
                var store = ResultStore.open(folder)) {
            var manifest = ResultStore.manifest(folder);
            if (manifest.alone() && !machine.alone()) {
                manifest = manifest.besideAnother();
                store.amend(manifest);
            }
            carryOut(manifest, store, ResultStore.trials(folder));
            return folder;
        }
    }

    /// One list a variant is what a report shows, and each may cost the server's life.
    private static boolean listed(String variant, List<TrialResult> results) {
        return results.stream()
                .filter(r -> r.trial().variant().equals(variant))
                .filter(r -> r.outcome() instanceof Measured)
                .flatMap(r -> ((Measured) r.outcome()).observations().stream())
                .anyMatch(ThreadDump.class::isInstance);
    }

    private MachineLock takeMachine() {
        var machine = MachineLock.take();
        machine.problem().ifPresent(why -> listener.accept(new RunEvent.OthersUnknown(why)));
        return machine;
    }

    private void prepare(ExperimentSpec spec) throws InterruptedException {
        launcher.prepare(spec.variants(), server -> listener.accept(new RunEvent.Building(server)));
    }

    private void carryOut(RunManifest manifest, ResultStore store, List<TrialResult> finished)
            throws InterruptedException {
        Set<Integer> done =
                finished.stream().map(r -> r.trial().number()).collect(Collectors.toSet());
        var todo = manifest.plan().stream().filter(t -> !done.contains(t.number())).toList();
        listener.accept(new RunEvent.Started(store.folder(), manifest, done.size()));
        var clock = new RunClock(manifest.spec(), todo.size());
        try (var services = Services.startIfNeeded(manifest.spec(), launcher, store.folder())) {
            var trials =
                    new TrialRunner(
                            manifest.spec(),
                            manifest.seed(),
                            launcher,
                            Observers.standard(manifest.spec().observe()),
                            services);
            var results = new ArrayList<>(finished);
            for (Trial trial : todo) {
                if (Precision.enough(manifest, results)) {
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
                                        store.trialFolder(trial),
                                        !listed(trial.variant(), results),
                                        (what, since, rate) ->
                                                listener.accept(
                                                        new RunEvent.Progress(
                                                                trial,
                                                                manifest.plan().size(),
                                                                what,
                                                                since,
                                                                rate,
                                                                clock.left())));
                store.append(result);
                results.add(result);
                clock.trialEnded();
                listener.accept(
                        new RunEvent.TrialEnded(result, manifest.plan().size(), clock.left()));
                if (Thread.interrupted()) { // while the trial was being put away
                    throw new InterruptedException();
                }
            }
        }
    }
}
