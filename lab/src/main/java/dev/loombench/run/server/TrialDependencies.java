package dev.loombench.run.server;

import dev.loombench.experiment.variant.Variant;
import dev.loombench.launch.LaunchFailed;
import dev.loombench.result.Trial;
import java.nio.file.Path;
import java.util.List;

/// What the servers under test depend on.
public interface TrialDependencies {

    /// The arguments by which a server of the zoo finds the services that it uses.
    List<String> arguments(Variant variant);

    /// Starts and executes what a process of a variant needs before its start.
    ///
    /// @param folder of the trial
    /// @throws LaunchFailed when that fails
    Started start(Variant variant, Trial trial, Path folder) throws InterruptedException;

    /// What has started for one process.
    interface Started extends AutoCloseable {
        /// The variant with the ports of what it uses.
        Variant variant();

        /// Executes what follows the end of the process.
        ///
        /// @throws LaunchFailed when that fails
        void ended() throws InterruptedException;

        @Override
        void close();
    }
}
