package dev.loombench.capacity;

import dev.loombench.analysis.capacity.objective.Recovery;
import dev.loombench.result.TrialResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// A process that is none, of which a test has the windows: the rest takes no time and shows
/// nothing.
interface SimulatedProcess extends ProbedProcess {
    @Override
    default void settle() {}

    @Override
    default Optional<TrialResult> lastTrial() {
        return Optional.empty();
    }

    @Override
    default List<dev.loombench.base.Window> confirming() {
        return List.of();
    }

    @Override
    default Recovery recover(double capacity) {
        return new Recovery(capacity, 1, capacity, OptionalDouble.empty(), 1);
    }

    @Override
    default void end() {}

    @Override
    default void close() {}
}
