package dev.loombench.spec.load;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.Units;
import java.time.Duration;

/// What a program under test is given to do: requests over the network, or a batch of its own.
public sealed interface Workload permits LoadModel, Workload.Batch {

    /// The program does its work once and ends; nobody sends it anything.
    ///
    /// @param max how long it may run
    record Batch(@JsonProperty("max") Duration max) implements Workload {
        public Batch {
            if (max.isNegative() || max.isZero()) {
                throw new SpecError("a batch's at-most must be above 0, was " + Units.text(max));
            }
        }
    }
}
