package dev.loombench.agent;

import dev.loombench.agent.wire.Frame;
import dev.loombench.agent.wire.Frame.ServerCall;
import java.util.List;
import java.util.function.Consumer;

/// What an agent does with servers, one controller at a time.
public interface ServerRole {
    /// Begins the work for a controller.
    ///
    /// @param log messages for the user of the agent
    ServerWork begin(Consumer<String> log);

    /// The work for one controller. Thread-safe.
    interface ServerWork extends AutoCloseable {
        /// Executes a call of the controller.
        ///
        /// @param text that belongs to the call; empty where none was sent
        /// @return the reply
        /// @throws CallFailed with the reason for the controller
        String execute(ServerCall call, String text) throws CallFailed, InterruptedException;

        /// The states of all servers that have started.
        List<Frame.ServerState> states();

        /// Ends all servers.
        ///
        /// @return whether there were any
        boolean end();

        @Override
        default void close() {
            end();
        }
    }
}
