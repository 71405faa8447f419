package dev.loombench.observe;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A source of observations about a server, from outside. Missing evidence is returned as
/// `Unavailable`; an exception is a bug.
public interface Observer {

    /// The name in the observations, as in `proc`.
    String name();

    /// The JVM flags that this observer needs on the server's command line.
    ///
    /// @param trialDirectory exists and belongs to this trial alone
    default List<String> jvmFlags(Path trialDirectory) {
        return List.of();
    }

    /// The interval between two samples that this source is worth; zero when it is sampled at the
    /// edges of a window only, or keeps its own record.
    default Duration interval() {
        return Duration.ZERO;
    }

    /// Starts a session, with a first sample. Returns within a few seconds even when the server
    /// hangs.
    ObservationSession start(ObservedProcess target);

    /// Whether it reads something of the server's process; false where it reads the machine alone.
    default boolean needsProcess() {
        return true;
    }
}
