package dev.loombench.observe;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Someone who looks at a server from outside. Evidence that cannot be had is told as
/// `Unavailable`; only a mistake of ours throws.
public interface Observer {

    /// Who the observations are signed by, as in `proc`.
    String name();

    /// What the server's command line must hold, so that this observer sees anything.
    ///
    /// @param trialDirectory exists, belongs to this trial alone
    List<String> jvmFlags(Path trialDirectory);

    /// The gap between two looks that this source is worth; zero when it keeps its own record and
    /// is only read at the end.
    Duration beat();

    /// Starts to look, once at once. Returns within a few seconds even when the server hangs.
    ObservationSession watch(ObservedProcess target);
}
