package dev.loombench.capacity;

import dev.loombench.analysis.capacity.CapacityResult;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.analysis.capacity.WindowFindings;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.run.ExperimentRunner;
import dev.loombench.run.backend.AgentLost;
import dev.loombench.run.trial.TrialRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The search for the capacity of all variants of an experiment.
///
/// The first block brackets the capacity of each variant with short windows in one process. The
/// further blocks confirm it, each in a fresh process per variant, in random order within the
/// block.
public final class CapacitySearch implements ExperimentRunner.Search, AutoCloseable {
    private final CapacitySettings settings;
    private final Path results;
    private final Consumer<CapacityEvent> events;
    private final Map<String, VariantSearch> searches = new LinkedHashMap<>();
    private @Nullable CapacityStore store;
    private @Nullable RunManifest manifest;
    private boolean complete;
    private int number;

    /// @param results the results folder
    /// @param events called on one thread at a time
    public CapacitySearch(CapacitySettings settings, Path results, Consumer<CapacityEvent> events) {
        this.settings = settings;
        this.results = results;
        this.events = events;
    }

    @Override
    public Path begin(RunManifest planned) {
        manifest = planned;
        var created = CapacityStore.create(results, planned.experiment().name(), planned.started());
        store = created;
        events.accept(new CapacityEvent.Started(created.folder(), planned));
        return created.folder();
    }

    @Override
    public Path newProcessFolder(Trial process) {
        return store().newProcessFolder(process);
    }

    @Override
    public void execute(RunManifest planned, TrialRunner runner) throws InterruptedException {
        var listener = new Listener(planned.plan().size());
        for (var variant : planned.experiment().variants()) {
            searches.put(
                    variant.name(),
                    new VariantSearch(
                            planned,
                            settings,
                            (process, warmUp) ->
                                    ProcessProbing.start(
                                            planned, settings, runner, process, warmUp, listener),
                            variant.name()));
        }
        for (var process : planned.plan()) {
            var search = searches.get(process.variant());
            if (search == null || (process.block() > 1 && !search.goesOn())) {
                continue;
            }
            boolean last = process.block() == planned.experiment().trials().max();
            int processes = planned.plan().size();
            Optional<String> failure;
            try {
                failure = search.execute(process, last);
            } catch (AgentLost e) {
                events.accept(
                        new CapacityEvent.ProcessFailed(
                                process, processes, String.valueOf(e.getMessage())));
                return;
            }
            events.accept(
                    failure.<CapacityEvent>map(
                                    why -> new CapacityEvent.ProcessFailed(process, processes, why))
                            .orElseGet(() ->
                                    new CapacityEvent.ProcessEnded(
                                            process, processes, search.capacity())));
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        complete = true;
    }

    /// The result as far as it is known; empty before the first window.
    public Optional<CapacityResult> result() {
        var planned = manifest;
        if (planned == null || number == 0) {
            return Optional.empty();
        }
        var findings = new ArrayList<ResultFinding>();
        var variants = new ArrayList<VariantCapacity>();
        for (var search : searches.values()) {
            var variant = search.result();
            variants.add(variant);
            findings.addAll(
                    SearchFindings.of(variant, search.failures(), search.analysis(), settings));
            search.memoryGrowth().ifPresent(findings::add);
        }
        double margin = planned.experiment().margin();
        for (var variant : variants) {
            WindowFindings.ofKinds(variant, variants, margin).ifPresent(findings::add);
        }
        return Optional.of(
                new CapacityResult(
                        planned,
                        settings.objectives(),
                        variants,
                        SearchFindings.ofSearch(planned, findings),
                        complete));
    }

    /// The folder of the results; empty before it exists.
    public Optional<Path> folder() {
        return Optional.ofNullable(store).map(CapacityStore::folder);
    }

    private CapacityStore store() {
        var created = store;
        if (created == null) {
            throw new IllegalStateException("the search has not begun");
        }
        return created;
    }

    @Override
    public void close() {
        if (store != null) {
            store.close();
        }
    }

    private final class Listener implements SearchListener {
        private final int processes;

        Listener(int processes) {
            this.processes = processes;
        }

        @Override
        public int nextNumber() {
            return ++number;
        }

        @Override
        public void probed(RateProbe probe) {
            store().append(probe);
            events.accept(new CapacityEvent.Probed(probe));
        }

        @Override
        public void progress(
                Trial process,
                String activity,
                Duration elapsed,
                OptionalDouble rate,
                double responsesPerSecond) {
            events.accept(
                    new CapacityEvent.Progress(
                            process, processes, activity, elapsed, rate, responsesPerSecond));
        }
    }
}
