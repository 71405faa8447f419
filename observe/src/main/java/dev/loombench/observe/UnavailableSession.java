package dev.loombench.observe;

import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Unavailable;
import java.util.List;

/// A session that could not start, with the reason.
public record UnavailableSession(Unavailable unavailable) implements ObservationSession {

    @Override
    public void sample() {
        // There is nothing to sample.
    }

    @Override
    public List<Observation> read() {
        return List.of(unavailable);
    }
}
