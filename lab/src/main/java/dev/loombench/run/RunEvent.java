package dev.loombench.run;

import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The events of a run, for a display of its progress.
public sealed interface RunEvent {

    /// The build or the fetch of a server begins; nothing is measured yet.
    record Preparing(String server) implements RunEvent {}

    /// Other runs on this machine cannot be detected, nor detect this one.
    record OthersUnknown(String reason) implements RunEvent {}

    /// Another run measures on the machine, and this one waits until it has ended.
    ///
    /// @param other as in `another run (process 4711) is measuring on this machine`
    /// @param elapsed so far; zero in the first event
    record Waiting(String other, Duration elapsed) implements RunEvent {}

    /// A variant already runs.
    ///
    /// @param observed which process of it is observed, or why none is, in a sentence
    record AlreadyRunning(String variant, String observed) implements RunEvent {}

    /// @param folder of the results
    /// @param finished trials that were measured before the run was resumed
    /// @param spent part of the budget that is spent already
    record Started(Path folder, RunManifest manifest, List<TrialResult> finished, Duration spent)
            implements RunEvent {
        public Started {
            finished = List.copyOf(finished);
        }

        /// The longest time of a run with a budget from now on, estimated before its first trial;
        /// else empty.
        public Optional<Duration> longest() {
            var experiment = manifest.experiment();
            return experiment
                    .trials()
                    .budget()
                    .filter(_ -> finished.isEmpty())
                    .map(_ -> BlockBudget.longest(experiment, spent));
        }

        /// The budget, where the least number of blocks may take longer than what is left of it;
        /// else empty.
        public Optional<Duration> budgetAtRisk() {
            return manifest.experiment()
                    .trials()
                    .budget()
                    .filter(budget ->
                            longest()
                                    .filter(time -> time.compareTo(budget.minus(spent)) > 0)
                                    .isPresent());
        }

        /// The number of blocks that are measured however long they take.
        public int leastBlocks() {
            return BlockBudget.leastBlocks(manifest.experiment().trials());
        }
    }

    /// An interrupted run cannot be resumed, and the experiment starts again.
    ///
    /// @param reason the changes since
    record StartedAnew(Path interrupted, String reason) implements RunEvent {}

    /// A finished trial of an interleaved block is measured again, since others of its block are
    /// missing.
    record Repeated(Trial trial) implements RunEvent {}

    /// Interleaved trials would change the result: they are set aside, and the trials are measured
    /// one after the other.
    record ModeChanged(String reason) implements RunEvent {}

    /// @param activity as in `warming up`
    /// @param elapsed since the start of the activity
    /// @param responsesPerSecond latest value; 0 while there is no load
    /// @param remaining estimated time to the end of the run
    record Progress(
            Trial trial,
            int trials,
            String activity,
            Duration elapsed,
            double responsesPerSecond,
            Duration remaining)
            implements RunEvent {}

    /// Every comparison is precise enough: the rest of the plan is not needed.
    ///
    /// @param trials executed
    /// @param planned at most
    record PreciseEnough(int trials, int planned) implements RunEvent {}

    /// No further block fits the budget: the rest of the plan is not executed.
    ///
    /// @param trials executed
    /// @param planned at most
    record BudgetSpent(int trials, int planned) implements RunEvent {}

    /// An agent is lost: the rest of the plan is not executed.
    ///
    /// @param folder of the run, which can be resumed
    record AgentLost(Path folder, String reason) implements RunEvent {}

    record TrialEnded(TrialResult result, int trials, Duration remaining) implements RunEvent {}
}
