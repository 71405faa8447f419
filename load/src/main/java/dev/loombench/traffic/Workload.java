package dev.loombench.traffic;

import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import java.time.Duration;

/// The work of a program under test: requests over the network, or a batch.
public sealed interface Workload permits LoadModel, Workload.Batch {

    /// A program that does its work once and ends, without requests.
    ///
    /// @param max how long it may run
    record Batch(Duration max) implements Workload {
        public Batch {
            if (max.isNegative() || max.isZero()) {
                throw new WrongInput("the max of a batch must be above 0, was " + Units.text(max));
            }
        }
    }
}
