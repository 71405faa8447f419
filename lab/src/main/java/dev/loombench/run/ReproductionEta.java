package dev.loombench.run;

import dev.loombench.result.Reproduction.Planned;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/// Estimates how long the experiments that are still to come will take: from their specs at first,
/// then from how those before kept to theirs.
final class ReproductionEta {
    private final List<Planned> toDo;
    private final LongSupplier nanoTime;
    private double spentNanos;
    private double guessedNanos;
    private int next;
    private long began;

    /// @param toDo in the order of execution
    ReproductionEta(List<Planned> toDo, LongSupplier nanoTime) {
        this.toDo = List.copyOf(toDo);
        this.nanoTime = nanoTime;
    }

    void begins() {
        began = nanoTime.getAsLong();
        next++;
    }

    /// @param ran false when there was nothing to learn from it
    void ended(boolean ran) {
        if (ran) {
            spentNanos += nanoTime.getAsLong() - began;
            guessedNanos += RunEta.ofRun(toDo.get(next - 1).spec()).toNanos();
        }
    }

    /// Of all experiments after the present one.
    Duration later() {
        double guess =
                toDo.stream().skip(next).mapToDouble(p -> RunEta.ofRun(p.spec()).toNanos()).sum();
        return Duration.ofNanos(
                Math.round(guessedNanos > 0 ? guess * spentNanos / guessedNanos : guess));
    }
}
