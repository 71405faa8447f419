package dev.loombench.run;

import static dev.loombench.base.Durations.longer;
import static dev.loombench.base.Durations.shorter;

import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.TrialCount;
import java.time.Duration;

/// The time of a run that ends after a whole block: no further block begins when the mean time per
/// block is more than what remains, but not before [TrialCount#BUDGET_MIN] have ended.
///
/// The end depends on the clock alone and not on the figures, so their intervals hold as those of a
/// fixed number of blocks do.
///
/// @param time from the start of the run
record BlockBudget(Duration time) {
    /// @param elapsed since the start of the run
    /// @param block mean time per block
    /// @param blocks that have ended
    boolean isSpent(Duration elapsed, Duration block, int blocks) {
        return blocks >= TrialCount.BUDGET_MIN && elapsed.plus(block).compareTo(time) > 0;
    }

    /// The longest time of a run from now on, estimated: of all its blocks, or of those that fit
    /// what is left of its budget.
    ///
    /// @param spent part of the budget that is spent already
    static Duration longest(Experiment experiment, Duration spent) {
        var all = RunEta.longestOfRun(experiment);
        var trials = experiment.trials();
        if (trials.budget().isEmpty()) {
            return all;
        }
        var least = all.multipliedBy(leastBlocks(trials)).dividedBy(trials.max());
        return longer(least, shorter(all, trials.budget().get().minus(spent)));
    }

    static int leastBlocks(TrialCount trials) {
        return Math.min(TrialCount.BUDGET_MIN, trials.max());
    }
}
