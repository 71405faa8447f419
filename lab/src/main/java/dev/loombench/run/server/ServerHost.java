package dev.loombench.run.server;

import dev.loombench.launch.BatchProcess;
import dev.loombench.launch.LaunchFailed;
import dev.loombench.result.Trial;
import java.nio.file.Path;

/// The machine on which the servers of a run start.
public interface ServerHost {
    /// @param folder the trial's own
    ServerStart start(Trial trial, Path folder);

    /// Starts a batch program.
    ///
    /// @param folder the trial's own
    /// @throws LaunchFailed when it cannot be started
    BatchProcess startBatch(Trial trial, Path folder);
}
