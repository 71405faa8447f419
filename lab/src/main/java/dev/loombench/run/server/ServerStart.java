package dev.loombench.run.server;

import dev.loombench.launch.LaunchFailed;

/// The start of one server with what it depends on.
public interface ServerStart extends AutoCloseable {
    /// @throws LaunchFailed when it does not start
    TestedServer launch() throws InterruptedException;

    /// Executes what follows the end of the server.
    ///
    /// @throws LaunchFailed when that fails
    void ended() throws InterruptedException;

    /// Ends what the server depended on.
    @Override
    void close();
}
