package dev.loombench.run.trial.slice;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Whether the servers of a block are warmed up, and observed with a single user, one after the
/// other or at the same time, which takes less time and disturbs none of them where the processors
/// are mostly idle.
///
/// The first block of a run is warmed up in turn. Its slices show how many processors each server
/// needs under the load, which decides for all further steps.
public final class StepOrder {
    /// Share of the processors that all servers and their load generators may use together: in a
    /// warm-up, the compilers use as much again.
    private static final double LIMIT = 0.5;

    private final int processors;
    private Optional<Boolean> together = Optional.empty();

    /// @param processors of the machine that are available
    public StepOrder(int processors) {
        this.processors = processors;
    }

    /// The members of a block, in groups that execute a step at the same time.
    public <T> List<List<T>> groups(List<T> members) {
        return together.orElse(false) ? List.of(members) : members.stream().map(List::of).toList();
    }

    /// Records the processors that the servers of a block and their load generators used, each
    /// while it was measured; empty where they are not known.
    public void measured(List<OptionalDouble> cores) {
        if (together.isEmpty() && cores.stream().allMatch(OptionalDouble::isPresent)) {
            double sum = cores.stream().mapToDouble(OptionalDouble::getAsDouble).sum();
            together = Optional.of(sum <= LIMIT * processors);
        }
    }
}
