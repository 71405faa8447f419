package dev.loombench.run.trial;

import dev.loombench.launch.LaunchFailed;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.run.server.TestedServer;

/// The start of one trial: of its server, its check, then of its load.
interface TrialStart extends AutoCloseable {
    /// Whether it starts the user's own service.
    boolean isService();

    /// @throws LaunchFailed when the server does not start
    TestedServer launch() throws InterruptedException;

    /// Sends the server a first request, and compares the response with those of other variants.
    ///
    /// @throws ServerFailed when its load would cause nothing but errors, or the responses differ
    void check(TestedServer server) throws InterruptedException, ServerFailed;

    ServerUnderLoad load(TestedServer server) throws InterruptedException, ServerFailed;

    /// Executes what follows the end of the server.
    ///
    /// @throws LaunchFailed when that fails
    void ended() throws InterruptedException;

    /// Ends what the server depended on.
    @Override
    void close();
}
