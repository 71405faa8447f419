package dev.loombench.spec.load;

import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.Units;
import java.time.Duration;

/// What a program under test is given to do: requests over the network, or a batch of its own.
public sealed interface Workload permits LoadModel, Workload.Batch {

    /// The program does its work once and ends; nobody sends it anything.
    ///
    /// @param atMost how long it may run
    record Batch(Duration atMost) implements Workload {
        public Batch {
            if (atMost.isNegative() || atMost.isZero()) {
                throw new SpecError("a batch's at-most must be above 0, was " + Units.text(atMost));
            }
        }
    }
}
