package dev.loombench.run.trial;

import dev.loombench.launch.LaunchFailed;
import dev.loombench.launch.process.ServerProcess;

/// The start of one trial: of its server, then of its load.
interface TrialStart {
    /// @throws LaunchFailed when the server does not start
    ServerProcess launch() throws InterruptedException;

    ServerUnderLoad load(ServerProcess server) throws InterruptedException, ServerFailed;
}
