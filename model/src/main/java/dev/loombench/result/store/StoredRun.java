package dev.loombench.result.store;

import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialResult;
import java.util.List;

/// The content of a run's folder.
///
/// @param trials complete trials, in the order of their ends
/// @param damage unreadable parts; their trials are not in `trials`
public record StoredRun(RunManifest manifest, List<TrialResult> trials, List<Damage> damage) {
    public StoredRun {
        trials = List.copyOf(trials);
        damage = List.copyOf(damage);
    }
}
