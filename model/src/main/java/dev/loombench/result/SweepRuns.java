package dev.loombench.result;

import java.util.List;
import java.util.Optional;

/// The runs of a sweep: the same comparison with several numbers of users.
///
/// @param levels in ascending order of users
public record SweepRuns(List<LevelRun> levels) {
    public SweepRuns {
        levels = List.copyOf(levels);
    }

    /// @param users of the load
    /// @param run folder of its run, relative to that of all results, as in
    ///   `compare-50/2026-01-31T12-00-00`; empty where the sweep was interrupted before its end
    public record LevelRun(int users, Optional<String> run) {}
}
