package dev.loombench.result.store;

import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialResult;
import java.util.List;

/// What a run's folder holds.
///
/// @param trials those that are whole, in the order in which they ended
/// @param damage what cannot be read back; its trials are not among them
public record StoredRun(RunManifest manifest, List<TrialResult> trials, List<Damage> damage) {
    public StoredRun {
        trials = List.copyOf(trials);
        damage = List.copyOf(damage);
    }
}
