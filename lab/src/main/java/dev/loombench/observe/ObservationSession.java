package dev.loombench.observe;

import dev.loombench.result.Observation;
import java.util.List;

/// An observer at work on one process. Every method may be called from any thread.
public interface ObservationSession extends AutoCloseable {

    /// Takes every figure now, whatever it costs: for the exact edges of a measured window.
    void sample();

    /// Takes what the cost of looking allows: for the beat between the edges.
    default void beat() {
        sample();
    }

    /// Takes what would disturb a measured window: once, just after it, while the load goes on.
    ///
    /// @param listThreads whether a list of all threads is wanted, which takes long and, of some
    ///   JDKs, their life
    default void afterWindow(boolean listThreads) {
        // Most sources have nothing of the kind.
    }

    /// Everything from the start of the watch until now; also after the process has ended and after
    /// {@link #close}. An end that came too early is told as `Unavailable`.
    List<Observation> read();

    /// Stops to look. What was seen stays readable.
    @Override
    void close();
}
