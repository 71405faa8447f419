package dev.loombench.run;

import dev.loombench.launch.HostLimits;
import dev.loombench.launch.LaunchFailed;
import dev.loombench.launch.Preflight;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.launch.Zoo;
import dev.loombench.load.LoadEngine;
import dev.loombench.result.Reproduction.Ended;
import dev.loombench.result.Reproduction.Planned;
import dev.loombench.result.store.ReproductionStore;
import dev.loombench.result.store.ResultStore;
import dev.loombench.spec.AdjustedExperiment;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Variant;
import dev.loombench.spec.text.SpecError;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Carries out a reproduction, experiment by experiment. What cannot be had on this machine is left
/// out and recorded with the reason; the rest goes on.
public final class Reproducer {
    private final Zoo zoo;
    private final ServerLauncher launcher;
    private final Consumer<RunEvent> listener;
    private final Consumer<ReproductionStep> steps;

    /// @param number of the experiment in the whole plan, from 1
    /// @param remaining an estimate for all experiments after this one
    public record ReproductionStep(int number, int total, Planned planned, Duration remaining) {}

    /// @param listener as of a run
    /// @param steps told of each experiment before it begins
    public Reproducer(
            Zoo zoo,
            ServerLauncher launcher,
            Consumer<RunEvent> listener,
            Consumer<ReproductionStep> steps) {
        this.zoo = zoo;
        this.launcher = launcher;
        this.listener = listener;
        this.steps = steps;
    }

    /// Runs the experiments that have not ended yet, and goes on with the one that had begun; that
    /// one starts anew where its finished trials were measured under other conditions.
    public void execute(ReproductionStore store) throws InterruptedException {
        var all = store.plan().experiments();
        var toDo = all.stream().filter(p -> store.ended(p).isEmpty()).toList();
        build(toDo);
        var clock = new ReproductionEta(toDo, System::nanoTime);
        for (var planned : toDo) {
            clock.experimentStarted();
            steps.accept(
                    new ReproductionStep(
                            all.indexOf(planned) + 1, all.size(), planned, clock.remaining()));
            var ended = execute(planned, store);
            store.recordEnd(planned, ended);
            clock.experimentEnded(ended.run().isPresent());
        }
    }

    /// Builds the servers of all experiments at once. When that fails, each experiment builds its
    /// own later, so that a server that cannot be built costs its own experiments alone.
    private void build(List<Planned> planned) throws InterruptedException {
        try {
            new ExperimentRunner(launcher, listener)
                    .build(planned.stream().map(Planned::spec).toList());
        } catch (SpecError failed) {
            return; // the script has printed why, and `lacking` tries each server alone
        }
    }

    private Ended execute(Planned planned, ReproductionStore store) throws InterruptedException {
        var begun = store.latestRun(planned);
        if (begun.isPresent()) {
            try {
                return resumed(planned, store, begun.get());
            } catch (ChangedConditions e) {
                listener.accept(new RunEvent.StartedAnew(begun.get(), e.getMessage()));
            }
        }
        return started(planned, store);
    }

    /// What could be had before and cannot now ends the reproduction: the finished trials wait
    /// until it can be had again.
    private Ended resumed(Planned planned, ReproductionStore store, Path begun)
            throws InterruptedException, ChangedConditions {
        var lacking = unavailable(planned.spec());
        addLeftOut(planned.spec(), begun, lacking);
        var run = new ExperimentRunner(launcher, listener).resumeUnlessChanged(begun);
        return new Ended(Optional.of(below(store.folder(), run)), lacking);
    }

    private Ended started(Planned planned, ReproductionStore store) throws InterruptedException {
        var lacking = unavailable(planned.spec());
        var possible = planned.spec().without(lacking.keySet());
        if (possible.isEmpty()) {
            return new Ended(Optional.empty(), lacking);
        }
        try {
            var run =
                    new ExperimentRunner(launcher, listener)
                            .run(
                                    new AdjustedExperiment(possible.get(), planned.adjustments()),
                                    store.runsFolder(planned));
            return new Ended(Optional.of(below(store.folder(), run)), lacking);
        } catch (LaunchFailed | SpecError notHere) {
            return new Ended(
                    Optional.empty(), forAll(planned.spec(), String.valueOf(notHere.getMessage())));
        }
    }

    /// What could not be had when the run began has no trials in it, wherever it is now.
    private static void addLeftOut(ExperimentSpec planned, Path run, Map<String, String> lacking) {
        var there =
                ResultStore.manifest(run).spec().variants().stream()
                        .map(Variant::name)
                        .collect(Collectors.toSet());
        for (var variant : planned.variants()) {
            if (!there.contains(variant.name())) {
                lacking.putIfAbsent(variant.name(), "it could not be had when the run began");
            }
        }
    }

    private static String below(Path folder, Path run) {
        return folder.relativize(run).toString().replace('\\', '/');
    }

    /// Variant -> why it cannot be had here.
    private Map<String, String> unavailable(ExperimentSpec spec) throws InterruptedException {
        try {
            LoadEngine.checkSources(spec.traffic());
        } catch (SpecError notOurs) {
            return forAll(spec, notOurs.getMessage());
        }
        var lacking = new HashMap<String, String>();
        for (var variant : spec.variants()) {
            try {
                launcher.prepare(
                        List.of(variant), server -> listener.accept(new RunEvent.Building(server)));
            } catch (SpecError cannotBeBuilt) {
                lacking.put(variant.name(), cannotBeBuilt.getMessage());
            }
        }
        Preflight.check(zoo, HostLimits.ofThisMachine(), spec)
                .forEach(lacking::putIfAbsent); // of what was built
        return lacking;
    }

    private static Map<String, String> forAll(ExperimentSpec spec, String why) {
        var lacking = new HashMap<String, String>();
        spec.variants().forEach(v -> lacking.put(v.name(), why));
        return lacking;
    }
}
