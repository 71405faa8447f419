package dev.loombench.run;

import dev.loombench.analysis.comparison.RunFigures;
import dev.loombench.analysis.comparison.StoppingRule;
import dev.loombench.analysis.mode.ModeBias;
import dev.loombench.launch.LaunchFailed;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.TrialResult;
import dev.loombench.run.trial.EndFailed;
import dev.loombench.run.trial.TrialRequest;
import dev.loombench.run.trial.TrialRunner;
import dev.loombench.text.Units;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/// The loop over the trials of a run that have no result yet, until all are done or the stopping
/// rule ends it.
final class TrialLoop {
    /// Lines of a service's output that a message shows.
    private static final int LAST_LINES = 15;

    private final RunManifest manifest;
    private final Path folder;
    private final List<TrialResult> results;
    private final RunFigures figures;
    private final List<Trial> remaining;
    private final Consumer<RunEvent> listener;
    private final LongSupplier nanoTime;
    private final Duration spent;
    private final long startedNanos;
    private final int blocksBefore;
    private final RunEta eta;
    private Optional<RunManifest> shortened = Optional.empty();

    /// Executes trials.
    interface Executor {
        /// @param trials one, or several of a block that are interleaved
        /// @return their results, in the same order
        /// @throws EndFailed when they have results, and a server fails to end
        List<TrialResult> run(List<TrialRequest> trials) throws InterruptedException;
    }

    /// @param endFailure why a server did not end; empty where all did
    private record Executed(List<TrialResult> results, Optional<EndFailed> endFailure) {}

    /// @param folder of the run
    /// @param finished trials of earlier runs of this manifest
    /// @param nanoTime the monotonic clock
    /// @param spent part of the budget that is spent already
    TrialLoop(
            RunManifest manifest,
            Path folder,
            List<TrialResult> finished,
            Consumer<RunEvent> listener,
            LongSupplier nanoTime,
            Duration spent) {
        this.manifest = manifest;
        this.folder = folder;
        this.results = new ArrayList<>(finished);
        this.figures = RunFigures.of(manifest, finished);
        this.remaining = Resumption.of(manifest, finished).remaining();
        this.listener = listener;
        this.nanoTime = nanoTime;
        this.spent = spent;
        this.startedNanos = nanoTime.getAsLong();
        this.blocksBefore = blocks();
        this.eta =
                new RunEta(
                        manifest.experiment(),
                        remaining.stream().map(Trial::variant).toList(),
                        nanoTime,
                        spent);
    }

    /// @param store keeps each result as soon as it exists
    /// @return what shows that interleaved trials change the result, which ends the loop
    /// @throws InterruptedException also when an interrupt arrived while a result was stored
    /// @throws EndFailed when a server failed to end; the results are stored
    Optional<ModeBias> run(Executor executor, Consumer<TrialResult> store)
            throws InterruptedException {
        for (var group : groups()) {
            if (StoppingRule.enough(manifest, figures)) {
                listener.accept(new RunEvent.PreciseEnough(results.size(), manifest.plan().size()));
                return Optional.empty();
            }
            if (isBudgetSpent()) {
                shorten();
                return Optional.empty();
            }
            eta.started(group.size());
            var executed = execute(group, executor);
            // All of a block first, as a listener may end the run.
            executed.results().forEach(store);
            eta.ended(executed.results().stream().map(r -> r.trial().variant()).toList());
            executed.results().forEach(this::trialEnded);
            if (executed.endFailure().isPresent()) {
                throw executed.endFailure().get();
            }
            var lost = executed.results().stream().filter(Resumption::lostAgent).findFirst();
            if (lost.isPresent()) {
                listener.accept(
                        new RunEvent.AgentLost(folder, ((Failed) lost.get().outcome()).reason()));
                return Optional.empty();
            }
            requireStarted(executed.results());
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            var bias = bias();
            if (bias.isPresent()) {
                return bias;
            }
        }
        return Optional.empty();
    }

    /// The manifest of the blocks that have ended, where no further one fitted the budget; else
    /// empty.
    Optional<RunManifest> shortened() {
        return shortened;
    }

    private int blocks() {
        return results.size() / manifest.experiment().variants().size();
    }

    /// Checked between blocks, by the mean time of those that this loop has executed.
    private boolean isBudgetSpent() {
        var budget = manifest.experiment().trials().budget();
        int executed = blocks() - blocksBefore;
        if (budget.isEmpty()
                || executed == 0
                || results.size() % manifest.experiment().variants().size() != 0) {
            return false;
        }
        var elapsed = elapsed();
        return new BlockBudget(budget.get())
                .isSpent(spent.plus(elapsed), elapsed.dividedBy(executed), blocks());
    }

    private Duration elapsed() {
        return Duration.ofNanos(nanoTime.getAsLong() - startedNanos);
    }

    private void shorten() {
        var budget = manifest.experiment().trials().budget().orElseThrow();
        var done = results.stream().map(TrialResult::trial).collect(Collectors.toSet());
        shortened =
                Optional.of(
                        manifest.endedAfter(
                                manifest.plan().stream().filter(done::contains).toList(),
                                "%d of at most %d blocks, %s the budget of %s"
                                        .formatted(
                                                blocks(),
                                                manifest.experiment().trials().max(),
                                                spent.plus(elapsed()).compareTo(budget) > 0
                                                        ? "which took longer than"
                                                        : "since no further one fitted",
                                                Units.text(budget))));
        listener.accept(new RunEvent.BudgetSpent(results.size(), manifest.plan().size()));
    }

    private Optional<ModeBias> bias() {
        return switch (manifest.mode().mode()) {
            case INTERLEAVED -> ModeBias.of(manifest, results);
            case SEQUENTIAL -> Optional.empty();
        };
    }

    private void trialEnded(TrialResult result) {
        results.add(result);
        figures.add(result);
        int variants = manifest.experiment().variants().size();
        StoppingRule.expectedBlocks(manifest, figures)
                .ifPresent(blocks -> eta.expect(blocks * variants - results.size()));
        listener.accept(new RunEvent.TrialEnded(result, manifest.plan().size(), eta.remaining()));
    }

    private void requireStarted(List<TrialResult> executed) {
        for (var result : executed) {
            if (FirstStart.endsRun(result, manifest.experiment())) {
                throw firstStartFailed(result);
            }
        }
    }

    private LaunchFailed firstStartFailed(TrialResult result) {
        var failed = (Failed) result.outcome();
        var reason = named(result.trial().variant(), failed.reason());
        if (manifest.experiment().variant(result.trial().variant()).endpoint().isPresent()) {
            return new LaunchFailed("%s%nnothing was measured".formatted(reason), List.of());
        }
        var tail =
                failed.logTail().stream()
                        .skip(Math.max(0, failed.logTail().size() - LAST_LINES))
                        .toList();
        var output =
                tail.isEmpty()
                        ? "it printed nothing"
                        : "its last lines:\n    " + String.join("\n    ", tail);
        var effect =
                switch (failed.phase()) {
                    case TrialRunner.LAUNCH -> "nothing was measured, as a variant did not start";
                    case TrialRunner.AFTER_EACH ->
                            "the run ends, as further trials would fail in the same way";
                    default -> "nothing was measured, as the first request to a variant failed";
                };
        return new LaunchFailed("%s%n%s; %s".formatted(reason, effect, output), tail);
    }

    private static String named(String variant, String reason) {
        return reason.startsWith(variant + " ") ? reason : variant + ": " + reason;
    }

    /// The trials that are executed together, in the order of the plan.
    private List<List<Trial>> groups() {
        return switch (manifest.mode().mode()) {
            case SEQUENTIAL -> remaining.stream().map(List::of).toList();
            case INTERLEAVED ->
                    List.copyOf(
                            remaining.stream()
                                    .collect(
                                            Collectors.groupingBy(
                                                    Trial::block,
                                                    LinkedHashMap::new,
                                                    Collectors.toList()))
                                    .values());
        };
    }

    private Executed execute(List<Trial> trials, Executor executor) throws InterruptedException {
        var ended = new ArrayList<TrialResult>();
        var requests = new ArrayList<TrialRequest>();
        for (var trial : trials) {
            FirstStart.failureOf(trial, results)
                    .ifPresentOrElse(
                            failure -> ended.add(TrialRunner.notStarted(trial, failure)),
                            () -> requests.add(request(trial)));
        }
        if (requests.isEmpty()) {
            return new Executed(ended, Optional.empty());
        }
        try {
            ended.addAll(executor.run(requests));
            return new Executed(ended, Optional.empty());
        } catch (EndFailed e) {
            ended.addAll(e.results());
            return new Executed(ended, Optional.of(e));
        }
    }

    private TrialRequest request(Trial trial) {
        return new TrialRequest(
                trial,
                !hasThreadDump(trial.variant()),
                (activity, elapsed, responsesPerSecond) ->
                        progressed(trial, activity, elapsed, responsesPerSecond));
    }

    /// Reports what a trial is doing. Trials of a block report at the same time.
    private synchronized void progressed(
            Trial trial, String activity, Duration elapsed, double responsesPerSecond) {
        listener.accept(
                new RunEvent.Progress(
                        trial,
                        manifest.plan().size(),
                        activity,
                        elapsed,
                        responsesPerSecond,
                        eta.remaining()));
    }

    /// A report shows one list of threads per variant, and each list may crash the server.
    private boolean hasThreadDump(String variant) {
        return results.stream()
                .filter(r -> r.trial().variant().equals(variant))
                .filter(r -> r.outcome() instanceof Successful)
                .flatMap(r -> ((Successful) r.outcome()).observations().stream())
                .anyMatch(ThreadDump.class::isInstance);
    }
}
