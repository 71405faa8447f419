package dev.loombench.observe;

import dev.loombench.result.Observation;
import dev.loombench.result.Observation.Unavailable;
import java.util.List;

/// A watch that could not begin, and says why.
public record UnavailableSession(Unavailable why) implements ObservationSession {

    @Override
    public void sample() {
        // There is nothing to see.
    }

    @Override
    public List<Observation> read() {
        return List.of(why);
    }

    @Override
    public void close() {
        // Nothing was opened.
    }
}
