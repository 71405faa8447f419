package dev.loombench.observe;

import dev.loombench.observe.result.Observation;
import java.util.List;

/// An observer's work on one process. Every method may be called from any thread.
public interface ObservationSession extends AutoCloseable {

    /// Samples every metric now, whatever the cost: for the exact edges of a measured window.
    void sample();

    /// Samples the metrics that are cheap enough: called at the observer's interval between the
    /// edges.
    default void sampleAtInterval() {
        sample();
    }

    /// Samples what costs neither the server nor the lab much: for the ends of a slice between the
    /// edges of a window, as often as ten times per second.
    default void sampleSliceEnd() {
        sample();
    }

    /// Makes the server do what a sample at an edge makes it do, and records nothing: regularly
    /// during warm-up. Code that is first executed at the edge of a window would invalidate
    /// compiled code of the server.
    default void rehearse() {
        // Most sources require nothing of the server at the edges alone.
    }

    /// Collects what would disturb a measured window: once, just after it, while the load
    /// continues.
    ///
    /// @param listThreads whether to list all threads, which is slow and crashes some JDK builds
    ///   (JDK-8364343)
    default void afterWindow(boolean listThreads) {
        // Most sources have nothing to collect.
    }

    /// All observations from the start of the session until now; also after the process has ended
    /// and after {@link #close}. An early end is reported as `Unavailable`.
    List<Observation> read();

    /// Stops sampling. The observations stay readable.
    @Override
    default void close() {
        // Some sources keep nothing open.
    }
}
