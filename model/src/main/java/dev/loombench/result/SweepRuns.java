package dev.loombench.result;

import java.util.List;

/// The runs of a sweep: the same comparison with several numbers of users.
///
/// @param levels in ascending order of users
public record SweepRuns(List<LevelRun> levels) {
    public SweepRuns {
        levels = List.copyOf(levels);
    }

    /// @param users of the load
    /// @param run folder of its run, relative to that of all results, as in
    ///   `compare-50/2026-01-31T12-00-00`
    public record LevelRun(int users, String run) {}
}
