package dev.loombench.run;

import dev.loombench.experiment.Experiment;
import dev.loombench.launch.LaunchFailed;
import dev.loombench.result.ChosenMode;
import dev.loombench.result.RunManifest;
import dev.loombench.run.machine.ReservedMachine;
import dev.loombench.run.server.ServerHost;
import dev.loombench.text.WrongInput;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The machine on which the servers of runs are built, prepared and started.
public interface ServerMachine extends ReservedMachine {
    /// Builds the servers of several experiments in one build.
    ///
    /// @throws WrongInput when the build fails
    void build(List<Experiment> experiments) throws InterruptedException;

    /// Builds and checks everything that the servers of an experiment need, before anything is
    /// measured.
    ///
    /// @throws WrongInput when a variant cannot be launched on the machine
    void prepare(Experiment experiment) throws InterruptedException;

    /// How the trials of a block share the time. To be called after `prepare`.
    ///
    /// @param agents why agents that drive the load cannot interleave trials; empty where they can
    /// @throws WrongInput when the experiment requests interleaved trials and cannot have them
    ChosenMode mode(Experiment experiment, Optional<String> agents) throws InterruptedException;

    /// To be called after `prepare`.
    Conditions conditions(Experiment experiment) throws InterruptedException;

    /// The addresses of the variants that already run, by variant.
    Map<String, InetSocketAddress> running(Experiment experiment);

    /// Starts the services that the servers depend on, if there are any.
    ///
    /// @param folder of the run
    /// @throws LaunchFailed when one does not start; then none is left running
    RunServers start(RunManifest manifest, Path folder) throws InterruptedException;

    /// The services that the servers of a run depend on, until they are closed.
    interface RunServers extends AutoCloseable {
        /// Where the servers themselves start.
        ServerHost host();

        @Override
        void close();
    }
}
