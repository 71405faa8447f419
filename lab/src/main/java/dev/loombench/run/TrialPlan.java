package dev.loombench.run;

import dev.loombench.base.RandomStream;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.result.Trial;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The order of the trials: round by round, and in each round every variant once, shuffled.
///
/// So the drift of a machine (heat, neighbours, caches) affects all variants equally, and none is
/// always first.
public final class TrialPlan {
    private TrialPlan() {}

    /// @param seed of the order; the same seed gives the same plan
    /// @return the maximum number of rounds, numbered from 1; a run that is precise enough omits
    ///   the last ones
    public static List<Trial> of(Experiment experiment, long seed) {
        var random = RandomStream.TRIAL_ORDER.random(seed);
        var plan = new ArrayList<Trial>();
        for (int round = 1; round <= experiment.trials().max(); round++) {
            var variants = new ArrayList<>(experiment.variants());
            Collections.shuffle(variants, random);
            for (Variant variant : variants) {
                plan.add(new Trial(plan.size() + 1, variant.name(), round));
            }
        }
        return plan;
    }
}
