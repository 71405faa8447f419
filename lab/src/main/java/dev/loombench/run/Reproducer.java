package dev.loombench.run;

import dev.loombench.experiment.AdjustedExperiment;
import dev.loombench.experiment.AgentsAgain;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.launch.LaunchFailed;
import dev.loombench.launch.Preflight;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.launch.Zoo;
import dev.loombench.launch.limit.HostLimits;
import dev.loombench.load.LoadEngine;
import dev.loombench.result.Invocation;
import dev.loombench.result.Reproduction.Ended;
import dev.loombench.result.Reproduction.Planned;
import dev.loombench.result.store.ReproductionStore;
import dev.loombench.result.store.ResultStore;
import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Executes a reproduction, experiment by experiment. What is unavailable on this machine is left
/// out and recorded with the reason.
public final class Reproducer {
    private final Zoo zoo;
    private final ServerLauncher launcher;
    private final OtherRun otherRun;
    private final Consumer<RunEvent> listener;
    private final Consumer<ReproductionStep> steps;

    /// @param number of the experiment in the whole plan, from 1
    /// @param remaining estimated time of all experiments after this one
    public record ReproductionStep(int number, int total, Planned planned, Duration remaining) {}

    /// @param listener of each run
    /// @param steps receives each experiment before it begins
    public Reproducer(
            Zoo zoo,
            ServerLauncher launcher,
            OtherRun otherRun,
            Consumer<RunEvent> listener,
            Consumer<ReproductionStep> steps) {
        this.zoo = zoo;
        this.launcher = launcher;
        this.otherRun = otherRun;
        this.listener = listener;
        this.steps = steps;
    }

    /// Runs the experiments that have not ended yet, and resumes one that had begun. It starts
    /// again if its finished trials were measured under other conditions.
    ///
    /// @throws WrongInput when another run measures on this machine, and that is to end this one
    public void execute(ReproductionStore store) throws InterruptedException {
        try (var runner = new ExperimentRunner(launcher, otherRun, listener)) {
            execute(store, runner);
        }
    }

    private void execute(ReproductionStore store, ExperimentRunner runner)
            throws InterruptedException {
        var all = store.plan().experiments();
        var toDo = all.stream().filter(p -> store.ended(p).isEmpty()).toList();
        if (!toDo.isEmpty()) {
            runner.reserve();
            build(toDo, runner);
        }
        var eta = new ReproductionEta(toDo, System::nanoTime);
        for (var planned : toDo) {
            eta.experimentStarted();
            steps.accept(
                    new ReproductionStep(
                            all.indexOf(planned) + 1, all.size(), planned, eta.remaining()));
            var end = execute(planned, store, runner);
            store.recordEnd(planned, end);
            eta.experimentEnded(end.run().isPresent());
        }
    }

    /// Builds the servers of all experiments at once. If that fails, each experiment builds its own
    /// later, so that a server that cannot be built affects only its own experiments.
    private static void build(List<Planned> planned, ExperimentRunner runner)
            throws InterruptedException {
        try {
            runner.build(planned.stream().map(Planned::experiment).toList());
        } catch (WrongInput failed) {
            return; // the script has printed the reason, and `unavailable` builds each server
            // separately
        }
    }

    private Ended execute(Planned planned, ReproductionStore store, ExperimentRunner runner)
            throws InterruptedException {
        var begun = store.latestRun(planned);
        if (begun.isPresent()) {
            try {
                return resumed(planned, store, begun.get(), runner);
            } catch (ChangedConditions e) {
                listener.accept(new RunEvent.StartedAnew(begun.get(), e.getMessage()));
            }
        }
        return started(planned, store, runner);
    }

    /// Resumes a run. A variant that has become unavailable ends the reproduction, which can be
    /// resumed once it is available again.
    private Ended resumed(
            Planned planned, ReproductionStore store, Path begun, ExperimentRunner runner)
            throws InterruptedException, ChangedConditions {
        var unavailable = unavailable(AgentsAgain.NONE.in(planned.experiment()));
        addLeftOut(planned.experiment(), begun, unavailable);
        var run = runner.resumeUnlessChanged(begun, AgentsAgain.NONE);
        return new Ended(Optional.of(below(store.folder(), run)), unavailable);
    }

    private Ended started(Planned planned, ReproductionStore store, ExperimentRunner runner)
            throws InterruptedException {
        var experiment = AgentsAgain.NONE.in(planned.experiment());
        var unavailable = unavailable(experiment);
        var possible = experiment.without(unavailable.keySet()).flatMap(Reproducer::measurable);
        if (possible.isEmpty()) {
            return new Ended(Optional.empty(), unavailable);
        }
        try {
            var run =
                    runner.run(
                            new AdjustedExperiment(possible.get(), planned.adjustments()),
                            Invocation.UNKNOWN,
                            store.runsFolder(planned));
            return new Ended(Optional.of(below(store.folder(), run)), unavailable);
        } catch (LaunchFailed | WrongInput unavailableHere) {
            var reasons =
                    forAll(planned.experiment(), String.valueOf(unavailableHere.getMessage()));
            reasons.putAll(unavailable);
            return new Ended(Optional.empty(), reasons);
        }
    }

    /// The same experiment without the claims that no run checks; empty where it has no others.
    private static Optional<Experiment> measurable(Experiment experiment) {
        var rest = experiment.withClaims(Claim::isOfRun);
        return rest.claims().isEmpty() && !experiment.claims().isEmpty()
                ? Optional.empty()
                : Optional.of(rest);
    }

    /// Adds the planned variants that were unavailable when the run began, which have no trials.
    private static void addLeftOut(Experiment planned, Path run, Map<String, String> unavailable) {
        var there =
                ResultStore.manifest(run).experiment().variants().stream()
                        .map(Variant::name)
                        .collect(Collectors.toSet());
        for (var variant : planned.variants()) {
            if (!there.contains(variant.name())) {
                unavailable.putIfAbsent(variant.name(), "it was unavailable when the run began");
            }
        }
    }

    private static String below(Path folder, Path run) {
        return folder.relativize(run).toString().replace('\\', '/');
    }

    /// Variant -> reason why it is unavailable on this machine.
    private Map<String, String> unavailable(Experiment experiment) throws InterruptedException {
        try {
            LoadEngine.checkSources(experiment.traffic());
        } catch (WrongInput noAddress) {
            return forAll(experiment, noAddress.getMessage());
        }
        var unavailable = new HashMap<String, String>();
        for (var variant : experiment.variants()) {
            try {
                launcher.prepare(
                        List.of(variant),
                        server -> listener.accept(new RunEvent.Preparing(server)));
            } catch (WrongInput cannotBeBuilt) {
                unavailable.put(variant.name(), cannotBeBuilt.getMessage());
            }
        }
        Preflight.check(zoo, HostLimits.ofThisMachine(), experiment)
                .forEach(unavailable::putIfAbsent);
        return unavailable;
    }

    private static Map<String, String> forAll(Experiment experiment, String reason) {
        var unavailable = new HashMap<String, String>();
        experiment.variants().forEach(v -> unavailable.put(v.name(), reason));
        return unavailable;
    }
}
